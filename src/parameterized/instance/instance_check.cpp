// An instance counts processes by their local states. What is found there is replayed on an instance with
// the processes in order, so that a user sees which process does what. Of a safety violation the prefix of
// a run is shown. Where values grow without end the search is cut, and violating prefixes are searched for
// separately; the check can be repeated with growing values saturated.
#include "parameterized/instance/instance_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.hpp"
#include "base/internal_error.hpp"
#include "parameterized/instance/bad_prefix.hpp"
#include "parameterized/instance/parameter_values.hpp"
#include "verify/result/stopping.hpp"

namespace quorate {

namespace {

constexpr std::size_t kMostRounds = 60;  // rounds of a loop until every process is back in its local state

// Executes a path of multisets with the processes in order. Each step must be one of the ordered system.
// After one round of the loop processes may have changed places; it is repeated until none has.
class LassoReplay {
 public:
  LassoReplay(const ThresholdInstance& ordered, const std::vector<PackedState>& states) : ordered_(ordered) {
    path_.push_back(states.at(0));
    trace_.states.push_back(ordered_.describe(path_.back()));
  }

  // False if no process can move: the run stays in its last state.
  bool follow(const PackedState& target) {
    StepBuffer buffer(ordered_.shape().words);
    buffer.asked.describe_steps = true;
    ordered_.successors(path_.back(), {}, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      if (ordered_.sorted(buffer.state(i)) != target) continue;
      path_.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
      trace_.steps.push_back(buffer.found.descriptions[i]);
      trace_.states.push_back(ordered_.describe(path_.back()));
      return true;
    }
    if (buffer.size() == 0 && !buffer.stopped() && !buffer.found.reduced &&
        ordered_.sorted(path_.back()) == target)
      return false;
    throw InternalError("a step of a counterexample cannot be executed at these parameters");
  }

  TraceDescription run(const std::vector<PackedState>& states, std::optional<std::size_t> loop_start) {
    for (std::size_t i = 1; i < states.size(); ++i) {
      if (follow(states[i])) continue;
      trace_.loop_start = path_.size() - 1;
      return std::move(trace_);
    }
    if (!loop_start) return std::move(trace_);
    if (*loop_start + 1 < states.size()) close_loop(states, *loop_start);
    if (!trace_.loop_start) trace_.loop_start = *loop_start;
    return std::move(trace_);
  }

 private:
  void close_loop(const std::vector<PackedState>& states, std::size_t loop_start) {
    std::vector<std::size_t> starts{loop_start};
    for (std::size_t round = 0; round < kMostRounds; ++round) {
      for (const std::size_t start : starts) {
        if (path_[start] != path_.back()) continue;
        trace_.loop_start = start;
        return;
      }
      starts.push_back(path_.size() - 1);
      for (std::size_t i = loop_start + 1; i < states.size(); ++i) follow(states[i]);
    }
    throw InternalError("the loop of a counterexample does not close at these parameters");
  }

