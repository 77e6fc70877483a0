// Threshold algorithms, random ones of QUORATE_SEEDS seeds from QUORATE_FIRST_SEED on. The abstraction
// against instances, state by state and step by step; verdicts for all parameters, and proofs by runs cut
// into pieces, against the verdicts of small ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parameterized/instance/parameter_values.hpp"
#include "parameterized/param_check.hpp"
#include "threshold_graph.hpp"

namespace quorate {

namespace {

// The questions that ParamChecker asks first.
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
    if (check_instance(rules, choice.values, property, instance).verdict() == Verdict::violated)
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
    if (result.verdict() == Verdict::inconclusive) ++tally.inconclusive;
    if (result.verdict() == Verdict::violated) ++tally.violated;
    if (result.verdict() != Verdict::holds) continue;
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
    const SchemaAnswer answer = schema.check(*question, 1);
    ++(answer.proved ? tally.holds : tally.inconclusive);
    const std::string complaint = answer.proved ? violated_somewhere(rules, property) : "";
    if (!complaint.empty()) return complaint;
  }
  return "";
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
  // The test shows something only if some verdicts are decided.
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
