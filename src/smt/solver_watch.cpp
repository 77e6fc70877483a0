#include "smt/solver_watch.hpp"

#include <string>

namespace quorate {

void limit_solver_memory() {
  const std::uint64_t bytes = Budget::limit_bytes();
  if (bytes == UINT64_MAX) return;
  z3::set_param("memory_max_size", std::to_string((bytes >> 20U) + 1).c_str());
}

}  // namespace quorate
