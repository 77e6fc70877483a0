// The executable side of a ModelSystem as plain data: what its interpreter (stepper.hpp) follows and what
// native code is emitted from.
#pragma once

#include <cstdint>
#include <vector>

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
  bool observed = true;  // `observe` could change something after it
};

// At most `count` of the processes crash.
struct CrashLine {
  std::int64_t count = 0;
  std::vector<ProcessId> processes;
};

struct Executable {
  std::vector<Action> actions;  // [transition]
  std::vector<std::vector<std::uint64_t>> forged;
  std::vector<Program> predicates;  // [property]
  Program observe;
  bool observe_reads_status = false;    // then crash steps are observed as well
  std::vector<bool> role_has_strategy;  // has byzantine rules
  std::vector<CrashLine> crash_lines;
  std::vector<std::vector<const CrashLine*>> crash_lines_of;  // [process]
  std::vector<std::vector<const ChannelLayout*>> inputs_of;   // [process]: channels to it
};

}  // namespace quorate
