// Marks on edges instead of states: justice, step justice and the automaton's acceptance are bits of one set,
// so that an assumption costs no states. A step justice is marked on the edges of each state in which none of
// its transitions has an owed step, and on the edges by its `taken` transitions: it holds on a run if and
// only if its mark occurs infinitely often. A strong assumption is a pair: `often` marks the states in which
// one of its transitions has an owed step, `then` the steps by its `taken` transitions. Steps that are taken
// finitely often are a pair whose `then` no edge has.
#include "temporal/product.hpp"

namespace quorate {

void Product::number_marks(const Fairness& fairness, std::size_t transitions) {
  first_justice_ = automaton_.mark_count;
  first_step_ = first_justice_ + justice_.size();
  const std::size_t first_pair = first_step_ + fairness.steps.size();
  const std::size_t first_strong = first_pair + 2 * compassion_.size();
  const std::size_t finitely = first_strong + 2 * fairness.strong_steps.size();
  const bool some_finitely = !fairness.finitely.empty() || fairness.finitely_here;
  mark_count_ = finitely + (some_finitely ? 2 : 0);
  if (too_many_marks()) return;
  for (std::size_t m = 0; m < first_pair; ++m) required_.set(m);
  for (std::size_t k = 0; k < compassion_.size(); ++k) {
    pairs_.push_back({first_pair + 2 * k, first_pair + 2 * k + 1});
  }
  if (!fairness.of_steps()) return;
  if (some_finitely) {
    pairs_.push_back({finitely, finitely + 1});
    finite_mark_.set(finitely);
  }
  enabled_.resize(transitions);
  strong_.resize(transitions);
  taken_.resize(transitions);
  for (std::size_t k = 0; k < fairness.steps.size(); ++k) {
    step_marks_.set(first_step_ + k);
    for (const TransitionId t : fairness.steps[k].enabled) enabled_[t.index()].set(first_step_ + k);
    for (const TransitionId t : fairness.steps[k].taken) taken_[t.index()].set(first_step_ + k);
  }
  for (std::size_t k = 0; k < fairness.strong_steps.size(); ++k) {
    const MarkPair pair{first_strong + 2 * k, first_strong + 2 * k + 1};
    pairs_.push_back(pair);
    for (const TransitionId t : fairness.strong_steps[k].enabled) strong_[t.index()].set(pair.often);
    for (const TransitionId t : fairness.strong_steps[k].taken) taken_[t.index()].set(pair.then);
  }
}

// The marks that all edges of a state have: justice and compassion by its atoms, the step justices that have
// no owed step in it, and the strong assumptions that have one.
MarkSet Product::marks_of_state(StateNumber state) const {
  MarkSet marks;
  const std::uint64_t atoms = graph_.atoms(state);
  const auto holds = [&](std::uint32_t atom) { return (atoms >> atom & 1) != 0; };
  for (std::size_t k = 0; k < justice_.size(); ++k) marks[first_justice_ + k] = holds(justice_[k]);
  for (std::size_t k = 0; k < compassion_.size(); ++k) {
    marks[pairs_[k].often] = holds(compassion_[k].first);
    marks[pairs_[k].then] = holds(compassion_[k].second);
  }
  if (enabled_.empty()) return marks;
  MarkSet waiting;
  const std::size_t steps = graph_.targets(state).size();
  for (std::size_t i = 0; i < steps; ++i) {
    const std::uint32_t transition = graph_.transition(state, i);
    if ((transition & RunGraph::unowed_bit) != 0) continue;
    waiting |= enabled_[transition];
    marks |= strong_[transition];
  }
  return marks | (step_marks_ & ~waiting);
}

Product::Cursor::Cursor(const Product& product, ProductNode node)
    : state_(product.state(node)),
      at_(static_cast<std::uint32_t>(node % product.automaton_.states.size())),
      common_(product.marks_of_state(state_)) {}

bool Product::Cursor::next(const Product& product, ProductEdge& edge) {
  const auto& edges = product.automaton_.states[at_];
  const std::span<const StateNumber> targets = product.graph_.targets(state_);
  const std::uint64_t atoms = product.graph_.atoms(state_);
  while (edge_ < edges.size() && (step_ == targets.size() || !edges[edge_].reads(atoms))) {
    ++edge_;
    step_ = 0;
  }
  if (edge_ == edges.size()) return false;
  edge.target = product.node(targets[step_], edges[edge_].target);
  edge.step = step_;
  edge.marks = common_ | MarkSet(edges[edge_].marks);
  if (!product.taken_.empty()) {
    const std::uint32_t transition = product.graph_.transition(state_, step_);
    if (transition != RunGraph::no_transition) {
      edge.marks |= product.taken_[transition & RunGraph::transition_bits];
      if ((transition & RunGraph::finitely_bit) != 0) edge.marks |= product.finite_mark_;
    }
  }
  ++step_;
  return true;
}

}  // namespace quorate
