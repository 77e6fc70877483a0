// No algorithm of the engine that found the lasso (src/temporal) is used here: steps are those of a fresh
// unreduced system, the truth of the formula is computed position by position as least and greatest fixpoints
// on the loop, and each fairness assumption is evaluated by its definition. So an error of the engine, of an
// automaton or of a reduction cannot lead to a wrong counterexample.
#include "verify/temporal/lasso_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "temporal/run_graph.hpp"

namespace quorate {

namespace {

using PackedState = std::vector<std::uint64_t>;

// `steps`: all of the state.
bool occurs_finitely(const Fairness& fairness, StateView state, const StepBuffer& steps, TransitionId t) {
  return std::ranges::find(fairness.finitely, t) != fairness.finitely.end() ||
         (fairness.finitely_here && fairness.finitely_here(state, steps, t));
}

bool is_owed(const Fairness& fairness, StateView state, const StepBuffer& steps, TransitionId t) {
  if (occurs_finitely(fairness, state, steps, t)) return false;
  if (std::ranges::find(fairness.unowed, t) != fairness.unowed.end()) return false;
  return !fairness.unowed_here || !fairness.unowed_here(state, t);
}

// Whether a run may stay in a state whose steps are in the buffer.
bool may_idle(const Fairness& fairness, StateView state, const StepBuffer& buffer) {
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    if (is_owed(fairness, state, buffer, buffer.transition(i))) return false;
  }
  return true;
}

// Follows a path of representatives on the unreduced system.
class LassoLift {
 public:
  LassoLift(const TransitionSystem& unreduced, const Representative& representative, const Fairness& fairness)
      : system_(unreduced),
        stands_for_(representative),
        fairness_(fairness),
        buffer_(unreduced.shape().words) {}

  std::optional<Lasso> run(const Lasso& lasso) {
    if (!begin(lasso.states.front())) return std::nullopt;
    for (std::size_t k = 0; k < lasso.loop_start; ++k) {
      if (!step(lasso.states[k + 1])) return std::nullopt;
    }
    lifted_.loop_start = lifted_.states.size() - 1;
    if (lasso.rests()) return std::move(lifted_);
    // The permutation of one round has a finite order, so that a state at the beginning of the loop is
    // repeated.
    for (std::vector<std::size_t> heads{lifted_.loop_start};;) {
      for (std::size_t k = lasso.loop_start; k + 1 < lasso.states.size(); ++k) {
        if (!step(lasso.states[k + 1])) return std::nullopt;
      }
      const auto again = std::ranges::find_if(
          heads, [&](std::size_t head) { return lifted_.states[head] == lifted_.states.back(); });
      if (again != heads.end()) {
        lifted_.loop_start = *again;
        return std::move(lifted_);
      }
      heads.push_back(lifted_.states.size() - 1);
    }
  }

 private:
  bool begin(const PackedState& wanted) {
    system_.initial_states(buffer_);
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      if (take(i, wanted)) return true;
    }
    return false;
  }

