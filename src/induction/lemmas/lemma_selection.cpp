// The goal's step is asked first; the unsatisfiable core says which lemmas it needs. Each of these is a
// claim whose needs are asked next, until no new lemma is needed (a worklist); lemmas that are chosen
// already are preferred. Then lemmas are left out one after the other as long as the rest is still
// inductive and proves the goal. At last each claim gets a minimal set of needs. Every answer is a proof,
// so the selected lemmas are inductive by construction; they are few, not always the fewest.
#include "induction/lemmas/lemma_selection.hpp"

#include <algorithm>
#include <numeric>

#include "induction/lemmas/minimal_needs.hpp"

namespace quorate {

namespace {

// Time for leaving out lemmas; what is left when it is over is a proof, too.
constexpr double reduction_seconds = 30;

}  // namespace

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

std::optional<LemmaSelection::Positions> LemmaSelection::needed_beside(TwoStates& where,
                                                                       const Terms& switches,
                                                                       const Positions& chosen,
                                                                       const Term& claim) {
  if (auto enough = used_lemmas(where, switches, chosen, claim)) return enough;
  Positions all(lemmas_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  auto core = used_lemmas(where, switches, all, claim);
  if (!core) return std::nullopt;
  const auto is_chosen = [&](std::size_t i) { return std::ranges::find(chosen, i) != chosen.end(); };
  Positions fresh;
  std::ranges::copy_if(*core, std::back_inserter(fresh), [&](std::size_t i) { return !is_chosen(i); });
  for (std::size_t k = 0; k < fresh.size() && !clock_.over();) {
    Positions fewer = chosen;
    for (std::size_t j = 0; j < fresh.size(); ++j) {
      if (j != k) fewer.push_back(fresh[j]);
    }
    const auto smaller = used_lemmas(where, switches, fewer, claim);
    if (!smaller) {
      ++k;
      continue;
    }
    core = smaller;
    const auto dropped = [&](std::size_t i) { return std::ranges::find(*smaller, i) == smaller->end(); };
    // Those before k are still needed.
    std::erase_if(fresh, dropped);
  }
  return core;
}

// The goal, then what it needs, and so on.
std::optional<LemmaSelection::Positions> LemmaSelection::closure(const std::optional<Positions>& fixed) {
  Positions chosen;
  const auto add = [&](const Positions& more) {
    for (const auto i : more) {
      if (std::ranges::find(chosen, i) == chosen.end()) chosen.push_back(i);
    }
  };
  const auto goal = fixed ? fixed : needed_beside(step_, on_, chosen, goal_fails_);
  if (!goal) return std::nullopt;
  add(*goal);
  const auto errors = needed_beside(alone_, on_alone_, chosen, error_);
  if (!errors) return std::nullopt;
  add(*errors);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const auto more = needed_beside(step_, on_, chosen, switched_[chosen[k]].violated);
    if (!more) return std::nullopt;
    add(*more);
  }
  std::ranges::sort(chosen);
  return chosen;
}

bool LemmaSelection::suffices(const Positions& chosen, bool with_goal) {
  if (with_goal && !used_lemmas(step_, on_, chosen, goal_fails_)) return false;
  if (!used_lemmas(alone_, on_alone_, chosen, error_)) return false;
  return std::ranges::all_of(chosen, [&](std::size_t i) {
    return used_lemmas(step_, on_, chosen, switched_[i].violated).has_value();
  });
}

void LemmaSelection::reduce(Positions& chosen, const std::optional<Positions>& fixed) {
  const Positions order(chosen.rbegin(), chosen.rend());
  const double began = clock_.seconds();
  for (const auto i : order) {
    if (clock_.over() || clock_.seconds() - began > reduction_seconds) return;
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
  const auto goal = fixed ? fixed : minimal_needs(step_, on_, *chosen, goal_fails_, std::nullopt);
  if (!goal) return std::nullopt;
  selection.goal_needs = *goal;
  for (const auto i : *chosen) {
    const auto needs = minimal_needs(step_, on_, *chosen, switched_[i].violated, i);
    if (!needs) return std::nullopt;
    selection.lemmas.push_back({i, *needs});
  }
  return selection;
}

}  // namespace quorate