  const ThresholdInstance& ordered_;
  std::vector<PackedState> path_;
  TraceDescription trace_;
};

struct Asked {
  const std::shared_ptr<const RuleSystem>& rules;
  const std::vector<std::int64_t>& parameters;
  const InstanceOptions& options;
  ViolationQuestion& question;
};

TraceDescription replayed(const Asked& asked, GrowingValues growing, const ThresholdInstance& searched,
                          const std::vector<PackedState>& states, std::optional<std::size_t> loop_start) {
  const BudgetGrace grace;
  StepBuffer buffer(searched.shape().words);
  searched.initial_states(buffer);
  bool is_initial = false;
  for (std::size_t i = 0; i < buffer.size() && !is_initial; ++i)
    is_initial = std::ranges::equal(buffer.state(i), states.at(0));
  if (!is_initial) throw InternalError("a counterexample does not begin in an initial state");
  const ThresholdInstance ordered(asked.rules, asked.parameters, {}, false, growing);
  std::vector<PackedState> sorted;
  for (const auto& state : states) sorted.push_back(ordered.sorted(state));
  return LassoReplay(ordered, sorted).run(sorted, loop_start);
}

// For safety properties, where values grow beyond what is followed: searches for a violating prefix.
bool violated_by_prefix(const Asked& asked, GrowingValues growing, InstanceResult& result) {
  if (!asked.question.prefix || asked.options.wanted) return false;
  const BadPrefix& bad = *asked.question.prefix;
  const ThresholdInstance prefixes(asked.rules, asked.parameters, {bad.begins, bad.bad},
                                   asked.options.counter_representation, growing);
  auto way = find_bad_prefix(prefixes, asked.options.search.limits);
  if (!way) return false;
  result.judgement = Judgement::violated(replayed(asked, growing, prefixes, *way, {}));
  result.prefix = std::move(way);
  return true;
}

// The run up to where it violates the property, for a safety property of the usual forms.
std::optional<std::vector<PackedState>> bad_beginning(const Asked& asked, GrowingValues growing,
                                                      const std::vector<PackedState>& states) {
  if (!asked.question.prefix) return {};
  const BadPrefix& bad = *asked.question.prefix;
  const ThresholdInstance prefixes(asked.rules, asked.parameters, {bad.begins, bad.bad},
                                   asked.options.counter_representation, growing);
  StepBuffer buffer(prefixes.shape().words);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (prefixes.holds(PredicateId(1), states[i], buffer) == Truth::yes)
      return std::vector<PackedState>(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return {};
}

// `incomplete` is set if values grew beyond what was followed: a violation may be beyond that.
InstanceResult check_once(const Asked& asked, GrowingValues growing, bool& incomplete) {
  InstanceResult result;
  incomplete = false;
  const ThresholdInstance instance(asked.rules, asked.parameters, asked.question.predicates,
                                   asked.options.counter_representation, growing);
  result.bits = instance.shape().bits;
  if (!instance.problem().empty()) {
    result.judgement = Judgement::open(instance.problem());
    return result;
  }
  const GuidedInstance searched(instance, asked.options.wanted);
  const LtlCheck answer =
      check_ltl(searched, asked.question.question(), asked.question.fairness, asked.options.search);
  result.statistics = answer.statistics;
  if (!answer.answered()) {
    put_problem(answer, result, [&](const std::vector<PackedState>& states) {
      return replayed(asked, growing, instance, states, {});
    });
    return result;
  }
  if (answer.lasso) {
    result.prefix = bad_beginning(asked, growing, answer.lasso->states);
    if (!result.prefix) result.lasso = answer.lasso;
    result.judgement = Judgement::violated(
        result.prefix ? replayed(asked, growing, instance, *result.prefix, {})
                      : replayed(asked, growing, instance, answer.lasso->states, answer.lasso->loop_start));
    return result;
  }
  if (answer.bound_reached) {
    if (violated_by_prefix(asked, growing, result)) return result;
    incomplete = true;
    result.judgement = Judgement::open(
        "a variable is not bounded by the number of processes; no violation where it is small");
    return result;
  }
  if (asked.options.wanted) {
    result.judgement = Judgement::open("only some of the states were looked at");
    return result;
  }
  result.judgement = Judgement::holds(Evidence(answer.account));
  return result;
}

}  // namespace

void put_problem(const LtlCheck& answer, InstanceResult& result,
                 const std::function<TraceDescription(const std::vector<PackedState>&)>& replay) {
  result.judgement = Judgement::open(answer.too_large.empty() ? stop_text(answer.problem.stop, {}, {}, {})
                                                              : answer.too_large);
  if (answer.problem.stop != StopReason::model_failure) return;
  const ModelFailure& failure = answer.problem.failure;
  result.failure = failure;
  std::optional<TraceDescription> trace;
  if (!answer.way_to_failure.empty()) {
    trace = replay(answer.way_to_failure);
    trace->failure = failure.message;
    trace->failure_span = failure.span;
  }
  result.judgement = Judgement::open(failure.message, std::move(trace));
}

std::string instance_problem(const RuleSystem& rules, const std::vector<std::int64_t>& parameters) try {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i] > ThresholdInstance::largest_parameter)
      return fmt::format("{} = {} is too large: parameters go up to {}", rules.model->parameters[i].name,
                         parameters[i], ThresholdInstance::largest_parameter);
  }
  static_cast<void>(admissible(rules, parameters));
  const auto counts = process_counts(rules, parameters);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::string& name = rules.model->processes[i].name;
    if (counts[i] < 0) return fmt::format("there would be {} processes {}", counts[i], name);
    if (counts[i] > ThresholdInstance::most_processes)
      return fmt::format("{} processes {} are too many: at most {} can be checked at fixed parameters",
                         counts[i], name, ThresholdInstance::most_processes);
  }
  return {};
} catch (const NumberTooLarge& problem) {
  return fmt::format("at these parameters {}", problem.what());
}

InstanceResult check_instance(const std::shared_ptr<const RuleSystem>& rules,
                              const std::vector<std::int64_t>& parameters, const ThresholdProperty& property,
                              const InstanceOptions& options) try {
  const auto question = violation_question(*rules, property, options.fairness);
  const Asked asked{rules, parameters, options, *question};
  bool incomplete = false;
  InstanceResult result = check_once(asked, GrowingValues::cut, incomplete);
  if (!incomplete || !options.follow_growth) return result;
  // The second check counts only if it decides; otherwise the first result stands.
  bool still = false;
  InstanceResult more;
  InstanceOptions rest = options;
  rest.search.limits.max_seconds =
      std::max(0.0, options.search.limits.max_seconds - result.statistics.seconds);
  const Asked again{rules, parameters, rest, *question};
  const Spent spent = within_budget([&] { more = check_once(again, GrowingValues::saturate, still); });
  const bool decided = more.verdict() != Verdict::inconclusive || more.failure;
  more.statistics.seconds += result.statistics.seconds;
  return spent == Spent::nothing && decided && !still ? more : result;
} catch (const NumberTooLarge& problem) {
  InstanceResult result;
  result.judgement = Judgement::open(problem.what());
  return result;
}

bool no_run_is_fair(const std::shared_ptr<const RuleSystem>& rules,
                    const std::vector<std::int64_t>& parameters, const InstanceOptions& options) {
  if (rules->model->fairness.empty()) return false;
  // <>false: every fair run violates it.
  TemporalFormula falsity;
  falsity.kind = TemporalKind::logical_not;
  falsity.operands.emplace_back();
  ThresholdProperty never;
  never.formula.kind = TemporalKind::eventually;
  never.formula.operands.push_back(std::move(falsity));
  return check_instance(rules, parameters, never, options).verdict() == Verdict::holds;
}

}  // namespace quorate
