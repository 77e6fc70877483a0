#include "temporal_reference.hpp"

#include <algorithm>
#include <map>

namespace quorate {

std::vector<TemporalReference::Step> TemporalReference::steps(std::uint32_t state) const {
  std::vector<Step> result;
  bool owed = false;
  for (const TableEdge& edge : table_.edges[state]) {
    result.push_back({static_cast<std::int32_t>(edge.transition), edge.to});
    owed = owed || is_owed(state, edge.transition);
  }
  if (!owed) result.push_back({-1, state});
  return result;
}

bool TemporalReference::is_owed(std::uint32_t state, std::uint32_t transition) const {
  const TransitionId id(transition);
  const std::uint64_t number = state;
  if (occurs_finitely(state, static_cast<std::int32_t>(transition))) return false;
  if (fairness_.unowed_here && fairness_.unowed_here(StateView(&number, 1), id)) return false;
  return std::ranges::find(fairness_.unowed, id) == fairness_.unowed.end();
}

bool TemporalReference::occurs_finitely(std::uint32_t state, std::int32_t transition) const {
  if (transition < 0) return false;
  const TransitionId id(transition);
  const std::uint64_t number = state;
  if (fairness_.finitely_here && fairness_.finitely_here(StateView(&number, 1), StepBuffer(1), id))
    return true;
  return std::ranges::find(fairness_.finitely, id) != fairness_.finitely.end();
}

bool TemporalReference::enabled(const StepJustice& justice, std::uint32_t state) const {
  return std::ranges::any_of(table_.edges[state], [&](const TableEdge& edge) {
    return is_owed(state, edge.transition) &&
           std::ranges::find(justice.enabled, TransitionId(edge.transition)) != justice.enabled.end();
  });
}

bool TemporalReference::taken(const StepJustice& justice, std::int32_t transition) const {
  return std::ranges::find(justice.taken, TransitionId(transition)) != justice.taken.end();
}

// Guesses of the truth of all temporal subformulas, in every state.
class GuessGraph {
 public:
  GuessGraph(const TemporalReference& r, const GroundFormula& formula) : r_(r), root_(formula) {
    collect(root_);
    guesses_ = std::size_t{1} << temporal_.size();
    edges_.resize(r_.table_.edges.size() * guesses_);
    for (std::size_t node = 0; node < edges_.size(); ++node) {
      for (const auto& step : r_.steps(state(node))) {
        for (std::size_t g = 0; g < guesses_; ++g) {
          const std::size_t to = step.to * guesses_ + g;
          if (fits(node, to)) edges_[node].push_back({to, step.transition});
        }
      }
    }
  }

  // By state: a fair path from it satisfies the formula.
  std::vector<bool> satisfiable() {
    std::vector<bool> good(edges_.size(), false);
    const std::size_t pairs = r_.fairness_.compassion.size() + r_.fairness_.strong_steps.size();
    for (std::size_t avoided = 0; avoided < (std::size_t{1} << pairs); ++avoided) {
      mark_fair_components(avoided, good);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t node = 0; node < edges_.size(); ++node) {
        for (const auto& edge : edges_[node]) {
          if (good[node] || !good[edge.to]) continue;
          good[node] = true;
          changed = true;
        }
      }
    }
    std::vector<bool> result(r_.table_.edges.size(), false);
    for (std::size_t node = 0; node < edges_.size(); ++node) {
      if (good[node] && value(root_, node)) result[state(node)] = true;
    }
    return result;
  }

 private:
  struct Edge {
    std::size_t to;
    std::int32_t transition;
  };

  [[nodiscard]] std::uint32_t state(std::size_t node) const {
    return static_cast<std::uint32_t>(node / guesses_);
  }

  void collect(const GroundFormula& f) {
    for (const auto& child : f.children) collect(child);
    switch (f.kind) {
      case FormulaKind::next:
      case FormulaKind::eventually:
      case FormulaKind::always:
      case FormulaKind::until:
      case FormulaKind::release:
      case FormulaKind::weak_until:
        index_[&f] = temporal_.size();
        temporal_.push_back(&f);
        break;
      default:
        break;
    }
  }

