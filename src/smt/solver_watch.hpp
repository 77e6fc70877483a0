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

// The solver's own account: what it takes of memory at once fails beyond the budget's limit.
void limit_solver_memory();

}  // namespace quorate