  bool step(const PackedState& wanted) {
    const PackedState from = lifted_.states.back();
    buffer_.clear();
    system_.successors(from, {}, buffer_);
    lifted_.transitions.push_back(RunGraph::no_transition);
    if (may_idle(fairness_, from, buffer_) && representative(from) == wanted) {
      lifted_.states.push_back(from);
      return true;
    }
    // A transition that may occur only finitely often is taken only where no other leads there.
    for (const bool finitely : {false, true}) {
      for (std::size_t i = 0; i < buffer_.size(); ++i) {
        const TransitionId t = buffer_.transition(i);
        if (occurs_finitely(fairness_, from, buffer_, t) != finitely || !take(i, wanted)) continue;
        if (!fairness_.finitely.empty()) lifted_.transitions.back() = static_cast<std::uint32_t>(t.index());
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] PackedState representative(PackedState state) const {
    stands_for_(state.data());
    return state;
  }

  // Goes on to a state in the buffer, if the wanted one represents it.
  bool take(std::size_t i, const PackedState& wanted) {
    PackedState state(buffer_.state(i).begin(), buffer_.state(i).end());
    if (representative(state) != wanted) return false;
    lifted_.states.push_back(std::move(state));
    return true;
  }

  const TransitionSystem& system_;
  const Representative& stands_for_;
  const Fairness& fairness_;
  StepBuffer buffer_;
  Lasso lifted_;
};

StepDescription idle_step() {
  StepDescription step;
  step.kind = StepKind::otherwise;
  step.transition = "idle";
  step.rule = "idle";
  return step;
}

// The truth of a formula at each position of a lasso, by definition.
class LassoTruth {
 public:
  LassoTruth(const TransitionSystem& system, const Lasso& lasso)
      : system_(system),
        lasso_(lasso),
        length_(lasso.states.size() - (lasso.rests() ? 0 : 1)),
        buffer_(system.shape().words) {}

  std::vector<bool> of(const GroundFormula& f) {
    std::vector<std::vector<bool>> parts;
    for (const GroundFormula& child : f.children) parts.push_back(of(child));
    std::vector<bool> result(length_);
    switch (f.kind) {
      case FormulaKind::eventually:
      case FormulaKind::until:
        result.assign(length_, false);
        break;
      case FormulaKind::always:
      case FormulaKind::release:
      case FormulaKind::weak_until:
        result.assign(length_, true);
        break;
      default:
        break;
    }
    // Least or greatest fixpoint: backwards along the lasso until nothing changes.
    for (std::vector<bool> before;;) {
      before = result;
      for (std::size_t k = length_; k-- > 0;) result[k] = at(f, parts, result, k);
      if (result == before) return result;
    }
  }

 private:
  [[nodiscard]] std::size_t after(std::size_t k) const { return k + 1 < length_ ? k + 1 : lasso_.loop_start; }

  bool at(const GroundFormula& f, const std::vector<std::vector<bool>>& p, const std::vector<bool>& whole,
          std::size_t k) {
    switch (f.kind) {
      case FormulaKind::atom:
        return system_.holds(PredicateId(f.atom), lasso_.states[k], buffer_) == Truth::yes;
      case FormulaKind::logical_not:
        return !p[0][k];
      case FormulaKind::logical_and:
        return std::ranges::all_of(p, [&](const auto& part) { return part[k]; });
      case FormulaKind::logical_or:
        return std::ranges::any_of(p, [&](const auto& part) { return part[k]; });
      case FormulaKind::implies:
        return !p[0][k] || p[1][k];
      case FormulaKind::iff:
        return p[0][k] == p[1][k];
      case FormulaKind::next:
        return p[0][after(k)];
      case FormulaKind::eventually:
        return p[0][k] || whole[after(k)];
      case FormulaKind::always:
        return p[0][k] && whole[after(k)];
      case FormulaKind::until:
      case FormulaKind::weak_until:
        return p[1][k] || (p[0][k] && whole[after(k)]);
      case FormulaKind::release:
        return p[1][k] && (p[0][k] || whole[after(k)]);
      default:
        return p[0][k];
    }
  }

  const TransitionSystem& system_;
  const Lasso& lasso_;
  std::size_t length_;
  StepBuffer buffer_;
};

}  // namespace

std::optional<Lasso> lifted_lasso(const TransitionSystem& unreduced, const Representative& representative,
                                  const Fairness& fairness, const Lasso& lasso) {
  return LassoLift(unreduced, representative, fairness).run(lasso);
}

LassoReplay replay_lasso(const TransitionSystem& system, const Fairness& fairness, const Lasso& lasso) {
  LassoReplay result;
  StepBuffer buffer(system.shape().words);
  buffer.asked.describe_steps = true;
  // The step from one state to the next; an idle step only if there is no other.
  const auto describe = [&](const PackedState& from, const PackedState& to,
                            std::uint32_t transition) -> std::optional<StepDescription> {
    buffer.clear();
    system.successors(from, {}, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const bool fits = transition == RunGraph::no_transition || buffer.transition(i).index() == transition;
      if (fits && std::ranges::equal(buffer.state(i), to)) return buffer.found.descriptions[i];
    }
    const bool idles =
        transition == RunGraph::no_transition && from == to && may_idle(fairness, from, buffer);
    return idles ? std::optional(idle_step()) : std::nullopt;
  };
  system.initial_states(buffer);
  bool initial = false;
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    initial = initial || std::ranges::equal(buffer.state(i), lasso.states.front());
  }
  if (!initial) result.mismatch = "the first state of the run is not an initial state";
  result.trace.states.push_back(system.describe(lasso.states.front()));
  for (std::size_t k = 0; k + 1 < lasso.states.size(); ++k) {
    auto step = describe(lasso.states[k], lasso.states[k + 1], lasso.transitions[k]);
    if (!step) {
      result.mismatch = fmt::format("step {} of the run is not a step of the model", k + 1);
      return result;
    }
    result.trace.steps.push_back(std::move(*step));
    result.trace.states.push_back(system.describe(lasso.states[k + 1]));
  }
  const auto& last = lasso.states.back();
  const bool closes = lasso.rests() ? describe(last, last, RunGraph::no_transition).has_value()
                                    : last == lasso.states[lasso.loop_start];
  if (!closes) result.mismatch = "the run does not come back to where its loop begins";
  result.trace.loop_start = lasso.loop_start;
  return result;
}

