// Dynamic partial-order reduction [Flanagan, Godefroid 2005], for transitions that consume quorums.
//
// In every state the search takes first one transition only. When a step races with an earlier one of the
// path, a transition is added to those wanted in the state before the earlier step, so that the other order
// is tried as well. When the search leaves a state, its wanted transitions are a persistent set. On systems
// whose runs end, one representative of every maximal Mazurkiewicz trace is then executed: all deadlocks are
// reached, every model error shows, and, visible transitions being dependent on each other, every violation
// of an invariant.
//
// Dependence is the symmetric closure of the static relations "dependent" and "can enable". Happens-before is
// its transitive closure along the path. The original's clocks have a component for each process, whose steps
// are totally ordered; here two transitions of a process may be independent, so that the clock of a step has
// a component for each step of the path: whether it is in its past. The past of a step is the union of the
// pasts of the steps it depends on, and these. Quorum transitions need no rule of their own ([Bokor et al.
// 2011], VI.B): sending and consuming depend on each other, so that the past of a quorum step contains that
// of the sending of every message it consumes.
//
// The original assumes that a process has one next transition, and looks for its races even where it is
// disabled. Here a process has several. Let w be a run from s without wanted transitions whose last step n is
// the first that depends on a wanted one, t. The other steps are independent of t and can be executed after
// it.
// - If n can be executed after them as well, a run with the same trace was executed below t, where n races
//   with t: t happens before n, and not by way of a third step. The steps below t that happen before n, and
//   n, are then a run from s. One of them was made wanted, a contradiction. Where they are evidently no run
//   from s (n may be the receipt of what t sends), there is no such w, and nothing need be done.
// - If not, t has disabled n. If n is enabled in s, it is wanted with t: transitions that t may disable, its
//   rivals, always are. If it is disabled in s, w contains a member of every necessary enabling set of n.
//   That step is executed below t, does not happen after t, and was treated as racing with it: it is
//   arousing.
// Disabling: where channels show messages and never their absence, only steps of one process disable each
// other (what is offered to others does not go away; full channels wait for their receiver). In synchronous
// systems, where a process may notice that a message is absent, and with steps of faults, which share
// budgets, any dependent transition counts as a rival.
//
// Transitions are non-deterministic: a wanted one is taken with all its steps, and all of the above is about
// transitions. Sleep sets are not used: they would need another argument.
#include "reduction/stubborn/dpor.hpp"

#include <algorithm>

namespace quorate {

DporPath::DporPath(const ModelSystem& system, std::span<const PredicateId> visible)
    : system_(system), relations_(system, visible, Split::combined) {
  make_tables();
}

void DporPath::make_tables() {
  const std::size_t count = relations_.groups();
  dependent_.assign(count, lpor::TransitionSet(count));
  rivals_ = dependent_;
  enablers_ = dependent_;
  const auto process = [&](std::size_t t) { return system_.transitions()[relations_.members(t)[0]].process; };
  // Steps of faults share a budget, so that one process's step may disable another's.
  const bool absence_shows = system_.model().channels.synchronous || has_lowered_rules(system_.model());
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      if (relations_.can_enable(b, a)) enablers_[a].insert(b);
      const bool related = a == b || relations_.dependent(a, b) || relations_.dependent(b, a) ||
                           relations_.can_enable(a, b) || relations_.can_enable(b, a);
      if (related || (relations_.visible(a) && relations_.visible(b))) dependent_[a].insert(b);
      if (related && a != b && (absence_shows || process(a) == process(b))) rivals_[a].insert(b);
    }
  }
}

