// Threshold algorithms, random ones of QUORATE_SEEDS seeds from QUORATE_FIRST_SEED on. Instances against a
// naive executor of the statements; the abstraction against instances, state by state and step by step;
// verdicts for all parameters, and proofs by runs cut into pieces, against the verdicts of small ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "language/promela/promela_checker.hpp"
#include "parameterized/param_check.hpp"
#include "parameterized/parameter_search.hpp"
#include "random_threshold.hpp"
#include "seeded.hpp"
#include "threshold_reference.hpp"

namespace quorate {

namespace {

using PackedState = std::vector<std::uint64_t>;

std::shared_ptr<const RuleSystem> rules_of(const std::string& text) {
  const SourceText source("random.pml", text);
  Diagnostics diagnostics;
  const auto model = load_promela(source, {}, diagnostics);
  if (!model) {
    ADD_FAILURE() << render(diagnostics, source) << text;
    return nullptr;
  }
  return make_rules(*model, diagnostics);
}

// Whatever `judge` finds wrong with a random algorithm is a failure.
template <typename Judge>
std::uint64_t for_random_thresholds(const Judge& judge) {
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t count =
      environment_number("QUORATE_THRESHOLD_SEEDS", environment_number("QUORATE_SEEDS", 30));
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = random_threshold(seed);
    const auto rules = rules_of(text);
    if (!rules) continue;
    const std::string complaint = judge(rules);
    if (!complaint.empty()) ADD_FAILURE() << "seed " << seed << ": " << complaint << "\n" << text;
  }
  return count;
}

// All states of an instance with their successors; none if it has an error or is too large.
std::optional<std::map<PackedState, std::set<PackedState>>> whole_graph(const ThresholdInstance& instance,
                                                                        std::size_t most,
                                                                        std::vector<PackedState>& initial) {
  std::map<PackedState, std::set<PackedState>> graph;
  std::deque<PackedState> queue;
  StepBuffer buffer(instance.shape().words);
  instance.initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    initial.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
    if (graph.try_emplace(initial.back()).second) queue.push_back(initial.back());
  }
  while (!queue.empty()) {
    const PackedState state = queue.front();
    queue.pop_front();
    buffer.clear();
    instance.successors(state, {}, buffer);
    if (buffer.stopped() || buffer.bound_reached || graph.size() > most) return {};
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      PackedState next(buffer.state(i).begin(), buffer.state(i).end());
      graph[state].insert(next);
      if (graph.try_emplace(next).second) queue.push_back(std::move(next));
    }
  }
  return graph;
}

std::string parameter_text(const ParameterChoice& choice) {
  return fmt::format("parameters {}", fmt::join(choice.values, ","));
}

// How often each combination of propositions is true.
using Profile = std::map<std::vector<bool>, std::size_t>;

Profile profile_of(const ThresholdInstance& instance,
                   const std::map<PackedState, std::set<PackedState>>& graph, std::size_t propositions) {
  Profile profile;
  StepBuffer buffer(instance.shape().words);
  for (const auto& [state, next] : graph) {
    std::vector<bool> truths;
    for (std::size_t i = 0; i < propositions; ++i)
      truths.push_back(instance.holds(PredicateId(static_cast<std::int64_t>(i)), state, buffer) ==
                       Truth::yes);
    ++profile[truths];
  }
  return profile;
}

std::string compare_with_reference(const std::shared_ptr<const RuleSystem>& rules,
                                   const ParameterChoice& choice) {
  const std::size_t count = rules->propositions.size();
  const ThresholdInstance ordered(rules, choice.values, rules->propositions, false);
  const ThresholdInstance counted(rules, choice.values, rules->propositions, true);
  std::vector<PackedState> initial;
  const auto graph = whole_graph(ordered, 3000, initial);
  const auto multisets = whole_graph(counted, 3000, initial);
  ThresholdReference reference(*rules->model, choice.values, 40);
  const auto expected = reference.reachable(3000);
  if (!graph || !multisets || !expected) return "";
  if (graph->size() != expected->size())
    return fmt::format("{}: {} states, {} expected", parameter_text(choice), graph->size(), expected->size());
  Profile wanted;
  for (const auto& state : *expected) {
    std::vector<bool> truths;
    for (const auto& proposition : rules->model->propositions)
      truths.push_back(reference.holds(proposition.term, state));
    ++wanted[truths];
  }
  if (profile_of(ordered, *graph, count) != wanted) return parameter_text(choice) + ": propositions differ";
  std::set<PackedState> sorted;
  for (const auto& [state, next] : *graph) sorted.insert(counted.sorted(state));
  std::set<PackedState> kept;
  for (const auto& [state, next] : *multisets) kept.insert(state);
  return sorted == kept ? "" : parameter_text(choice) + ": the counter representation has other states";
}

