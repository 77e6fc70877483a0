// Interrupts a solver when the budget is spent: a question may take minutes, and Z3 does not ask the
// budget.
#pragma once

#include <z3++.h>

#include "base/budget.hpp"

namespace quorate {

// While it exists, the context's solvers are interrupted as soon as the budget is spent.
class SolverWatch {
 public:
  explicit SolverWatch(z3::context& context) : alarm_([&context] { context.interrupt(); }) {}

 private:
  BudgetAlarm alarm_;
};

// Z3's own limit on memory (memory_max_size) is not used: Z3 4.8.12 crashes where it is reached.

// Limits the time of a question. Z3 starts a thread for that; where no thread can be started there is no
// limit.
void limit_time(z3::params& options, unsigned milliseconds);

}  // namespace quorate
