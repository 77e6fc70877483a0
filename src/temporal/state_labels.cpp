// CTL* by induction on its structure [Emerson, Lei 1987]: `E path` is a question about linear time once the
// state formulas inside the path formula have become labels, innermost first. `A path` is `not E not path`.
//
// There are two ways to answer `E path`. `E X p`, `E F p`, `E p U q` and `E G p` are computed as fixpoints on
// the graph; with fairness the first three ask in addition for a state from which a fair run begins, and `E G
// p` is left to the other way. That is the product with the automaton of the path formula, in which one
// depth-first search decides all nodes.
#include "temporal/state_labels.hpp"

#include <algorithm>

#include "base/budget.hpp"

namespace quorate {

namespace {

GroundFormula negated(const GroundFormula& f) {
  return {FormulaKind::logical_not, 0, {f}};
}

GroundFormula truth() {
  return {FormulaKind::logical_and, 0, {}};
}

bool quantifies(const GroundFormula& f) {
  return f.kind == FormulaKind::on_all_paths || f.kind == FormulaKind::on_some_path;
}

}  // namespace

// Frees the atoms of labels when the formula around them is done.
class StateLabels::BorrowedAtoms {
 public:
  explicit BorrowedAtoms(StateLabels& labels) : labels_(labels), before_(labels.next_atom_) {}
  ~BorrowedAtoms() { labels_.next_atom_ = before_; }
  BorrowedAtoms(const BorrowedAtoms&) = delete;
  BorrowedAtoms& operator=(const BorrowedAtoms&) = delete;

