// The units of a ProcessGroup, numbered class by class, and their permutations.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "reduction/symmetry/message_symmetry.hpp"
#include "reduction/symmetry/process_group.hpp"

namespace quorate {

// map[u]: the unit whose place unit u takes, which is of the same class.
using UnitMap = std::array<std::uint8_t, most_processes>;

struct UnitTable {
  UnitTable(const ProcessGroup& group, std::size_t processes);

  std::vector<Unit> units;
  std::vector<std::uint8_t> class_of;     // [unit]
  std::vector<std::uint8_t> class_begin;  // [class]: its first unit; one more entry for the end
  std::vector<std::int8_t> unit_of;       // [process]; -1: it is never moved
  std::vector<std::uint8_t> position_of;  // [process]: in its unit
  std::vector<bool> moved;                // [process]

  [[nodiscard]] std::size_t size() const { return units.size(); }
  [[nodiscard]] std::size_t classes() const { return class_begin.size() - 1; }
  [[nodiscard]] std::size_t class_size(std::size_t c) const {
    return static_cast<std::size_t>(class_begin[c + 1] - class_begin[c]);
  }
  [[nodiscard]] ProcessMap process_map(const UnitMap& map) const;
};

}  // namespace quorate
