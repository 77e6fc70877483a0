// Ends what a solver is doing when the budget is spent: a question may take minutes, and the solver asks no
// budget of ours.
#pragma once

#include <z3++.h>

#include "base/budget.hpp"

namespace quorate {

// As long as it lives, the context's solvers give up once the budget is spent.
class SolverWatch {
 public:
  explicit SolverWatch(z3::context& context) : alarm_([&context] { context.interrupt(); }) {}

 private:
  BudgetAlarm alarm_;
};

// The solver has a limit on memory of its own (memory_max_size). It is not used: Z3 4.8.12 crashes where it
// is reached.

// How long a question may take. The solver makes a thread for that: where none can be had, it may take any
// time.
void limit_time(z3::params& options, unsigned milliseconds);

}  // namespace quorate
