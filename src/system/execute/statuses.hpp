// The statuses of processes in a packed state, for faults/fault_conditions.hpp.
#pragma once

#include "faults/fault_conditions.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// A process without a status cell, or with an undefined status, is correct.
inline Status status_in(const Layout& layout, const std::uint64_t* state, ProcessId process) {
  const auto cell = layout.status_cells[process.index()];
  if (cell < 0) return Status::correct;
  const std::int64_t value = load(layout.cells[static_cast<std::size_t>(cell)], state);
  return value == undefined_value ? Status::correct : static_cast<Status>(value);
}

struct Statuses {
  using Truth = bool;

  const Layout& layout;
  const std::uint64_t* state;

  [[nodiscard]] bool status_is(ProcessId process, Status status) const {
    return status_in(layout, state, process) == status;
  }
  [[nodiscard]] bool at_least(std::int64_t count, const std::vector<ProcessId>& processes,
                              Status status) const {
    for (const ProcessId process : processes) count -= status_is(process, status) ? 1 : 0;
    return count <= 0;
  }
  [[nodiscard]] static bool constant(bool value) { return value; }
  [[nodiscard]] static bool negation(bool a) { return !a; }
  [[nodiscard]] static bool both(bool a, bool b) { return a && b; }
  [[nodiscard]] static bool either(bool a, bool b) { return a || b; }
};

}  // namespace quorate
