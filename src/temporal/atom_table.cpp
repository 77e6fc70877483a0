#include "temporal/atom_table.hpp"

#include <algorithm>

namespace quorate {

AtomTable::AtomTable(std::vector<PredicateId> atoms, const Fairness& fairness) : atoms_(std::move(atoms)) {
  for (const PredicateId p : fairness.justice) add(p);
  for (const Compassion& c : fairness.compassion) {
    add(c.often);
    add(c.then);
  }
}

void AtomTable::add(PredicateId predicate) {
  if (std::ranges::find(atoms_, predicate) == atoms_.end()) atoms_.push_back(predicate);
}

std::uint32_t AtomTable::operator()(PredicateId predicate) const {
  return static_cast<std::uint32_t>(std::ranges::find(atoms_, predicate) - atoms_.begin());
}

}  // namespace quorate
