// CTL*: the graph of all states is built, labelled (state_labels has the algorithm), and the labels of the
// initial states decide. Then the verdict is explained by one run or state: the formula is followed from
// outside through "not", "and", "or" and "implies" to the path quantifier that decides it, and a run is
// computed for that. Without time for an explanation the verdict stands.
#include "temporal/ctl_star.hpp"

#include <algorithm>

#include "base/budget.hpp"
#include "temporal/state_labels.hpp"

namespace quorate {

namespace {

class CtlStarRun {
 public:
  CtlStarRun(RunGraph& graph, StateLabels& labels, CtlStarCheck& answer)
      : graph_(graph), labels_(labels), answer_(answer) {}

  void check(const GroundFormula& formula) {
    const std::vector<bool> where = labels_.states_with(formula);
    StateNumber shown = 0;
    while (shown < graph_.initial() && where[shown]) ++shown;
    answer_.holds = shown == graph_.initial();
    answer_.too_large = labels_.too_large();
    if (graph_.initial() == 0 || !answer_.too_large.empty()) return;
    // The answer stands even if there is no time to explain it.
    const Spent spent = within_budget([&] {
      const BudgetGrace grace;
      explain(formula, answer_.holds ? 0 : shown, answer_.holds);
    });
    if (spent != Spent::nothing || !labels_.too_large().empty()) {
      answer_.shows_run = false;
      show_state(answer_.holds ? 0 : shown);
    }
    // A formula that holds is explained only by a run that some E asks for.
    if (answer_.holds && !answer_.shows_run) answer_.lasso.reset();
  }

 private:
  bool true_at(const GroundFormula& formula, StateNumber state) {
    return labels_.states_with(formula)[state];
  }

  // Explains why the formula has this truth value in the state, by its outermost path quantifier.
  void explain(const GroundFormula& f, StateNumber state, bool truth) {
    const auto negation = [](const GroundFormula& g) {
      return GroundFormula{FormulaKind::logical_not, 0, {g}};
    };
    if (!is_state_formula(f)) {  // a path formula is meant of all paths
      return truth ? show_state(state) : show(labels_.run_from(state, negation(f)));
    }
    switch (f.kind) {
      case FormulaKind::on_all_paths:
        return truth ? show_state(state) : show(labels_.run_from(state, negation(f.children[0])));
      case FormulaKind::on_some_path:
        return truth ? show(labels_.run_from(state, f.children[0])) : show_state(state);
      case FormulaKind::logical_not:
        return explain(f.children[0], state, !truth);
      case FormulaKind::logical_and:
      case FormulaKind::logical_or:
        return explain_decisive(f, state, truth);
      case FormulaKind::implies:
        if (!truth || true_at(f.children[1], state)) return explain(f.children[1], state, truth);
        return explain(f.children[0], state, false);
      default:
        return show_state(state);
    }
  }

  // Explains a false conjunction by a false part and a true disjunction by a true one, otherwise by the first
  // part with a path quantifier.
  void explain_decisive(const GroundFormula& f, StateNumber state, bool truth) {
    const bool one_decides = (f.kind == FormulaKind::logical_or) == truth;
    for (const GroundFormula& child : f.children) {
      const bool chosen = one_decides ? true_at(child, state) == truth : has_path_quantifier(child);
      if (chosen) return explain(child, state, truth);
    }
    show_state(state);
  }

  void show(Lasso lasso) {
    answer_.lasso = std::move(lasso);
    answer_.shows_run = true;
  }

  void show_state(StateNumber state) {
    answer_.lasso = Lasso{{graph_.state(state)}, {}, 0};
    answer_.shows_run = false;
  }

  RunGraph& graph_;
  StateLabels& labels_;
  CtlStarCheck& answer_;
};

bool explore_all(RunGraph& graph) {
  if (!graph.start()) return false;
  for (StateNumber s = 0; s < graph.size(); ++s) {
    if (!graph.expand(s)) return false;
  }
  return true;
}

}  // namespace

CtlStarCheck check_ctl_star(const TransitionSystem& system, const GroundFormula& formula,
                            const std::vector<PredicateId>& atoms, const Fairness& fairness,
                            const SearchOptions& options) {
  CtlStarCheck answer;
  const AtomTable table(atoms, fairness);
  if (!(answer.too_large = table.too_large()).empty()) return answer;
  RunGraph graph(system, table.atoms(), fairness, options);
  graph.guarded([&] {
    if (!explore_all(graph)) return;
    StateLabels labels(graph, table, fairness, system.transitions().size());
    CtlStarRun(graph, labels, answer).check(formula);
  });
  answer.problem = graph.problem();
  answer.way_to_failure = graph.way_to_failure();
  answer.statistics = graph.statistics();
  answer.account = graph.account();
  answer.bound_reached = graph.bound_reached();
  return answer;
}

}  // namespace quorate
