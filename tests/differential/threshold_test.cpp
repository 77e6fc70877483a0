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

using Graph = std::map<PackedState, std::set<PackedState>>;

struct InstanceGraph {
  Graph steps;
  std::vector<PackedState> initial;
  bool failed = false;
  bool complete = true;  // not too large, and no step was left out
};

InstanceGraph explored(const ThresholdInstance& instance, std::size_t most) {
  InstanceGraph graph;
  std::deque<PackedState> queue;
  StepBuffer buffer(instance.shape().words);
  instance.initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    graph.initial.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
    if (graph.steps.try_emplace(graph.initial.back()).second) queue.push_back(graph.initial.back());
  }
  while (!queue.empty() && !buffer.stopped() && graph.steps.size() <= most) {
    const PackedState state = queue.front();
    queue.pop_front();
    buffer.clear();
    instance.successors(state, {}, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      PackedState next(buffer.state(i).begin(), buffer.state(i).end());
      graph.steps[state].insert(next);
      if (graph.steps.try_emplace(next).second) queue.push_back(std::move(next));
    }
  }
  graph.failed = buffer.trouble.failure.failed();
  graph.complete = instance.problem().empty() && !buffer.trouble.bound_reached && !buffer.trouble.too_many &&
                   (queue.empty() || graph.failed);
  return graph;
}

// All states of an instance with their successors; none if it has an error or is too large.
std::optional<Graph> whole_graph(const ThresholdInstance& instance, std::size_t most,
                                 std::vector<PackedState>& initial) {
  InstanceGraph graph = explored(instance, most);
  if (graph.failed || graph.steps.size() > most || !instance.problem().empty()) return {};
  initial = std::move(graph.initial);
  return std::move(graph.steps);
}

std::string parameter_text(const ParameterChoice& choice) {
  return fmt::format("parameters {}", fmt::join(choice.values, ","));
}

// Two graphs side by side, their states numbered and labelled with the propositions that are true.
class SideBySide {
 public:
  template <typename State, typename Label>
  void add(const std::map<State, std::set<State>>& steps, const Label& label) {
    std::map<State, std::size_t> numbers;
    for (const auto& [state, next] : steps) {
      numbers.emplace(state, class_of_.size());
      class_of_.push_back(labels_.try_emplace(label(state), labels_.size()).first->second);
    }
    for (const auto& [state, next] : steps) {
      steps_.emplace_back();
      for (const auto& target : next) steps_.back().push_back(numbers.at(target));
    }
  }

  // Refines until states of a class have steps into the same classes; the classes, by number.
  std::vector<std::size_t> bisimilar() {
    for (std::size_t before = 0, after = 1; before != after;) {
      std::map<std::pair<std::size_t, std::set<std::size_t>>, std::size_t> classes;
      std::vector<std::size_t> refined;
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        std::set<std::size_t> into;
        for (const std::size_t target : steps_[i]) into.insert(class_of_[target]);
        refined.push_back(classes.try_emplace({class_of_[i], into}, classes.size()).first->second);
      }
      before = std::set<std::size_t>(class_of_.begin(), class_of_.end()).size();
      after = classes.size();
      class_of_ = std::move(refined);
    }
    return class_of_;
  }

 private:
  std::map<std::vector<bool>, std::size_t> labels_;
  std::vector<std::vector<std::size_t>> steps_;
  std::vector<std::size_t> class_of_;
};

template <typename States, typename State>
std::size_t position(const States& states, const State& state) {
  return static_cast<std::size_t>(std::distance(states.begin(), states.find(state)));
}