// What ParamChecker asks before it looks at anything else.
bool starts_well(SmtSession& session) {
  return session.possible({}) && initialisation_problem(session.rules()).empty() &&
         initialisation_failure(session).empty();
}

// Every initial state, step, resting state and true predicate of the instance has its image.
std::string simulated(const std::shared_ptr<const RuleSystem>& rules, const ParameterChoice& choice,
                      const CounterAbstraction& abstraction, const SymbolValue& value,
                      const std::vector<Condition>& predicates) {
  const ThresholdInstance instance(rules, choice.values, predicates, true);
  std::vector<PackedState> initial;
  const auto graph = whole_graph(instance, 400, initial);
  if (!graph) return "";
  const auto image = [&](const PackedState& state) {
    return abstraction.pack(abstraction.abstraction_of(instance.decode(StateView(state)), value));
  };
  StepBuffer buffer(abstraction.shape().words);
  const auto collected = [&] {
    std::set<PackedState> states;
    for (std::size_t i = 0; i < buffer.size(); ++i)
      states.emplace(buffer.state(i).begin(), buffer.state(i).end());
    buffer.clear();
    return states;
  };
  abstraction.initial_states(buffer);
  const std::set<PackedState> starts = collected();
  for (const auto& state : initial) {
    if (!starts.contains(image(state))) return "initial state lost: " + instance.to_text(state);
  }
  std::map<PackedState, std::set<PackedState>> known;
  for (const auto& [state, successors] : *graph) {
    const PackedState before = image(state);
    if (!known.contains(before)) {
      abstraction.successors(before, {}, buffer);
      known[before] = collected();
    }
    for (const auto& next : successors) {
      if (image(next) != before && !known[before].contains(image(next)))
        return fmt::format("step lost: {} to {}", instance.to_text(state), instance.to_text(next));
    }
    if (successors.empty() && !known[before].contains(before)) return "rest lost: " + instance.to_text(state);
    for (std::size_t i = 0; i < predicates.size(); ++i) {
      const PredicateId predicate(static_cast<std::int64_t>(i));
      if (instance.holds(predicate, state, buffer) == Truth::yes &&
          abstraction.holds(predicate, before, buffer) != Truth::yes)
        return fmt::format("predicate {} lost: {}", i, instance.to_text(state));
    }
  }
  return "";
}

std::string compare_with_abstraction(const std::shared_ptr<const RuleSystem>& rules) {
  using Following = DataAbstraction::Following;
  using Counting = CounterAbstraction::Counting;
  SmtSession session(*rules);
  if (!starts_well(session)) return "";
  const KnownInvariants known(session);
  std::vector<Condition> predicates = rules->propositions;
  for (const auto& condition : rules->propositions) predicates.push_back(negation(condition));
  for (auto& domain : threshold_orders(session, rules->thresholds, 60)) {
    OrderContext order(*rules, std::move(domain), known, 60);
    try {
      for (const auto& [following, counting] :
           {std::pair(Following::nothing, Counting::some), std::pair(Following::intervals, Counting::some),
            std::pair(Following::intervals, Counting::thresholds)}) {
        const CounterAbstraction abstraction(order.data(following), counting, predicates);
        std::size_t tried = 0;
        for (const auto& choice : admissible_parameters(*rules, 3, 6)) {
          const auto quotients = quotient_values(*rules, choice.values);
          const SymbolValue value = [&](Symbol symbol) {
            return (symbol.kind == SymbolKind::parameter ? choice.values
                                                         : quotients)[static_cast<std::size_t>(symbol.index)];
          };
          if (!order.includes(value) || ++tried > 3) continue;
          const std::string complaint = simulated(rules, choice, abstraction, value, predicates);
          if (!complaint.empty()) return parameter_text(choice) + ": " + complaint;
        }
      }
    } catch (const DataAbstraction::TooLarge&) {
      continue;
    } catch (const DataAbstraction::NegativeValue&) {
      continue;
    }
  }
  return "";
}

