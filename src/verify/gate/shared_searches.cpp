// Properties need the same semantics, permutations and kind of partial-order reduction to share a search.
// Without partial-order reduction that is enough: the search would be the same for each of them. With it, a
// search keeps in view every rule that is visible to one of its properties, and the more is visible the less
// is left out.
//
// - Where the visible rules of one property include those of another, the search of the first has to be made
// anyway
//   and answers the second for nothing: they share. So does freedom from deadlock, to which nothing is
//   visible.
// - Where each sees a rule that the other does not, a search for both would be larger than both of theirs, up
// to as
//   much as reduction gains at all: they are searched apart.
// So there is one search for each largest set of visible rules: never more than there are properties, which
// at worst, where reduction gains nothing, takes as many times as long as one search for all.
//
// Rejected: a search for each property. Quorum Paxos (3,3) has 2,696 states for agreement, 7,568 for
// validity, and 7,568 for both: validity sees what agreement sees, and apart they would have 10,264. Rejected
// as well: comparing by a short trial of both, since reductions gain little on the first states.
#include "verify/gate/shared_searches.hpp"

#include <optional>

namespace quorate {

namespace {

// The plan whose search answers this one: the one with the fewest visible rules among those that no other
// covers. Of plans that cover each other the first counts.
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
  std::vector<std::size_t> leaders;  // of the searches
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

// Whether only what is visible keeps two of the searches apart.
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
  // Where reduction will be given up there is nothing to be gained.
  for (PropertyPlan& plan : plans) {
    if (gate.will_give_up_reduction(plan)) plan.visible.clear();
  }
  return by_leaders(plans);
}

}  // namespace quorate
