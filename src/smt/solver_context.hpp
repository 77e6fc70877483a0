// A Z3 context whose constructor throws std::bad_alloc if Z3 has no memory for one. Z3's C++ interface does
// not test whether the context was made, and crashes at its first use. So it is made by the C interface.
#pragma once

#include <z3++.h>

#include <new>

namespace quorate {

class SolverContext {
 public:
  SolverContext() : scoped_(made_.context) {}

  z3::context& get() { return scoped_(); }

 private:
  struct Made {
    Made() : context(Z3_mk_context_rc(z3::config())) {
      if (context == nullptr) throw std::bad_alloc();
    }
    ~Made() { Z3_del_context(context); }
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;

    Z3_context context;
  };

  Made made_;
  z3::scoped_context scoped_;  // lets go of the context before it is deleted
};

}  // namespace quorate
