// What the statuses of processes do to steps, each condition written once for all who execute a Model: the
// interpreter reads a state, native code and exports are texts, proofs have formulas. What differs is how one
// asks for a status and combines the answers, the Logic; and what a process is: its number, or something that
// stands for one of a role and has the index() of any of them.
//
//   Truth                                   the answer: bool, an expression in C++ or Murphi, a formula
//   Truth status_is(process, status)
//   Truth at_least(count, processes, status)  so many of them have it
//   Truth constant(bool), negation(a), both(a, b), either(a, b)
#pragma once

#include <utility>

#include "faults/fault_model.hpp"

namespace quorate {

template <typename Logic>
class FaultConditions {
 public:
  using Truth = typename Logic::Truth;

  FaultConditions(const FaultModel& faults, Logic logic) : faults_(faults), logic_(std::move(logic)) {}

  // The process executes its rules, or its byzantine rules.
  template <typename Process>
  [[nodiscard]] Truth acts(const Process& process, bool byzantine_rule) const {
    const Truth byzantine = logic_.status_is(process, Status::byzantine);
    return logic_.both(logic_.negation(logic_.status_is(process, Status::crashed)),
                       byzantine_rule ? byzantine : logic_.negation(byzantine));
  }

  // It can send what it likes, and has no state. It stays so in all states after this one.
  template <typename Process>
  [[nodiscard]] Truth forges(const Process& process) const {
    if (!faults_.forges_if_byzantine[process.index()]) return logic_.constant(false);
    return logic_.status_is(process, Status::byzantine);
  }

  // Nobody will ever take a message to it.
  template <typename Process>
  [[nodiscard]] Truth is_deaf(const Process& process) const {
    return logic_.either(logic_.status_is(process, Status::crashed), forges(process));
  }

  // It is marked; or it is correct, and each line that names it has room.
  [[nodiscard]] Truth may_crash(ProcessId process) const {
    const auto& lines = faults_.crash_lines[process.index()];
    Truth room = logic_.constant(!lines.empty());
    for (const CrashLine& line : lines) {
      const Truth spent = logic_.at_least(line.count, line.processes, Status::crashed);
      room = logic_.both(room, logic_.negation(spent));
    }
    return logic_.either(logic_.status_is(process, Status::crash),
                         logic_.both(logic_.status_is(process, Status::correct), room));
  }

  // Where crashes show at receipt: whoever receives from it may find that it has crashed.
  [[nodiscard]] Truth may_be_found_crashed(ProcessId process) const {
    return logic_.either(logic_.status_is(process, Status::crashed), may_crash(process));
  }

  // In a synchronous system: its message may be missing. `nothing_came`: the channel from it is empty.
  template <typename Process>
  [[nodiscard]] Truth may_be_absent(const Process& process, const Truth& nothing_came) const {
    const Truth faulty = logic_.either(logic_.status_is(process, Status::byzantine),
                                       logic_.status_is(process, Status::crashed));
    return logic_.either(forges(process), logic_.both(faulty, nothing_came));
  }

 private:
  const FaultModel& faults_;
  const Logic logic_;
};

}  // namespace quorate