  [[nodiscard]] bool value(const GroundFormula& f, std::size_t node) const {
    if (const auto known = index_.find(&f); known != index_.end()) {
      return ((node % guesses_) >> known->second & 1) != 0;
    }
    const auto c = [&](std::size_t k) { return value(f.children[k], node); };
    switch (f.kind) {
      case FormulaKind::atom:
        return r_.atom(state(node), f.atom);
      case FormulaKind::logical_not:
        return !c(0);
      case FormulaKind::logical_and:
        return std::ranges::all_of(f.children, [&](const auto& child) { return value(child, node); });
      case FormulaKind::logical_or:
        return std::ranges::any_of(f.children, [&](const auto& child) { return value(child, node); });
      case FormulaKind::implies:
        return !c(0) || c(1);
      case FormulaKind::iff:
        return c(0) == c(1);
      default:
        ADD_FAILURE() << "unexpected operator";
        return false;
    }
  }

  // What the guess must be, given the truth of the parts now and of the whole in the next state.
  [[nodiscard]] bool due(const GroundFormula& f, std::size_t node, std::size_t next) const {
    const auto now = [&](std::size_t k) { return value(f.children[k], node); };
    switch (f.kind) {
      case FormulaKind::next:
        return value(f.children[0], next);
      case FormulaKind::eventually:
        return now(0) || value(f, next);
      case FormulaKind::always:
        return now(0) && value(f, next);
      case FormulaKind::until:
      case FormulaKind::weak_until:
        return now(1) || (now(0) && value(f, next));
      default:
        return now(1) && (now(0) || value(f, next));
    }
  }

  [[nodiscard]] bool fits(std::size_t node, std::size_t next) const {
    return std::ranges::all_of(temporal_,
                               [&](const auto* f) { return value(*f, node) == due(*f, node, next); });
  }

  // Whether the guess is settled here: an eventuality that is guessed must come true somewhere, and an
  // `always` that is denied must be broken somewhere. A fair path passes such states infinitely often.
  [[nodiscard]] bool settled(const GroundFormula& f, std::size_t node) const {
    const bool guess = value(f, node);
    const auto now = [&](std::size_t k) { return value(f.children[k], node); };
    switch (f.kind) {
      case FormulaKind::eventually:
        return !guess || now(0);
      case FormulaKind::until:
        return !guess || now(1);
      case FormulaKind::always:
        return guess || !now(0);
      case FormulaKind::release:
        return guess || !now(1);
      case FormulaKind::weak_until:
        return guess || (!now(0) && !now(1));
      default:
        return true;
    }
  }

  [[nodiscard]] std::vector<std::vector<bool>> reachability(std::size_t avoided) const {
    std::vector<std::vector<bool>> reaches(edges_.size(), std::vector<bool>(edges_.size(), false));
    for (std::size_t from = 0; from < edges_.size(); ++from) {
      std::vector<std::size_t> queue{from};
      while (!queue.empty()) {
        const std::size_t node = queue.back();
        queue.pop_back();
        if (forbidden(node, avoided)) continue;
        for (const auto& edge : edges_[node]) {
          if (forbidden(edge.to, avoided) || reaches[from][edge.to]) continue;
          if (r_.occurs_finitely(state(node), edge.transition)) continue;
          reaches[from][edge.to] = true;
          queue.push_back(edge.to);
        }
      }
    }
    return reaches;
  }