// The same initial behaviours, and every behaviour of one is one of the other.
std::string compare_behaviour(const std::shared_ptr<const RuleSystem>& rules,
                              const ThresholdInstance& instance, const InstanceGraph& graph,
                              const ThresholdReference& reference, const ReferenceThresholdGraph& expected) {
  SideBySide both;
  StepBuffer buffer(instance.shape().words);
  both.add(graph.steps, [&](const PackedState& state) {
    std::vector<bool> truths;
    for (std::size_t i = 0; i < rules->propositions.size(); ++i)
      truths.push_back(instance.holds(PredicateId(static_cast<std::int64_t>(i)), state, buffer) ==
                       Truth::yes);
    return truths;
  });
  both.add(expected.steps, [&](const ReferenceThresholdState& state) {
    std::vector<bool> truths;
    for (const auto& proposition : rules->model->propositions)
      truths.push_back(reference.holds(proposition.term, state));
    return truths;
  });
  const std::vector<std::size_t> classes = both.bisimilar();
  std::set<std::size_t> starts;
  for (const auto& state : graph.initial) starts.insert(classes[position(graph.steps, state)]);
  std::set<std::size_t> expected_starts;
  for (const auto& state : expected.initial)
    expected_starts.insert(classes[graph.steps.size() + position(expected.steps, state)]);
  return starts == expected_starts ? "" : "the instance behaves otherwise than the statements say";
}

bool has_arbitrary_numbers(const RuleSystem& rules) {
  const auto some = [](const std::vector<ThresholdRule>& of) {
    return std::ranges::any_of(of, [](const auto& rule) { return rule.fresh > 0; });
  };
  return some(rules.rules) || some(rules.initial);
}

// Arbitrary numbers of the reference go beyond everything that the random algorithms compare them with.
constexpr std::int64_t kArbitrary = 12;
constexpr std::int64_t kHighest = 40;

std::string compare_with_reference(const std::shared_ptr<const RuleSystem>& rules,
                                   const ParameterChoice& choice, std::size_t& compared) {
  const ThresholdInstance ordered(rules, choice.values, rules->propositions, false);
  const ThresholdInstance counted(rules, choice.values, rules->propositions, true);
  const InstanceGraph graph = explored(ordered, 3000);
  const InstanceGraph multisets = explored(counted, 3000);
  ThresholdReference reference(*rules->model, choice.values, kArbitrary, kHighest);
  const ReferenceThresholdGraph expected = reference.explore(3000);
  if (!graph.complete || !multisets.complete || expected.too_large || expected.left_range) return "";
  if (graph.failed != expected.failed || multisets.failed != expected.failed)
    return parameter_text(choice) + (expected.failed ? ": an error is not found" : ": there is no error");
  ++compared;
  if (expected.failed) return "";
  if (!has_arbitrary_numbers(*rules) && graph.steps.size() != expected.steps.size())
    return fmt::format("{}: {} states, {} expected", parameter_text(choice), graph.steps.size(),
                       expected.steps.size());
  const std::string complaint = compare_behaviour(rules, ordered, graph, reference, expected);
  if (!complaint.empty()) return parameter_text(choice) + ": " + complaint;
  std::set<PackedState> sorted;
  for (const auto& [state, next] : graph.steps) sorted.insert(counted.sorted(state));
  std::set<PackedState> kept;
  for (const auto& [state, next] : multisets.steps) kept.insert(state);
  return sorted == kept ? "" : parameter_text(choice) + ": the counter representation has other states";
}

// What ParamChecker asks before it looks at anything else.
bool starts_well(SmtSession& session) {
  return session.possible({}) && initialisation_problem(session.rules()).empty() &&
         initialisation_failure(session).empty();
}

// What a state of the reference is where large values are taken together.
class SaturatedImage {
 public:
  SaturatedImage(const RuleSystem& rules, const ThresholdInstance& instance)
      : rules_(rules), instance_(instance) {}

  using Image = std::pair<std::vector<std::int64_t>, std::vector<std::vector<std::int64_t>>>;

  [[nodiscard]] Image of(const ReferenceThresholdState& state, const std::vector<std::size_t>& sizes) const {
    Image image;
    const ValueClasses& classes = instance_.classes();
    for (std::size_t i = 0; i < state.shared.size(); ++i)
      image.first.push_back(std::min(state.shared[i], classes.shared[i].cap));
    std::size_t p = 0;
    for (std::size_t kind = 0; kind < sizes.size(); ++kind) {
      for (std::size_t i = 0; i < sizes[kind]; ++i, ++p) {
        image.second.emplace_back();
        const RuleProcess& process = rules_.processes[kind];
        for (const std::int32_t local : process.status_variables)
          image.second.back().push_back(state.locals[p][static_cast<std::size_t>(local)]);
        for (std::size_t c = 0; c < process.counters.size(); ++c)
          image.second.back().push_back(std::min(
              state.locals[p][static_cast<std::size_t>(process.counters[c])], classes.counters[kind][c].cap));
      }
    }
    return image;
  }