bool satisfies(const TransitionSystem& system, const Lasso& lasso, const GroundFormula& formula) {
  return LassoTruth(system, lasso).of(formula).front();
}

namespace {

// Three-valued: nothing is said of what lies ahead.
std::optional<bool> truth_now(const TransitionSystem& system, StateView state, const GroundFormula& f,
                              StepBuffer& buffer) {
  std::vector<std::optional<bool>> c;
  if (f.kind == FormulaKind::atom) return system.holds(PredicateId(f.atom), state, buffer) == Truth::yes;
  for (const GroundFormula& child : f.children) c.push_back(truth_now(system, state, child, buffer));
  const auto any = [&](bool value) { return std::ranges::find(c, std::optional(value)) != c.end(); };
  const auto all = [&](bool value) {
    return std::ranges::all_of(c, [&](const auto& child) { return child == value; });
  };
  switch (f.kind) {
    case FormulaKind::logical_not:
      return c[0] ? std::optional(!*c[0]) : std::nullopt;
    case FormulaKind::logical_and:
      if (any(false)) return false;
      return all(true) ? std::optional(true) : std::nullopt;
    case FormulaKind::implies:
      if (c[0]) c[0] = !*c[0];
      [[fallthrough]];
    case FormulaKind::logical_or:
      if (any(true)) return true;
      return all(false) ? std::optional(false) : std::nullopt;
    case FormulaKind::iff:
      return c[0] && c[1] ? std::optional(*c[0] == *c[1]) : std::nullopt;
    case FormulaKind::eventually:
      return c[0] == true ? std::optional(true) : std::nullopt;
    case FormulaKind::always:
      return c[0] == false ? std::optional(false) : std::nullopt;
    case FormulaKind::until:
    case FormulaKind::weak_until:
      if (c[1] == true) return true;
      return all(false) ? std::optional(false) : std::nullopt;
    case FormulaKind::release:
      if (c[1] == false) return false;
      return all(true) ? std::optional(true) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool refuted_by(const TransitionSystem& system, StateView state, const GroundFormula& formula) {
  StepBuffer buffer(system.shape().words);
  return truth_now(system, state, formula, buffer) == false;
}

std::string broken_assumption(const TransitionSystem& system, const Lasso& lasso, const Fairness& fairness) {
  StepBuffer buffer(system.shape().words);
  const std::size_t end = lasso.states.size() - (lasso.rests() ? 0 : 1);
  const auto often = [&](const auto& condition) {
    for (std::size_t k = lasso.loop_start; k < end; ++k) {
      if (condition(k)) return true;
    }
    return false;
  };
  const auto holds_often = [&](PredicateId p) {
    return often([&](std::size_t k) { return system.holds(p, lasso.states[k], buffer) == Truth::yes; });
  };
  if (!std::ranges::all_of(fairness.justice, holds_often)) return "justice";
  for (const Compassion& pair : fairness.compassion) {
    if (holds_often(pair.often) && !holds_often(pair.then)) return "compassion";
  }
  const auto waits = [&](const StepJustice& justice, const PackedState& state) {
    buffer.clear();
    system.successors(state, {}, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const TransitionId t = buffer.transition(i);
      const bool counts = std::ranges::find(justice.enabled, t) != justice.enabled.end();
      if (counts && is_owed(fairness, state, buffer, t)) return true;
    }
    return false;
  };
  const auto taken = [&](const StepJustice& justice, std::size_t k) {
    return k < lasso.transitions.size() && std::ranges::any_of(justice.taken, [&](TransitionId t) {
             return t.index() == lasso.transitions[k];
           });
  };
  for (const StepJustice& justice : fairness.steps) {
    const bool kept =
        often([&](std::size_t k) { return taken(justice, k) || !waits(justice, lasso.states[k]); });
    if (!kept) return justice.name;
  }
  for (const StepJustice& strong : fairness.strong_steps) {
    const bool due = often([&](std::size_t k) { return waits(strong, lasso.states[k]); });
    if (due && !often([&](std::size_t k) { return taken(strong, k); })) return strong.name;
  }
  const bool too_often = often([&](std::size_t k) {
    if (k >= lasso.transitions.size() || lasso.transitions[k] == RunGraph::no_transition) return false;
    buffer.clear();
    system.successors(lasso.states[k], {}, buffer);
    return occurs_finitely(fairness, lasso.states[k], buffer, TransitionId(lasso.transitions[k]));
  });
  if (too_often) return "a step that is taken finitely often";
  return "";
}

}  // namespace quorate