struct Tally {
  std::size_t holds = 0;
  std::size_t violated = 0;
  std::size_t inconclusive = 0;
  std::size_t refinements = 0;
};

// A small instance that violates what is said to hold for all parameters.
std::string violated_somewhere(const std::shared_ptr<const RuleSystem>& rules,
                               const ThresholdProperty& property) {
  for (const auto& choice : admissible_parameters(*rules, 4, 7)) {
    InstanceOptions instance;
    instance.fairness = FairnessUse::all;
    instance.search.limits.max_states = 20'000;
    if (check_instance(rules, choice.values, property, instance).verdict == Verdict::violated)
      return fmt::format("{}: {} is violated, and is said to hold for all", parameter_text(choice),
                         property.name);
  }
  return "";
}

std::string compare_verdicts(const std::shared_ptr<const RuleSystem>& rules, Tally& tally) {
  ParamOptions options;
  options.most_processes = 3;
  options.instance_seconds = 1;
  options.most_locals = 40;
  options.search.limits.max_seconds = 2;
  options.search.limits.max_states = 3000;
  ParamChecker checker(rules, options);
  if (!checker.admissible_parameters_exist()) return "";
  for (const auto& property : rules->model->properties) {
    const ParamResult result = checker.check(property);
    tally.refinements += result.refinements;
    if (result.verdict == Verdict::inconclusive) ++tally.inconclusive;
    if (result.verdict == Verdict::violated) ++tally.violated;
    if (result.verdict != Verdict::holds) continue;
    ++tally.holds;
    const std::string complaint = violated_somewhere(rules, property);
    if (!complaint.empty()) return complaint;
  }
  return "";
}

std::string compare_schemas(const std::shared_ptr<const RuleSystem>& rules, Tally& tally) {
  SmtSession session(*rules);
  if (!starts_well(session)) return "";
  const KnownInvariants known(session);
  RunSchema schema(session, known);
  if (!schema.moves().problem.empty()) return "";
  for (const auto& property : rules->model->properties) {
    const auto question = violation_question(*rules, property, FairnessUse::all);
    const SchemaAnswer answer = schema.check(*question, 1, nullptr);
    ++(answer.proved ? tally.holds : tally.inconclusive);
    const std::string complaint = answer.proved ? violated_somewhere(rules, property) : "";
    if (!complaint.empty()) return complaint;
  }
  return "";
}

TEST(Thresholds, InstancesAreWhatTheStatementsSay) {
  for_random_thresholds([](const auto& rules) -> std::string {
    for (const auto& choice : admissible_parameters(*rules, 3, 5)) {
      const std::string complaint = compare_with_reference(rules, choice);
      if (!complaint.empty()) return complaint;
    }
    return "";
  });
}

TEST(Thresholds, TheAbstractionSimulatesInstances) {
  for_random_thresholds([](const auto& rules) { return compare_with_abstraction(rules); });
}

TEST(Thresholds, VerdictsForAllParametersAreThoseOfSmallOnes) {
  Tally tally;
  const std::uint64_t count =
      for_random_thresholds([&](const auto& rules) { return compare_verdicts(rules, tally); });
  fmt::print("{} algorithms: {} properties hold, {} are violated, {} inconclusive; {} refinements\n", count,
             tally.holds, tally.violated, tally.inconclusive, tally.refinements);
  // A test that decides nothing compares nothing.
  if (count >= 20) {
    EXPECT_GT(3 * (tally.holds + tally.violated), 2 * tally.inconclusive);
  }
}

TEST(Thresholds, RunsCutIntoPiecesLoseNoViolation) {
  Tally tally;
  const std::uint64_t count =
      for_random_thresholds([&](const auto& rules) { return compare_schemas(rules, tally); });
  fmt::print("{} algorithms: {} properties proved, {} not\n", count, tally.holds, tally.inconclusive);
  if (count >= 20) {
    EXPECT_GT(4 * tally.holds, tally.inconclusive);
  }
}

}  // namespace

}  // namespace quorate