void DporPath::enter(StateView state, const StepBuffer& steps) {
  if (depth_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[depth_++];
  node.state.assign(state.begin(), state.end());
  node.enabled = lpor::TransitionSet(relations_.groups());
  node.wanted = node.enabled;
  node.step = SIZE_MAX;
  for (std::size_t i = 0; i < steps.size(); ++i)
    node.enabled.insert(relations_.group_of(steps.transition(i)));
  // First a transition with few enabled rivals, since these are wanted as well.
  std::size_t first = SIZE_MAX;
  std::size_t least = SIZE_MAX;
  node.enabled.for_each([&](std::size_t t) {
    const std::size_t rivals = rivals_[t].count_new(node.enabled, node.wanted);
    if (rivals >= least) return;
    least = rivals;
    first = t;
  });
  if (first != SIZE_MAX) want(node, first);
}

void DporPath::want(Node& node, std::size_t transition) const {
  if (node.wanted.contains(transition)) return;
  node.wanted.insert(transition);
  rivals_[transition].for_each([&](std::size_t rival) {
    if (node.enabled.contains(rival)) want(node, rival);
  });
}

// For every disabled rival of the node's step, one necessary enabling set. Sets are preferred whose members
// depend on the step: these happen after it and cost nothing.
void DporPath::find_arousing(Node& node) const {
  node.arousing = lpor::TransitionSet(relations_.groups());
  const lpor::TransitionSet& after = dependent_[node.step];
  rivals_[node.step].for_each([&](std::size_t rival) {
    if (node.enabled.contains(rival)) return;
    const lpor::TransitionSet* best = &enablers_[rival];
    std::size_t least = best->count_new(*best, after);
    relations_.necessary_sets(relations_.members(rival)[0], node.state.data(),
                              [&](const lpor::TransitionSet& candidate) {
                                const std::size_t size = candidate.count_new(candidate, after);
                                if (size >= least) return;
                                least = size;
                                best = &candidate;
                              });
    node.arousing.insert(*best);
  });
}

void DporPath::step(TransitionId transition) {
  const std::size_t last = depth_ - 1;
  Node& node = nodes_[last];
  const std::size_t taken = relations_.group_of(transition);
  if (node.step == taken) return;  // another step of the transition: same past, same races
  node.step = taken;
  find_arousing(node);
  node.past.assign(last, false);
  for (std::size_t d = last; d-- > 0;) {
    const Node& earlier = nodes_[d];
    if (dependent_[earlier.step].contains(taken)) {
      if (!node.past[d]) reverse_race(d, node);
      node.past[d] = true;
      for (std::size_t i = 0; i < d; ++i) {
        if (earlier.past[i]) node.past[i] = true;
      }
    } else if (!node.past[d] && earlier.arousing.contains(taken)) {
      reverse_race(d, node);
    }
  }
}

// The later step, or one that happens before it, must be wanted in the state before the earlier step, if
// these can be executed without the earlier step.
void DporPath::reverse_race(std::size_t earlier, const Node& later) {
  Node& node = nodes_[earlier];
  if (node.wanted.contains(later.step)) return;
  lpor::TransitionSet before(relations_.groups());
  std::size_t first = SIZE_MAX;
  for (std::size_t i = earlier + 1; i < later.past.size(); ++i) {
    if (!later.past[i]) continue;
    const std::size_t step = nodes_[i].step;
    if (node.wanted.contains(step) || !possible(node, step, before)) return;
    before.insert(step);
    if (first == SIZE_MAX) first = step;
  }
  if (!possible(node, later.step, before)) return;
  want(node, node.enabled.contains(later.step) ? later.step : first);
}

// Whether the transition may occur in the node's state after only the transitions `before`: it is enabled
// there, or each of its necessary sets has a member among them.
bool DporPath::possible(const Node& node, std::size_t transition, const lpor::TransitionSet& before) const {
  if (node.enabled.contains(transition)) return true;
  bool all = enablers_[transition].meets(before);
  relations_.necessary_sets(
      relations_.members(transition)[0], node.state.data(),
      [&](const lpor::TransitionSet& candidate) { all = all && candidate.meets(before); });
  return all;
}

}  // namespace quorate
