// Dynamic partial-order reduction [Flanagan, Godefroid 2005], for transitions that consume quorums.
//
// In every state the search takes first one transition only. When a step races with an earlier one of the
// path, a transition is added to those wanted in the state before the earlier step, so that the other order
// is tried as well. A transition that was taken in a state sleeps in what follows its siblings, until a step
// that depends on it wakes it [Godefroid 1996]: the runs that begin with it were explored before. On systems
// whose runs end, every maximal Mazurkiewicz trace is then executed: all deadlocks are reached, every model
// error shows, and, visible transitions being dependent on each other, every violation of an invariant.
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
// disabled. Here a process has several. It also has no sleep sets. So this is another argument. A transition
// is awake in a state of the path if it is possible there and does not sleep. A run w from s is awake if each
// of its steps is, where steps wake what depends on them. If independent steps of an awake run are swapped,
// it is one still, since only a step that depends on a transition can change whether it is awake. The claim:
// when s is left, for every awake run w from s a run of the tree below s was explored of which w is a
// beginning, up to the order of independent steps. By induction from the leaves of the tree. Let W
// be the wanted transitions of s, which are awake and explored.
// - Some member of W can be moved to the front of w. Take the one that was explored first, by the step that
//   is in w. The rest of w is awake after it: a sibling that sleeps there and occurs in w, not woken, could
//   be moved to the front as well, and was explored before.
// - No step of w depends on some t of W (W is not empty, if anything is awake). Then w is awake after t, as
//   above, and t before w is a run of which w is a beginning.
// - Otherwise let n be the first step of w that depends on a member of W, t such a member, v the steps of w
//   before n. No step of v depends on a member of W, so that neither v nor n is one. The steps of v can be
//   executed after t.
//   - n can be executed after t and v. By induction such a run was explored, where n races with t: t happens
//     before n, and not by way of a third step. The steps below t that happen before n, and n, are steps of v
//     and n, and an awake run from s. One of them was made wanted, a contradiction. Where they are evidently
//     no awake run from s (n may be the receipt of what t sends), there is no such w, and nothing need be
//     done.
//   - t has disabled n: n is a rival of t. It is not awake in s, since rivals that are awake are wanted with
//     t. If it is disabled in s, v contains a member of every necessary enabling set of n; if it sleeps
//     there, v contains a step that depends on it. That step is executed below t, does not happen after t,
//     and was treated as racing with it: it is arousing.
// In the initial states nothing sleeps, so that all runs are awake.
//
// Disabling: where channels show messages and never their absence, only steps of one process disable each
// other (what is offered to others does not go away; full channels wait for their receiver). In synchronous
// systems, where a process may notice that a message is absent, and with steps of faults, which share
// budgets, any dependent transition counts as a rival.
//
// Transitions are non-deterministic: a wanted one is taken with all its steps, sleeps only when all were
// taken, and all of the above is about transitions. In a state in which everything sleeps the path is given
// up; wakeup trees [Abdulla et al. 2014] would not come there, at the price of keeping trees for the states
// of the path. Tried and rejected: source sets, which want nothing if any step between the two could come
// first. They visit 1 % fewer states on Paxos (2,3,1), 3 % on storage (3,1).
#include "reduction/stubborn/dpor.hpp"

#include <algorithm>

#include "faults/hidden_variables.hpp"

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
  // Steps of faults share a budget, and receipts from a symmetric process what it sends to all, so that one
  // process's step may disable another's. (Signatures only enable; they are not told apart here.)
  const bool absence_shows = system_.model().channels.synchronous || looks_at_others(system_.model());
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
  node.finished = node.enabled;
  node.asleep = node.enabled;
  node.untaken.assign(relations_.groups(), 0);
  node.step = SIZE_MAX;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t t = relations_.group_of(steps.transition(i));
    node.enabled.insert(t);
    ++node.untaken[t];
  }
  fall_asleep(node);
  // First a transition with few rivals that are awake, since these are wanted as well.
  std::size_t first = SIZE_MAX;
  std::size_t least = SIZE_MAX;
  node.enabled.for_each([&](std::size_t t) {
    if (node.asleep.contains(t)) return;
    const std::size_t rivals = rivals_[t].count_new(node.enabled, node.asleep);
    if (rivals >= least) return;
    least = rivals;
    first = t;
  });
  if (first != SIZE_MAX) want(node, first);
}

// What slept in the state before, and what was taken there before the step to this state, sleeps on unless it
// depends on that step.
void DporPath::fall_asleep(Node& node) const {
  if (depth_ < 2) return;
  const Node& parent = nodes_[depth_ - 2];
  node.asleep.insert(parent.asleep);
  node.asleep.insert(parent.finished);
  node.asleep.remove(dependent_[parent.step]);
}

void DporPath::want(Node& node, std::size_t transition) const {
  if (node.wanted.contains(transition)) return;
  node.wanted.insert(transition);
  rivals_[transition].for_each([&](std::size_t rival) {
    if (awake(node, rival)) want(node, rival);
  });
}

// For every disabled rival of the node's step, one necessary enabling set. Sets are preferred whose members
// depend on the step: these happen after it and cost nothing. For every rival that sleeps, what wakes it.
void DporPath::find_arousing(Node& node) const {
  node.arousing = lpor::TransitionSet(relations_.groups());
  const lpor::TransitionSet& after = dependent_[node.step];
  rivals_[node.step].for_each([&](std::size_t rival) {
    if (node.asleep.contains(rival)) node.arousing.insert(dependent_[rival]);
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
  if (--node.untaken[taken] == 0) node.finished.insert(taken);
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
  want(node, awake(node, later.step) ? later.step : first);
}

// Whether the transition may occur, awake, after only the transitions `before` from the node's state: it is
// awake there, or one of them wakes it, or each of its necessary sets has a member among them.
bool DporPath::possible(const Node& node, std::size_t transition, const lpor::TransitionSet& before) const {
  if (awake(node, transition)) return true;
  if (node.asleep.contains(transition)) return dependent_[transition].meets(before);
  bool all = enablers_[transition].meets(before);
  relations_.necessary_sets(
      relations_.members(transition)[0], node.state.data(),
      [&](const lpor::TransitionSet& candidate) { all = all && candidate.meets(before); });
  return all;
}

}  // namespace quorate
