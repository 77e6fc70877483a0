#include "induction/lemmas/minimal_needs.hpp"

#include <algorithm>

namespace quorate {

namespace {

using Positions = std::vector<std::size_t>;

}  // namespace

std::optional<Positions> used_lemmas(TwoStates& where, const Terms& switches, const Positions& available,
                                     const Term& claim) {
  Terms assumptions{claim};
  for (const auto i : available) assumptions.push_back(switches[i]);
  if (where.ask(assumptions) != TwoStates::Answer::impossible) return std::nullopt;
  Positions result;
  for (const auto k : where.core(assumptions)) {
    if (k > 0) result.push_back(available[k - 1]);
  }
  return result;
}

std::optional<Positions> minimal_needs(TwoStates& where, const Terms& switches, const Positions& available,
                                       const Term& claim, std::optional<std::size_t> itself) {
  auto needs = used_lemmas(where, switches, available, claim);
  if (!needs) return std::nullopt;
  if (itself) std::erase(*needs, *itself);
  // Those before k are needed together with the ones after them, and so with fewer of these.
  for (std::size_t k = 0; k < needs->size();) {
    Positions fewer = *needs;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
    if (itself) fewer.push_back(*itself);
    const auto smaller = used_lemmas(where, switches, fewer, claim);
    if (!smaller) {
      ++k;
      continue;
    }
    std::erase_if(*needs, [&](std::size_t i) { return std::ranges::find(*smaller, i) == smaller->end(); });
  }
  std::ranges::sort(*needs);
  return needs;
}

}  // namespace quorate
