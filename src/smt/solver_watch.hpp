// Ends what a solver is doing when the user interrupts the program: a question may take minutes, and the
// solver looks at no flag of ours.
#pragma once

#include <z3++.h>

#include <atomic>
#include <thread>

namespace quorate {

// As long as it lives, the context's solvers give up once `interrupted` is set. Null: never.
class SolverWatch {
 public:
  SolverWatch(z3::context& context, const std::atomic<bool>* interrupted);

 private:
  std::jthread thread_;
};

}  // namespace quorate
