// The effect of statuses on steps: each condition is written once for all back ends. They differ in the
// Logic, which evaluates a condition on a state (the interpreter), prints it (native code, exports) or builds
// a formula (proofs). A process is its number, or a symbol for any process of a role, which has the index()
// of one of them.
//
//   Truth                                     the result: bool, an expression in C++ or Murphi, a formula
//   Truth status_is(process, status)
//   Truth at_least(count, processes, status)  at least `count` of them have the status
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

  // Whether the process executes its rules, or its byzantine rules.
  template <typename Process>
  [[nodiscard]] Truth acts(const Process& process, bool byzantine_rule) const {
    const Truth byzantine = logic_.status_is(process, Status::byzantine);
    return logic_.both(logic_.negation(logic_.status_is(process, Status::crashed)),
                       byzantine_rule ? byzantine : logic_.negation(byzantine));
  }

  // Whether the process can forge messages, and so has no state. This never changes in a run.
  template <typename Process>
  [[nodiscard]] Truth forges(const Process& process) const {
    if (!faults_.forges_if_byzantine[process.index()]) return logic_.constant(false);
    return logic_.status_is(process, Status::byzantine);
  }

  // Whether messages to the process are never taken.
  template <typename Process>
  [[nodiscard]] Truth is_deaf(const Process& process) const {
    return logic_.either(logic_.status_is(process, Status::crashed), forges(process));
  }

  // Whether the process may crash: its status is `crash`, or it is correct and no line that names it is used
  // up.
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

  // With crashes at receipt: whether a receiver may find that the process has crashed.
  [[nodiscard]] Truth may_be_found_crashed(ProcessId process) const {
    return logic_.either(logic_.status_is(process, Status::crashed), may_crash(process));
  }

  // In synchronous systems: whether the message of the process may be absent. nothing_came: its channel is
  // empty.
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
