// The executable form of a model as plain data: the stepper (stepper.hpp) executes it, and native code is
// emitted from it.
#pragma once

#include <cstdint>
#include <vector>

#include "faults/fault_model.hpp"
#include "model/ids.hpp"
#include "system/compile/bytecode.hpp"
#include "system/compile/guard_tests.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// One message of a step that takes messages of several kinds, or several of one sender.
struct CompoundInput {
  std::uint64_t tag = 0;
  std::size_t forged_list = 0;  // position in Executable::forged
  bool with_previous = false;   // of the same batch or part and the same sender as the one before it
  bool shares_channel = false;  // an earlier one comes from the same channel
};

// What executes the transition of the same number.
struct Action {
  Program guard;
  GuardTests tests;  // of the guard
  Program effect;
  std::vector<const ChannelLayout*> inputs;  // [sender]; null: it never sends to this process
  std::size_t forged_list = 0;               // position in Executable::forged
  std::uint64_t tag = 0;
  std::vector<CompoundInput> compound;     // [sender]; empty: one message of each sender, all of one kind
  const ChannelLayout* channel = nullptr;  // delivery, loss, crash at receipt
  bool byzantine = false;
  bool fault = false;         // a step of a fault (Rule::fault)
  bool exempt = false;        // need not consume all that was delivered (RM)
  bool cut_off = false;       // only strict subsets of its messages arrive
  std::int64_t withheld = 0;  // of these, exactly so many do not; 0: any number
  std::size_t keeps = 0;      // so many of the messages that it receives stay in their channels
  bool observed = true;       // `observe` could change something after it
};

struct Executable {
  std::vector<Action> actions;                     // [transition]
  std::vector<std::vector<std::uint64_t>> forged;  // messages that Byzantine senders can offer to a rule
  std::vector<Program> predicates;                 // [property]
  Program observe;
  FaultModel faults;
  std::vector<std::vector<const ChannelLayout*>> inputs_of;  // [process]: channels to it
};

}  // namespace quorate
