// A Z3 context that is there or throws. The C++ interface of Z3 does not look whether the context could be
// made, and crashes at its first use where memory was short.
#pragma once

#include <z3++.h>

#include <new>

namespace quorate {

// Makes a context and gives it back: what it took is there for the one that follows.
struct ContextCanBeMade {
  ContextCanBeMade() {
    const z3::config options;
    Z3_context const made = Z3_mk_context_rc(options);
    if (made == nullptr) throw std::bad_alloc();
    Z3_del_context(made);
  }
};

class SolverContext : private ContextCanBeMade, public z3::context {};

}  // namespace quorate
