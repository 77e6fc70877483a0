// Two transitions commute if neither depends on the other in the relations of stubborn sets
// (transition_relations.cpp). Two that are both observed by the monitor commute only while their steps leave
// the monitor unchanged, which sleep sets find out state by state (SleepAfterSteps): these pairs are kept
// apart.
#include "reduction/stubborn/independence.hpp"

#include <algorithm>
#include <map>

#include "reduction/stubborn/transition_relations.hpp"

namespace quorate {

std::shared_ptr<const Independence> find_independence(const ModelSystem& system) {
  const auto transitions = system.transitions();
  if (transitions.size() > TransitionBits::most) return nullptr;
  if (!TransitionRelations::against(system.model(), system.semantics()).empty()) return nullptr;
  if (std::ranges::any_of(transitions, [](const Transition& t) { return t.kind == StepKind::otherwise; }))
    return nullptr;
  const TransitionRelations relations(system, {}, Split::combined);
  Independence result;
  result.commuting.resize(transitions.size());
  result.quietly_commuting.resize(transitions.size());
  const auto relate = [](std::vector<TransitionBits>& sets, std::size_t a, std::size_t b) {
    sets[a].insert(TransitionId(static_cast<std::int64_t>(b)));
    sets[b].insert(TransitionId(static_cast<std::int64_t>(a)));
  };
  for (std::size_t a = 0; a < transitions.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      // Dependence is one-sided: a receiver depends on its sender and not conversely.
      if (relations.dependent_unobserved(a, b) || relations.dependent_unobserved(b, a)) continue;
      relate(result.quietly_commuting, a, b);
      if (!transitions[a].observed || !transitions[b].observed) relate(result.commuting, a, b);
    }
  }
  std::map<std::size_t, std::uint64_t> monitor;
  for (const std::uint32_t number : system.observe_writes()) {
    const Cell& cell = system.layout().cells[number];
    monitor[cell.word] |= cell.mask << cell.shift;
  }
  for (const auto& [word, mask] : monitor) result.monitor.push_back({word, mask});
  return std::make_shared<Independence>(std::move(result));
}

}  // namespace quorate
