// Random small transition systems, given by tables.
#pragma once

#include "random_source.hpp"
#include "temporal/table_system.hpp"

namespace quorate {

inline Table random_table(Random& random, std::uint32_t atoms) {
  Table table;
  const std::size_t states = 1 + random.below(6);
  table.transitions = static_cast<std::uint32_t>(1 + random.below(3));
  for (std::size_t s = 0; s < states; ++s) {
    table.atoms.push_back(random.next() & ((std::uint64_t{1} << atoms) - 1));
    table.edges.emplace_back();
    for (std::size_t k = random.below(4); k > 0; --k) {
      table.edges.back().push_back({static_cast<std::uint32_t>(random.below(table.transitions)),
                                    static_cast<std::uint32_t>(random.below(states))});
    }
  }
  table.initial.push_back(0);
  if (random.percent(30)) table.initial.push_back(static_cast<std::uint32_t>(random.below(states)));
  return table;
}

}  // namespace quorate
