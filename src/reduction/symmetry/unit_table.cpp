#include "reduction/symmetry/unit_table.hpp"

namespace quorate {

UnitTable::UnitTable(const ProcessGroup& group, std::size_t processes)
    : unit_of(processes, -1), position_of(processes, 0), moved(processes, false) {
  for (const auto& members : group.classes) {
    class_begin.push_back(static_cast<std::uint8_t>(units.size()));
    for (const Unit& unit : members) {
      for (std::size_t i = 0; i < unit.size(); ++i) {
        unit_of[unit[i].index()] = static_cast<std::int8_t>(units.size());
        position_of[unit[i].index()] = static_cast<std::uint8_t>(i);
        moved[unit[i].index()] = true;
      }
      class_of.push_back(static_cast<std::uint8_t>(class_begin.size() - 1));
      units.push_back(unit);
    }
  }
  class_begin.push_back(static_cast<std::uint8_t>(units.size()));
}

ProcessMap UnitTable::process_map(const UnitMap& map) const {
  ProcessMap processes{};
  for (std::size_t p = 0; p < unit_of.size(); ++p) {
    processes[p] = static_cast<std::uint8_t>(p);
    if (unit_of[p] < 0) continue;
    const Unit& target = units[map[static_cast<std::size_t>(unit_of[p])]];
    processes[p] = static_cast<std::uint8_t>(target[position_of[p]].value);
  }
  return processes;
}

}  // namespace quorate
