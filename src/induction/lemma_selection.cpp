#include "induction/lemma_selection.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace quorate {

LemmaSelection::LemmaSelection(Unrolling& unrolling, const Terms& lemmas, const Term& goal,
                               const Term& failure, const ProofClock& clock)
    : lemmas_(lemmas),
      clock_(clock),
      step_(unrolling, clock),
      alone_(unrolling, clock, TwoStates::With::no_step),
      goal_fails_(step_.fails_after(goal)),
      error_(alone_.before(failure)) {
  step_.assume(goal);
  alone_.assume(goal);
  for (const Term& lemma : lemmas) {
    switched_.push_back(step_.add(lemma));
    on_.push_back(switched_.back().on);
    on_alone_.push_back(alone_.before(lemma));
  }
}

std::optional<LemmaSelection::Positions> LemmaSelection::needed(TwoStates& where, const Terms& switches,
                                                                const Positions& available,
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

std::optional<LemmaSelection::Positions> LemmaSelection::closure(const std::optional<Positions>& fixed) {
  Positions all(lemmas_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  auto queue = fixed ? fixed : needed(step_, on_, all, goal_fails_);
  const auto errors = needed(alone_, on_alone_, all, error_);
  if (!queue || !errors) return std::nullopt;
  queue->insert(queue->end(), errors->begin(), errors->end());
  std::set<std::size_t> chosen;
  while (!queue->empty()) {
    const std::size_t next = queue->back();
    queue->pop_back();
    if (!chosen.insert(next).second) continue;
    const auto more = needed(step_, on_, all, switched_[next].violated);
    if (!more) return std::nullopt;
    queue->insert(queue->end(), more->begin(), more->end());
  }
  return Positions(chosen.begin(), chosen.end());
}

bool LemmaSelection::suffices(const Positions& chosen, bool with_goal) {
  if (with_goal && !needed(step_, on_, chosen, goal_fails_)) return false;
  if (!needed(alone_, on_alone_, chosen, error_)) return false;
  return std::ranges::all_of(
      chosen, [&](std::size_t i) { return needed(step_, on_, chosen, switched_[i].violated).has_value(); });
}

void LemmaSelection::reduce(Positions& chosen, const std::optional<Positions>& fixed) {
  const Positions order(chosen.rbegin(), chosen.rend());
  for (const auto i : order) {
    if (clock_.over()) return;
    if (fixed && std::ranges::find(*fixed, i) != fixed->end()) continue;
    Positions fewer = chosen;
    std::erase(fewer, i);
    if (suffices(fewer, !fixed)) chosen = std::move(fewer);
  }
}

std::optional<Selection> LemmaSelection::select(const std::optional<std::vector<std::size_t>>& fixed) {
  auto chosen = closure(fixed);
  if (!chosen) return std::nullopt;
  reduce(*chosen, fixed);
  Selection selection;
  const auto goal = fixed ? fixed : needed(step_, on_, *chosen, goal_fails_);
  if (!goal) return std::nullopt;
  selection.goal_needs = *goal;
  for (const auto i : *chosen) {
    // With itself and as few of the others as possible.
    auto needs = needed(step_, on_, *chosen, switched_[i].violated);
    if (!needs) return std::nullopt;
    for (std::size_t k = 0; k < needs->size();) {
      Positions fewer = *needs;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      if (std::ranges::find(fewer, i) == fewer.end()) fewer.push_back(i);
      const auto smaller = needed(step_, on_, fewer, switched_[i].violated);
      if (smaller && (*needs)[k] != i) {
        needs = smaller;
        k = 0;
      } else {
        ++k;
      }
    }
    std::erase(*needs, i);
    selection.lemmas.push_back({i, *needs});
  }
  return selection;
}

}  // namespace quorate
