// The executable side of a ModelSystem as plain data: what its interpreter (stepper.hpp) follows and what
// native code is emitted from.
#pragma once

#include <cstdint>
#include <vector>

#include "faults/fault_model.hpp"
#include "model/ids.hpp"
#include "system/compile/bytecode.hpp"
#include "system/compile/guard_tests.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// Of the transition with the same number.
struct Action {
  Program guard;
  GuardTests tests;  // of the guard
  Program effect;
  std::vector<const ChannelLayout*> inputs;  // from each sender; null: it never sends to this process
  std::size_t forged_list = 0;               // in Executable::forged: what a Byzantine sender can offer
  std::uint64_t tag = 0;
  const ChannelLayout* channel = nullptr;  // delivery, loss, crash at receipt
  bool byzantine = false;
  bool fault = false;    // of the fault model (Rule::fault): takes no message, whatever the traffic model
  bool observed = true;  // `observe` could change something after it
};

struct Executable {
  std::vector<Action> actions;  // [transition]
  std::vector<std::vector<std::uint64_t>> forged;
  std::vector<Program> predicates;  // [property]
  Program observe;
  FaultModel faults;
  std::vector<std::vector<const ChannelLayout*>> inputs_of;  // [process]: channels to it
};

}  // namespace quorate
