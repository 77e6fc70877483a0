// LTL and CTL* against the naive reference, on random formulas and random systems. QUORATE_PAIRS says
// how many; a full run has 50,000.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "random_formula.hpp"
#include "random_table.hpp"
#include "seeded.hpp"
#include "temporal/ctl_star.hpp"
#include "temporal_reference.hpp"

namespace quorate {
namespace {

std::vector<TransitionId> some_transitions(Random& random, const Table& table,
                                           std::vector<TransitionId> except) {
  std::vector<TransitionId> chosen;
  for (std::uint32_t t = 0; t < table.transitions; ++t) {
    const bool free = std::ranges::find(except, TransitionId(t)) == except.end();
    if (free && random.percent(50)) chosen.emplace_back(t);
  }
  return chosen;
}

// Atoms 2 and 3 are for the assumptions.
Fairness random_fairness(Random& random, const Table& table) {
  Fairness fairness;
  if (random.percent(25)) fairness.unowed = some_transitions(random, table, {});
  if (random.percent(15)) {
    fairness.unowed_here = [](StateView state, TransitionId t) { return (state[0] + t.index()) % 3 == 0; };
  }
  if (random.percent(30)) fairness.justice.emplace_back(2);
  if (random.percent(10)) fairness.justice.emplace_back(3);
  if (random.percent(25)) fairness.compassion.push_back({PredicateId(2), PredicateId(3)});
  if (random.percent(10)) fairness.compassion.push_back({PredicateId(3), PredicateId(0)});
  while (random.percent(35) && fairness.steps.size() < 3) {
    StepJustice justice;
    justice.enabled = some_transitions(random, table, fairness.unowed);
    justice.taken = random.percent(80) ? justice.enabled : some_transitions(random, table, {});
    fairness.steps.push_back(justice);
  }
  while (random.percent(20) && fairness.strong_steps.size() < 2) {
    StepJustice strong;
    strong.enabled = some_transitions(random, table, fairness.unowed);
    strong.taken = random.percent(80) ? strong.enabled : some_transitions(random, table, {});
    fairness.strong_steps.push_back(strong);
  }
  if (random.percent(15)) fairness.finitely = some_transitions(random, table, {});
  if (random.percent(15)) {
    fairness.finitely_here = [](StateView state, const StepBuffer&, TransitionId t) {
      return (state[0] + 2 * t.index()) % 5 == 0;
    };
  }
  return fairness;
}

TableRun as_run(const Lasso& lasso, const Table& table, const Fairness& fairness) {
  TableRun run;
  run.loop_start = lasso.loop_start;
  for (const auto& state : lasso.states) run.states.push_back(static_cast<std::uint32_t>(state[0]));
  if (!lasso.rests()) run.states.pop_back();
  for (std::size_t k = 0; k < run.states.size(); ++k) {
    std::int32_t transition = -1;
    const std::uint32_t to = k + 1 < run.states.size() ? run.states[k + 1] : run.states[run.loop_start];
    if (k < lasso.transitions.size() && fairness.of_steps()) {
      transition = static_cast<std::int32_t>(lasso.transitions[k]);
    } else if (!fairness.of_steps()) {
      for (const TableEdge& edge : table.edges[run.states[k]]) {
        if (edge.to == to) transition = static_cast<std::int32_t>(edge.transition);
      }
    }
    run.transitions.push_back(transition);
  }
  return run;
}

std::string wrong_linear(std::uint64_t seed) {
  Random random(seed);
  const TableSystem system(random_table(random, 4));
  const Fairness fairness = random_fairness(random, system.table());
  const GroundFormula formula = random_formula(random, 2 + static_cast<int>(random.below(6)), {});
  LtlPool pool;
  const LtlId f = to_ltl(pool, formula);
  const SearchOptions options;
  const LtlCheck answer = check_ltl(system, {&pool, f, {PredicateId(0), PredicateId(1)}}, fairness, options);
  if (!answer.answered()) return "no answer to " + show(formula);
  TemporalReference reference(system.table(), fairness);
  const bool expected = reference.holds(formula, false);
  if (answer.holds() != expected) {
    return fmt::format("{} {}, says the engine: {}", show(formula), answer.holds() ? "holds" : "is violated",
                       seed);
  }
  if (!answer.lasso) {
    const TableRun run = reference.violating_run(formula, 5);
    return run.states.empty() ? "" : show(formula) + " is violated by a short run";
  }
  const TableRun run = as_run(*answer.lasso, system.table(), fairness);
  if (!reference.is_run(run)) return "the counterexample of " + show(formula) + " is no run";
  if (!reference.fair(run)) return "the counterexample of " + show(formula) + " is not fair";
  if (reference.on_run(formula, run)) return "the counterexample satisfies " + show(formula);
  return "";
}

// Atoms of branching formulas are evaluated by the engine's labels; only the run of the outermost quantifier
// is shown.
std::string wrong_branching(std::uint64_t seed) {
  Random random(seed);
  const TableSystem system(random_table(random, 4));
  const Fairness fairness = random_fairness(random, system.table());
  FormulaTaste taste;
  taste.paths = true;
  const GroundFormula formula = random_formula(random, 3 + static_cast<int>(random.below(7)), taste);
  const CtlStarCheck answer =
      check_ctl_star(system, formula, {PredicateId(0), PredicateId(1)}, fairness, SearchOptions{});
  if (!answer.answered()) return "no answer to " + show(formula);
  TemporalReference reference(system.table(), fairness);
  if (answer.holds != reference.holds(formula, true)) {
    return fmt::format("{} {}, says the engine", show(formula), answer.holds ? "holds" : "is violated");
  }
  if (!answer.lasso) return answer.holds ? "" : "nothing is shown against " + show(formula);
  if (!answer.shows_run) return "";
  const TableRun run = as_run(*answer.lasso, system.table(), fairness);
  if (!reference.is_run(run)) return "what is shown for " + show(formula) + " is no run";
  if (!reference.fair(run)) return "what is shown for " + show(formula) + " is not fair";
  return "";
}

void expect_none_wrong(std::string (*judge)(std::uint64_t)) {
  const std::uint64_t pairs = environment_number("QUORATE_PAIRS", 2000);
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  int failures = 0;
  for (std::uint64_t seed = first; seed < first + pairs && failures < 5; ++seed) {
    const std::string complaint = judge(seed);
    if (complaint.empty()) continue;
    ADD_FAILURE() << "seed " << seed << ": " << complaint;
    ++failures;
  }
}

TEST(Temporal, LinearFormulasAgreeWithTheReference) {
  expect_none_wrong(wrong_linear);
}

TEST(Temporal, BranchingFormulasAgreeWithTheReference) {
  expect_none_wrong(wrong_branching);
}

}  // namespace
}  // namespace quorate
