// A Z3 context whose constructor throws std::bad_alloc if Z3 has no memory for one. Z3's C++ interface does
// not test whether the context was made, and crashes at its first use.
#pragma once

#include <z3++.h>

#include <new>

namespace quorate {

// Makes a context by the C interface and deletes it: the memory it took is free for the one that follows.
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
