// Threshold algorithms, random ones of QUORATE_SEEDS seeds from QUORATE_FIRST_SEED on. Instances against a
// naive executor of the statements. What is said of all parameters: threshold_verdict_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "parameterized/instance/parameter_values.hpp"
#include "threshold_graph.hpp"
#include "threshold_reference.hpp"

namespace quorate {

namespace {

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

// The image of a state of the reference in an instance that does not distinguish large values.
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

// Values that grow for ever: as far as the reference follows them, the instance has the same steps.
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

}  // namespace

}  // namespace quorate
