#include "temporal/atom_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "temporal/ltl.hpp"

namespace quorate {

AtomTable::AtomTable(std::vector<PredicateId> atoms, const Fairness& fairness) : atoms_(std::move(atoms)) {
  for (const PredicateId p : fairness.justice) add(p);
  for (const Compassion& c : fairness.compassion) {
    add(c.often);
    add(c.then);
  }
}

std::string AtomTable::too_large() const {
  if (atoms_.size() <= LtlPool::atom_limit) return "";
  return fmt::format(
      "the formula and its assumptions have {} different predicates, and at most {} are possible",
      atoms_.size(), LtlPool::atom_limit);
}

void AtomTable::add(PredicateId predicate) {
  if (std::ranges::find(atoms_, predicate) == atoms_.end()) atoms_.push_back(predicate);
}

std::uint32_t AtomTable::operator()(PredicateId predicate) const {
  return static_cast<std::uint32_t>(std::ranges::find(atoms_, predicate) - atoms_.begin());
}

}  // namespace quorate