  [[nodiscard]] bool forbidden(std::size_t node, std::size_t avoided) const {
    const auto& pairs = r_.fairness_.compassion;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if ((avoided >> k & 1) != 0 && r_.atom(state(node), pairs[k].often.index())) return true;
    }
    const auto& strong = r_.fairness_.strong_steps;
    for (std::size_t k = 0; k < strong.size(); ++k) {
      if ((avoided >> (pairs.size() + k) & 1) != 0 && r_.enabled(strong[k], state(node))) return true;
    }
    return false;
  }

  void mark_fair_components(std::size_t avoided, std::vector<bool>& good) const {
    const auto reaches = reachability(avoided);
    std::vector<bool> done(edges_.size(), false);
    for (std::size_t node = 0; node < edges_.size(); ++node) {
      if (done[node] || !reaches[node][node]) continue;
      std::vector<std::size_t> members;
      for (std::size_t other = 0; other < edges_.size(); ++other) {
        if (reaches[node][other] && reaches[other][node]) members.push_back(other);
      }
      const bool fair = fair_component(members, avoided);
      for (const std::size_t member : members) {
        done[member] = true;
        if (fair) good[member] = true;
      }
    }
  }

  [[nodiscard]] bool fair_component(const std::vector<std::size_t>& members, std::size_t avoided) const {
    const auto some = [&](const auto& condition) { return std::ranges::any_of(members, condition); };
    for (const auto* f : temporal_) {
      if (!some([&](std::size_t node) { return settled(*f, node); })) return false;
    }
    for (const PredicateId p : r_.fairness_.justice) {
      if (!some([&](std::size_t node) { return r_.atom(state(node), p.index()); })) return false;
    }
    const auto& pairs = r_.fairness_.compassion;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if ((avoided >> k & 1) != 0) continue;
      if (!some([&](std::size_t node) { return r_.atom(state(node), pairs[k].then.index()); })) return false;
    }
    const auto taken_from = [&](const StepJustice& steps, std::size_t node) {
      return std::ranges::any_of(edges_[node], [&](const Edge& edge) {
        return r_.taken(steps, edge.transition) && std::ranges::binary_search(members, edge.to) &&
               !r_.occurs_finitely(state(node), edge.transition);
      });
    };
    for (const StepJustice& justice : r_.fairness_.steps) {
      const bool met = some(
          [&](std::size_t node) { return !r_.enabled(justice, state(node)) || taken_from(justice, node); });
      if (!met) return false;
    }
    const auto& strong = r_.fairness_.strong_steps;
    for (std::size_t k = 0; k < strong.size(); ++k) {
      if ((avoided >> (pairs.size() + k) & 1) != 0) continue;
      if (!some([&](std::size_t node) { return taken_from(strong[k], node); })) return false;
    }
    return true;
  }

  const TemporalReference& r_;
  const GroundFormula root_;
  std::vector<const GroundFormula*> temporal_;
  std::map<const GroundFormula*, std::size_t> index_;
  std::size_t guesses_ = 1;
  std::vector<std::vector<Edge>> edges_;
};

// Path quantifiers, innermost first, become labels.
GroundFormula TemporalReference::with_labels(const GroundFormula& formula) {
  GroundFormula result = formula;
  for (auto& child : result.children) child = with_labels(child);
  const bool exists = formula.kind == FormulaKind::on_some_path;
  if (!exists && formula.kind != FormulaKind::on_all_paths) return result;
  const std::vector<bool> where = states(result.children[0], exists);
  const std::uint32_t label = labels_++;
  for (std::size_t s = 0; s < where.size(); ++s) {
    if (where[s]) table_.atoms[s] |= std::uint64_t{1} << label;
  }
  GroundFormula atom;
  atom.atom = label;
  return atom;
}

std::vector<bool> TemporalReference::states(const GroundFormula& formula, bool exists) {
  GroundFormula f = with_labels(formula);
  if (!exists) f = GroundFormula{FormulaKind::logical_not, 0, {f}};
  std::vector<bool> result = GuessGraph(*this, f).satisfiable();
  if (!exists) result.flip();
  return result;
}

bool TemporalReference::holds(const GroundFormula& formula, bool branching) {
  const GroundFormula labelled = with_labels(formula);
  const bool of_state = branching && !is_temporal(labelled);
  std::vector<bool> where = of_state ? std::vector<bool>() : states(labelled, false);
  for (std::uint32_t s = 0; of_state && s < table_.edges.size(); ++s) {
    where.push_back(on_run(labelled, {{s}, {-1}, 0}));
  }
  return std::ranges::all_of(table_.initial, [&](std::uint32_t s) { return where[s]; });
}

}  // namespace quorate
