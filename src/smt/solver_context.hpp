// A Z3 context whose constructor throws std::bad_alloc if there is no memory for one. Z3's C++ interface does
// not test whether the context was made, so it is made by the C interface. Z3 itself crashes where memory
// runs out in the middle of making one: more than it takes must be there before.
#pragma once

#include <sys/mman.h>
#include <z3++.h>

#include <cstddef>
#include <new>

namespace quorate {

class SolverContext {
 public:
  SolverContext() : scoped_(made_.context) {}

  z3::context& get() { return scoped_(); }

 private:
  struct Made {
    Made() {
      demand_memory();
      context = Z3_mk_context_rc(z3::config());
      if (context == nullptr) throw std::bad_alloc();
    }
    ~Made() { Z3_del_context(context); }
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;

    Z3_context context = nullptr;
  };

  static void demand_memory() {
    constexpr std::size_t enough = std::size_t{32} << 20U;
    void* const block = mmap(nullptr, enough, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
    munmap(block, enough);
  }

  Made made_;
  z3::scoped_context scoped_;  // lets go of the context before it is deleted
};

}  // namespace quorate
