// LTL checking by automata: the negated formula becomes an automaton (translate), whose product with the
// graph of the system is searched for a fair accepted run (fair_component). A run that is found is a
// counterexample. The graph asks for the steps of a state once and keeps them, so that a partial-order
// reduction is one of the system and never of the product (docs/soundness.md, "Temporal formulas").
#include "temporal/ltl_check.hpp"

#include <fmt/format.h>

#include "base/budget.hpp"
#include "temporal/atom_table.hpp"

namespace quorate {

namespace {

// Looks for a shorter lasso, since that of a depth-first search usually is long. The answer is known already:
// errors or limits that the graph meets meanwhile do not change it.
void shorten(Lasso& lasso, Product& product) {
  constexpr std::size_t most_nodes = 400'000;
  std::vector<ProductNode> starts;
  for (StateNumber s = 0; s < product.graph().initial(); ++s) starts.push_back(product.start(s));
  // Without time or memory for it the longer lasso is kept.
  within_budget([&] {
    auto nearer = near_lasso(product, starts, most_nodes);
    if (nearer && nearer->states.size() < lasso.states.size()) lasso = std::move(*nearer);
  });
}

}  // namespace

LtlCheck check_ltl(const TransitionSystem& system, const LtlQuestion& question, const Fairness& fairness,
                   const SearchOptions& options) {
  LtlCheck answer;
  const AtomTable table(question.atoms, fairness);
  if (!(answer.too_large = table.too_large()).empty()) return answer;
  const auto automaton = translate(*question.pool, question.pool->negation(question.formula));
  if (!automaton) {
    answer.too_large = "the formula is too large to be translated to an automaton";
    return answer;
  }
  RunGraph graph(system, table.atoms(), fairness, options);
  Product product(graph, *automaton, fairness, system.transitions().size(), table);
  if (product.too_many_marks()) {
    answer.too_large = fmt::format("there are more than {} fairness assumptions", mark_limit);
    return answer;
  }
  graph.guarded([&] {
    if (!graph.start()) return;
    std::vector<ProductNode> starts;
    for (StateNumber s = 0; s < graph.initial(); ++s) starts.push_back(product.start(s));
    FairSearch search(product, std::move(starts));
    if (const auto component = search.find()) {
      const BudgetGrace grace;
      answer.lasso = short_lasso(product, search, *component);
    }
    answer.account = search.account();
    // Initial states that the graph has not taken over are missing in the product as well.
    answer.account.initial += graph.account().initial - graph.account().taken_over;
  });
  answer.problem = graph.problem();
  answer.statistics = graph.statistics();
  answer.bound_reached = graph.bound_reached();
  answer.way_to_failure = graph.way_to_failure();
  if (answer.lasso && question.shown) shorten(*answer.lasso, product);
  return answer;
}

}  // namespace quorate