  [[nodiscard]] Image of(const PackedState& packed) const {
    const auto state = instance_.decode(StateView(packed));
    Image image{state.shared, {}};
    for (std::size_t kind = 0; kind < state.processes.size(); ++kind) {
      for (const auto& local : state.processes[kind]) {
        image.second.push_back(rules_.processes[kind].statuses[static_cast<std::size_t>(local.status)]);
        image.second.back().insert(image.second.back().end(), local.counters.begin(), local.counters.end());
      }
    }
    return image;
  }

 private:
  const RuleSystem& rules_;
  const ThresholdInstance& instance_;
};

// Values that grow for ever: what the statements do, as far as the reference follows, the instance does.
std::string compare_growth(const std::shared_ptr<const RuleSystem>& rules, const ParameterChoice& choice,
                           std::size_t& compared) {
  const ThresholdInstance instance(rules, choice.values, rules->propositions, false, GrowingValues::saturate);
  const auto is_compared = [](const ValueClass& values) {
    return values.treatment == ValueTreatment::compared;
  };
  if (std::ranges::any_of(instance.classes().shared, is_compared)) return "";
  for (const auto& counters : instance.classes().counters) {
    if (std::ranges::any_of(counters, is_compared)) return "";
  }
  const InstanceGraph graph = explored(instance, 6000);
  ThresholdReference reference(*rules->model, choice.values, kHighest, kHighest);
  const ReferenceThresholdGraph expected = reference.explore(2000);
  if (!graph.complete || graph.failed || expected.failed || !expected.left_range) return "";
  ++compared;
  const SaturatedImage image(*rules, instance);
  std::map<SaturatedImage::Image, std::set<SaturatedImage::Image>> steps;
  for (const auto& [state, next] : graph.steps) {
    auto& targets = steps[image.of(state)];
    for (const auto& target : next) targets.insert(image.of(target));
  }
  std::vector<std::size_t> sizes;
  for (const std::int64_t count : process_counts(*rules, choice.values))
    sizes.push_back(static_cast<std::size_t>(count));
  for (const auto& state : expected.initial) {
    if (!steps.contains(image.of(state, sizes))) return parameter_text(choice) + ": an initial state is lost";
  }
  for (const auto& [state, next] : expected.steps) {
    for (const auto& target : next) {
      if (!steps[image.of(state, sizes)].contains(image.of(target, sizes)))
        return parameter_text(choice) + ": a step is lost where values grow";
    }
  }
  return "";
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
    const SchemaAnswer answer = schema.check(*question, 1);
    ++(answer.proved ? tally.holds : tally.inconclusive);
    const std::string complaint = answer.proved ? violated_somewhere(rules, property) : "";
    if (!complaint.empty()) return complaint;
  }
  return "";
}

TEST(Thresholds, InstancesAreWhatTheStatementsSay) {
  std::size_t compared = 0;
  const std::uint64_t count = for_random_thresholds([&](const auto& rules) -> std::string {
    for (const auto& choice : admissible_parameters(*rules, 3, 5)) {
      const std::string complaint = compare_with_reference(rules, choice, compared);
      if (!complaint.empty()) return complaint;
    }
    return "";
  });
  fmt::print("{} algorithms: {} instances compared\n", count, compared);
  if (count >= 20) {
    EXPECT_GT(compared, count);
  }
}

TEST(Thresholds, GrowingValuesAreFollowedAsTheStatementsSay) {
  std::size_t compared = 0;
  const std::uint64_t count = for_random_thresholds([&](const auto& rules) -> std::string {
    for (const auto& choice : admissible_parameters(*rules, 2, 3)) {
      const std::string complaint = compare_growth(rules, choice, compared);
      if (!complaint.empty()) return complaint;
    }
    return "";
  });
  fmt::print("{} algorithms: {} instances compared\n", count, compared);
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
