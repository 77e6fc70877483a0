#include "temporal/ltl_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "temporal/atom_table.hpp"

namespace quorate {

namespace {

// A shortest way among the steps that are known.
std::vector<std::vector<std::uint64_t>> way_to(const RunGraph& graph, StateNumber goal) {
  std::vector<StateNumber> parent(graph.size(), no_state);
  std::vector<bool> seen(graph.size(), false);
  std::deque<StateNumber> queue;
  for (StateNumber s = 0; s < graph.initial(); ++s) {
    seen[s] = true;
    queue.push_back(s);
  }
  while (!queue.empty() && !seen[goal]) {
    const StateNumber from = queue.front();
    queue.pop_front();
    if (!graph.known(from)) continue;
    for (const StateNumber to : graph.targets(from)) {
      if (seen[to]) continue;
      seen[to] = true;
      parent[to] = from;
      queue.push_back(to);
    }
  }
  std::vector<std::vector<std::uint64_t>> way;
  for (StateNumber s = goal; s != no_state; s = parent[s]) way.push_back(graph.state(s));
  std::ranges::reverse(way);
  return way;
}

// The step to a state in which a predicate fails is not among them.
std::vector<std::vector<std::uint64_t>> way_to_failure(const RunGraph& graph, const GraphProblem& problem) {
  if (problem.failed_after == no_state) return way_to(graph, problem.failed_state);
  auto way = way_to(graph, problem.failed_after);
  way.push_back(graph.state(problem.failed_state));
  return way;
}

}  // namespace

LtlCheck check_ltl(const TransitionSystem& system, const LtlQuestion& question, const Fairness& fairness,
                   const SearchOptions& options) {
  LtlCheck answer;
  const AtomTable table(question.atoms, fairness);
  if (table.atoms().size() > LtlPool::atom_limit) {
    answer.too_large =
        fmt::format("the formula and its assumptions have {} different predicates, of at most {}",
                    table.atoms().size(), LtlPool::atom_limit);
    return answer;
  }
  const auto automaton = translate(*question.pool, question.pool->negation(question.formula));
  if (!automaton) {
    answer.too_large = "the formula is too large to be made an automaton";
    return answer;
  }
  RunGraph graph(system, table.atoms(), fairness, options);
  Product product(graph, *automaton, fairness, system.transitions().size(), table);
  if (product.too_many_marks()) {
    answer.too_large = fmt::format("there are more than {} assumptions of fairness", mark_limit);
    return answer;
  }
  FairSearch search(product);
  if (graph.start()) {
    if (const auto component = search.run()) answer.lasso = short_lasso(product, search, *component);
  }
  answer.problem = graph.problem();
  answer.statistics = graph.statistics();
  answer.bound_reached = graph.bound_reached();
  if (answer.problem.failed_state != no_state) {
    answer.way_to_failure = way_to_failure(graph, answer.problem);
  }
  return answer;
}

}  // namespace quorate