 private:
  StateLabels& labels_;
  std::uint32_t before_;
};

std::vector<bool> StateLabels::states_with(const GroundFormula& formula) {
  if (formula.kind == FormulaKind::on_some_path) return on_some_path(formula.children[0]);
  if (formula.kind == FormulaKind::on_all_paths) {
    std::vector<bool> result = on_some_path(negated(formula.children[0]));
    result.flip();
    return result;
  }
  const BorrowedAtoms borrowed(*this);
  const GroundFormula f = with_labels(formula);
  if (is_temporal(f)) return states_with({FormulaKind::on_all_paths, 0, {f}});
  // Without temporal operators the first edges of the automaton decide.
  LtlPool pool;
  const LtlId id = to_ltl(pool, f);
  const auto automaton = translate(pool, id);
  std::vector<bool> result(graph_.size(), false);
  if (!automaton) {
    too_large_ = "the formula is too large to be translated to an automaton";
    return result;
  }
  for (StateNumber s = 0; s < graph_.size(); ++s) {
    result[s] = std::ranges::any_of(automaton->states[automaton->initial],
                                    [&](const auto& edge) { return edge.reads(graph_.atoms(s)); });
  }
  return result;
}

GroundFormula StateLabels::with_labels(const GroundFormula& path) {
  GroundFormula result = path;
  if (!quantifies(path)) {
    for (GroundFormula& child : result.children) child = with_labels(child);
    return result;
  }
  const std::vector<bool> where = states_with(path);
  if (next_atom_ == LtlPool::atom_limit) {
    too_large_ = "the formula has too many predicates and path quantifiers";
    return truth();
  }
  result = GroundFormula{};
  result.atom = next_atom_++;
  for (StateNumber s = 0; s < graph_.size(); ++s) graph_.set_atom(s, result.atom, where[s]);
  return result;
}

std::vector<bool> StateLabels::on_some_path(const GroundFormula& path) {
  const BorrowedAtoms borrowed(*this);
  const GroundFormula f = with_labels(path);
  if (auto result = by_fixpoint(f)) return std::move(*result);
  return by_automaton(f);
}

std::optional<std::vector<bool>> StateLabels::by_fixpoint(const GroundFormula& path) {
  const bool plain = std::ranges::none_of(path.children, is_temporal);
  if (path.kind == FormulaKind::logical_not) {  // comes from A: pushed inwards once
    const GroundFormula& inner = path.children[0];
    if (inner.kind == FormulaKind::logical_not) return by_fixpoint(inner.children[0]);
    if (inner.children.empty() || !std::ranges::none_of(inner.children, is_temporal)) return std::nullopt;
    const GroundFormula left = negated(inner.children[0]);
    switch (inner.kind) {
      case FormulaKind::next:
        return by_fixpoint({FormulaKind::next, 0, {left}});
      case FormulaKind::eventually:
        return by_fixpoint({FormulaKind::always, 0, {left}});
      case FormulaKind::always:
        return by_fixpoint({FormulaKind::eventually, 0, {left}});
      default:
        return std::nullopt;
    }
  }
  if (!plain) return std::nullopt;
  const auto part = [&](std::size_t k) { return states_with(path.children[k]); };
  switch (path.kind) {
    case FormulaKind::next: {
      std::vector<bool> goal = part(0);
      for (StateNumber s = 0; s < graph_.size(); ++s) goal[s] = goal[s] && fair_states()[s];
      return some_step_into(goal);
    }
    case FormulaKind::eventually:
      return until(std::vector<bool>(graph_.size(), true), part(0));
    case FormulaKind::until:
      return until(part(0), part(1));
    case FormulaKind::always:
      if (!fairness_.none()) return std::nullopt;
      return always(part(0));
    default:
      return std::nullopt;
  }
}

std::vector<bool> StateLabels::some_step_into(const std::vector<bool>& goal) const {
  std::vector<bool> result(graph_.size(), false);
  for (StateNumber s = 0; s < graph_.size(); ++s) {
    Budget::ask();
    result[s] = std::ranges::any_of(graph_.targets(s), [&](StateNumber to) { return goal[to]; });
  }
  return result;
}

std::vector<bool> StateLabels::until(const std::vector<bool>& through, std::vector<bool> goal) {
  build_predecessors();
  std::vector<StateNumber> queue;
  for (StateNumber s = 0; s < graph_.size(); ++s) {
    goal[s] = goal[s] && fair_states()[s];
    if (goal[s]) queue.push_back(s);
  }
  while (!queue.empty()) {
    Budget::ask();
    const StateNumber to = queue.back();
    queue.pop_back();
    for (std::uint64_t k = first_predecessor_[to]; k < first_predecessor_[to + 1]; ++k) {
      const StateNumber from = predecessors_[k];
      if (goal[from] || !through[from]) continue;
      goal[from] = true;
      queue.push_back(from);
    }
  }
  return goal;
}

// E G without fairness, a greatest fixpoint: states without a step to a remaining state are removed.
std::vector<bool> StateLabels::always(std::vector<bool> inside) {
  build_predecessors();
  std::vector<std::uint32_t> ways(graph_.size(), 0);
  std::vector<StateNumber> queue;
  for (StateNumber s = 0; s < graph_.size(); ++s) {
    Budget::ask();
    for (const StateNumber to : graph_.targets(s)) ways[s] += inside[to] ? 1 : 0;
    if (inside[s] && ways[s] == 0) queue.push_back(s);
  }
  while (!queue.empty()) {
    Budget::ask();
    const StateNumber gone = queue.back();
    queue.pop_back();
    inside[gone] = false;
    for (std::uint64_t k = first_predecessor_[gone]; k < first_predecessor_[gone + 1]; ++k) {
      const StateNumber from = predecessors_[k];
      if (--ways[from] == 0 && inside[from]) queue.push_back(from);
    }
  }
  return inside;
}

const std::vector<bool>& StateLabels::fair_states() {
  if (fair_states_.empty() && fairness_.none()) fair_states_.assign(graph_.size(), true);
  if (fair_states_.empty()) fair_states_ = by_automaton(truth());
  return fair_states_;
}

void StateLabels::build_predecessors() {
  if (!first_predecessor_.empty()) return;
  first_predecessor_.assign(graph_.size() + std::size_t{1}, 0);
  for (StateNumber s = 0; s < graph_.size(); ++s) {
    Budget::ask();
    for (const StateNumber to : graph_.targets(s)) ++first_predecessor_[to + std::size_t{1}];
  }
  for (std::size_t s = 1; s < first_predecessor_.size(); ++s)
    first_predecessor_[s] += first_predecessor_[s - 1];
  predecessors_.resize(first_predecessor_.back());
  std::vector<std::uint64_t> next(first_predecessor_.begin(), first_predecessor_.end() - 1);
  for (StateNumber s = 0; s < graph_.size(); ++s) {
    Budget::ask();
    for (const StateNumber to : graph_.targets(s)) predecessors_[next[to]++] = s;
  }
}

template <typename Use>
void StateLabels::with_product(const GroundFormula& path, const Use& use) {
  LtlPool pool;
  const LtlId id = to_ltl(pool, path);
  const auto automaton = translate(pool, id);
  if (!automaton) {
    too_large_ = "the formula is too large to be translated to an automaton";
    return;
  }
  Product product(graph_, *automaton, fairness_, transitions_, table_);
  if (product.too_many_marks()) {
    too_large_ = "there are too many fairness assumptions";
    return;
  }
  use(product);
}

std::vector<bool> StateLabels::by_automaton(const GroundFormula& path) {
  std::vector<bool> result(graph_.size(), false);
  with_product(path, [&](Product& product) {
    std::vector<ProductNode> starts;
    for (StateNumber s = 0; s < graph_.size(); ++s) starts.push_back(product.start(s));
    FairSearch search(product, std::move(starts));
    result = search.decide_all();
    demand_complete(search.account());
  });
  return result;
}

Lasso StateLabels::run_from(StateNumber state, const GroundFormula& path) {
  const BorrowedAtoms borrowed(*this);
  const GroundFormula f = with_labels(path);
  Lasso lasso;
  with_product(f, [&](Product& product) {
    FairSearch search(product, {product.start(state)});
    if (const auto component = search.find()) lasso = short_lasso(product, search, *component);
  });
  return lasso;
}

}  // namespace quorate
