// Properties can share a search if they need the same semantics, permutations and kind of partial-order
// reduction. Without partial-order reduction that suffices, since the searches would be equal. With it, every
// rule that is visible to one of the properties is visible in the shared search, and the more is visible the
// less is left out.
//
// - If the visible rules of one property include those of another, the search of the first is needed anyway
//   and also answers the second: they share it. So does freedom from deadlock, to which no rule is visible.
// - If each sees a rule that the other does not, a search for both would be larger than either, up to losing
//   all that the reduction gains: they are searched apart.
// So there is one search for each maximal set of visible rules. In the worst case, where the reduction gains
// nothing, that takes as many equal searches as there are properties.
//
// Rejected: a search for each property. Quorum Paxos (3,3) has 2,696 states for agreement, 7,568 for
// validity, and 7,568 for both, since validity sees all that agreement sees; apart they would be 10,264. Also
// rejected: comparing by a short trial of both, since reductions gain little on the first states.
#include "verify/gate/shared_searches.hpp"

#include <optional>

namespace quorate {

namespace {

// The plan whose search answers this one: of the plans that cover it and are covered by no other, the one
// with the fewest visible rules. Of plans that cover each other the first one counts.
std::size_t leader_of(const std::vector<PropertyPlan>& plans, std::size_t plan) {
  const auto covered = [&](std::size_t p) {
    for (std::size_t q = 0; q < plans.size(); ++q) {
      if (q != p && plans[q].covers(plans[p]) && (q < p || !plans[p].covers(plans[q]))) return true;
    }
    return false;
  };
  std::optional<std::size_t> best;
  for (std::size_t p = 0; p < plans.size(); ++p) {
    if (!plans[p].covers(plans[plan]) || covered(p)) continue;
    if (!best || plans[p].visible.size() < plans[*best].visible.size()) best = p;
  }
  return best.value_or(plan);
}

using Searches = std::vector<std::vector<std::size_t>>;

Searches by_leaders(const std::vector<PropertyPlan>& plans) {
  Searches searches;
  std::vector<std::size_t> leaders;  // [search]
  for (std::size_t p = 0; p < plans.size(); ++p) {
    const std::size_t leader = leader_of(plans, p);
    std::size_t s = 0;
    while (s < leaders.size() && leaders[s] != leader) ++s;
    if (s == leaders.size()) {
      leaders.push_back(leader);
      searches.emplace_back();
    }
    searches[s].push_back(p);
  }
  return searches;
}

// Whether two of the searches differ only in what is visible.
bool some_apart(const std::vector<PropertyPlan>& plans, const Searches& searches) {
  for (std::size_t s = 0; s < searches.size(); ++s) {
    for (std::size_t other = 0; other < s; ++other) {
      if (plans[searches[s].front()].alike(plans[searches[other].front()])) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::vector<std::size_t>> share_searches(const Gate& gate, std::vector<PropertyPlan> plans) {
  const Searches searches = by_leaders(plans);
  if (!some_apart(plans, searches)) return searches;
  // Where stubborn sets will be given up, separate searches gain nothing.
  for (PropertyPlan& plan : plans) {
    if (gate.will_give_up_reduction(plan)) plan.visible.clear();
  }
  return by_leaders(plans);
}

}  // namespace quorate
