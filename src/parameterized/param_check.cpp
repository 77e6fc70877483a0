// The loop around abstraction and refinement.
//
//   For every order of the thresholds [Gmeiner 2015, 4.1]: build the data abstraction once, then ask the
//   temporal engine for an abstract violation. A violation with a transition that no instance has refines
//   the abstraction; one without is searched for in instances. The abstractions get finer: counting
//   variables of processes ignored and processes counted as none or some, with a limit on states and then
//   without; counting variables by interval; processes counted by all thresholds. Runs cut into pieces
//   (run_schema) are tried after the first of these.
//
// Counting by "none or some" first is not in [Gmeiner 2015]. It proves all of Table 4.1 with far fewer
// states, since proved equations between shared variables and processes do the counting. The verdict
// "violated" is given only with a run of an instance. "Holds" needs, for every order, a complete search
// without a violation; or a proof by runs cut into pieces.
#include "parameterized/param_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/internal_error.hpp"
#include "base/units.hpp"
#include "parameterized/abstraction/abstract_path.hpp"
#include "parameterized/abstraction/refinement.hpp"
#include "parameterized/instance/parameter_values.hpp"
#include "parameterized/param_run.hpp"
#include "parameterized/parameter_search.hpp"
#include "parameterized/why_ended.hpp"

namespace quorate {

namespace {

constexpr std::size_t kMostOrders = 60;
constexpr std::uint64_t kProbeStates = 400'000;
constexpr std::uint64_t kQuickStates = 250;  // of the coarsest abstraction of an order, at first
constexpr double kSchemaSeconds = 60;
constexpr std::size_t kMostLooksAlong = 6;  // abstract runs of a property that are searched for in instances
constexpr int kMostProcessesAlong = 12;

// Whether each interval of the state is that of one of the two.
bool between(const AbstractState& first, const AbstractState& second, const AbstractState& state) {
  const auto mixed = [](const Intervals& a, const Intervals& b, const Intervals& found) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] != a[i] && found[i] != b[i]) return false;
    }
    return true;
  };
  return mixed(first.shared, second.shared, state.shared) &&
         mixed(first.counters, second.counters, state.counters);
}

}  // namespace

ParamChecker::ParamChecker(std::shared_ptr<const RuleSystem> rules, ParamOptions options)
    : rules_(std::move(rules)),
      options_(std::move(options)),
      session_(std::make_unique<SmtSession>(*rules_)) {}

ParamChecker::~ParamChecker() = default;

bool ParamChecker::admissible_parameters_exist() {
  return session_->possible({});
}

bool ParamChecker::initial_states_exist() {
  return quorate::initial_states_exist(*session_);
}

std::optional<BlockedStart> ParamChecker::start_that_blocks() {
  return quorate::start_that_blocks(*session_);
}

bool ParamChecker::processes_unbounded() {
  z3::expr total = session_->number(0);
  for (const auto& process : rules_->processes) total = total + session_->linear(process.count);
  return session_->possible({total >= session_->number(1'000'000)});
}

// Problems of the initialisation, which no proof covers.
std::string ParamChecker::problem_at_start() {
  if (std::string problem = initialisation_failure(*session_); !problem.empty()) return problem;
  return initial_states_exist() ? "" : "no process can be initialised: there is no run";
}

// An assertion that fails is an error of an instance, which no verdict about runs covers.
bool ParamChecker::assertions_hold() {
  return std::ranges::none_of(rules_->rules, [&](const ThresholdRule& rule) {
    return rule.fails && step_possible(*session_, *known_, rule);
  });
}

void ParamChecker::prepare() {
  if (prepared_) return;
  if (known_) forget();
  known_ = std::make_unique<KnownInvariants>(*session_);
  for (auto& domain : threshold_orders(*session_, rules_->thresholds, kMostOrders))
    orders_.push_back(
        std::make_unique<OrderContext>(*rules_, std::move(domain), *known_, options_.most_locals));
  prepared_ = true;
}

// An abstraction that was built in part must not be used for the next property.
void ParamChecker::forget() {
  schema_.reset();
  orders_.clear();
  known_.reset();
  session_ = std::make_unique<SmtSession>(*rules_);
}

SearchOptions ParamChecker::limits(const Run& run) const {
  SearchOptions search = options_.search;
  search.limits.max_seconds = std::max(0.0, search.limits.max_seconds - run.watch.seconds());
  return search;
}

std::int64_t ParamChecker::number_of_processes(const std::vector<std::int64_t>& parameters) const {
  const auto counts = process_counts(*rules_, parameters);
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::string ParamChecker::Run::why_open() const {
  std::string reason = left.empty() ? "the search was stopped" : left.back();
  if (Budget::spent() != Spent::nothing) reason = to_text(Budget::spent());
  if (tried_processes <= 0 || instances == 0) return reason;
  return reason + fmt::format("; no instance with up to {} process{} and parameters up to {} violates it",
                              tried_processes, tried_processes == 1 ? "" : "es", tried_parameters);
}

// Whether it holds for all parameters. Otherwise the run has the reasons, and a violation if one was found.
bool ParamChecker::decide(Run& run) {
  prepare();
  run.result.orders = orders_.size();
  const std::string problem = problem_at_start();
  bool holds = true;
  if (const std::string order = initialisation_problem(*rules_); !order.empty()) {
    run.left.push_back(order);
    holds = false;
  }
  if (orders_.empty()) {
    run.left.push_back(fmt::format("the thresholds can be ordered in more than {} ways", kMostOrders));
    holds = false;
  }
  holds = holds && !concretise(3, 2, run) && verify(run);
  if (!problem.empty() && run.result.verdict() != Verdict::violated) {
    run.left.push_back(problem);
    holds = false;
  }
  if (holds && !assertions_hold()) {
    run.left.emplace_back("it could not be proved that no assertion fails");
    holds = false;
  }
  // problem_at_start() has shown that there is a run: an abstraction without initial states is an internal
  // error.
  if (holds && run.result.pieces == 0 && run.result.statistics.initial_states == 0)
    throw InternalError("an abstraction without initial states");
  return holds;
}

ParamResult ParamChecker::check(const ThresholdProperty& property, double seconds) {
  options_.search.limits.max_seconds = std::min(seconds, Budget::seconds_left());
  Run run{.property = property};
  bool holds = false;
  const auto leave = [&](std::optional<std::string> reason) {
    if (!reason) return;
    run.left.push_back(std::move(*reason));
    prepared_ = false;
  };
  leave(why_ended([&] { holds = decide(run); }));
  if (!holds && run.result.verdict() != Verdict::violated)
    leave(why_ended([&] { concretise(options_.most_processes, options_.instance_seconds, run); }));
  if (holds) run.result.judgement = Judgement::holds(Evidence::proof());
  if (run.result.verdict() == Verdict::inconclusive) run.result.judgement = Judgement::open(run.why_open());
  // Without the time for that, the violation is shown without its abstraction.
  if (run.result.verdict() == Verdict::violated)
    leave(why_ended([&] {
      const BudgetGrace grace;
      show_violation(run);
    }));
  run.result.questions = session_->questions();
  for (const auto& order : orders_) run.result.questions += order->session().questions();
  run.result.seconds = run.watch.seconds();
  return std::move(run.result);
}

bool ParamChecker::verify(Run& run) {
  using Following = DataAbstraction::Following;
  using Counting = CounterAbstraction::Counting;
  std::vector<OrderContext*> open;
  for (const auto& order : orders_) {
    run.result.intervals = std::max(run.result.intervals, order->domain().size());
    explain_order(*order, run);
    SearchOptions quick = limits(run);
    quick.limits.max_states = std::min(quick.limits.max_states, kQuickStates);
    if (!verify_with(*order, Following::nothing, Counting::some, quick, run)) open.push_back(order.get());
  }
  if (open.empty() || verify_by_schema(run)) return true;
  if (run.result.verdict() == Verdict::violated || concretise(4, 3, run)) return false;
  const auto all = [&](Following following, Counting counting) {
    std::erase_if(open, [&](OrderContext* order) {
      return run.result.verdict() != Verdict::violated &&
             verify_with(*order, following, counting, limits(run), run);
    });
    return open.empty();
  };
  if (all(Following::nothing, Counting::some) || all(Following::intervals, Counting::some)) return true;
  if (run.result.verdict() == Verdict::violated || concretise(6, 10, run)) return false;
  return all(Following::intervals, Counting::thresholds);
}

bool ParamChecker::verify_with(OrderContext& order, DataAbstraction::Following following,
                               CounterAbstraction::Counting counting, SearchOptions search, Run& run) {
  DataAbstraction& data = order.data(following);
  run.result.locals = std::max(run.result.locals, data.locals().size());
  explain_locals(data, run);
  const auto question = violation_question(*rules_, run.property, FairnessUse::all);
  CounterAbstraction system(data, counting, question->predicates);
  const bool coarse = counting == CounterAbstraction::Counting::some;
  for (std::uint64_t round = 0;; ++round) {
    if (options_.progress)
      options_.progress(fmt::format(
          "{}: {}, processes counted {}, {}", run.property.name, counted(order.domain().size(), "interval"),
          coarse ? "as none or some" : "by thresholds", counted(run.result.refinements, "refinement")));
    search.limits.max_seconds = limits(run).limits.max_seconds;
    const LtlCheck answer = check_ltl(system, question->question(), question->fairness, search);
    run.explain(fmt::format("    {}: {} abstract states, {} transitions, {}",
                            coarse ? "processes counted as none or some" : "processes counted by thresholds",
                            answer.statistics.states, answer.statistics.transitions,
                            answer.holds()      ? "no violation"
                            : answer.answered() ? "an abstract violation"
                                                : "stopped"));
    run.result.statistics.states += answer.statistics.states;
    run.result.statistics.transitions += answer.statistics.transitions;
    run.result.statistics.initial_states += answer.statistics.initial_states;
    if (answer.holds()) {
      demand_complete(answer.account);
      return !answer.bound_reached;
    }
    if (!answer.answered()) {
      run.left.push_back(answer.too_large.empty() ? "the abstract search reached a limit" : answer.too_large);
      return false;
    }
    const bool refined = round < options_.most_refinements && refine(*answer.lasso, system, run);
    if (refined) continue;
    if (search.limits.max_states > kQuickStates && look_along(*answer.lasso, system, run)) return false;
    run.left.push_back("an abstract counterexample can be neither refuted nor found in an instance");
    run.explain("    this abstract run could not be refuted transition by transition:");
    for (std::size_t i = 0; i < answer.lasso->states.size(); ++i)
      run.explain(fmt::format("      {}{}", i == answer.lasso->loop_start ? "(loop) " : "",
                              system.to_text(system.unpack(answer.lasso->states[i]))));
    return false;
  }
}

bool ParamChecker::refine(const Lasso& lasso, CounterAbstraction& system, Run& run) {
  bool refined = false;
  for (std::size_t i = 0; i + 1 < lasso.states.size(); ++i) {
    const AbstractState before = system.unpack(lasso.states[i]);
    const AbstractState after = system.unpack(lasso.states[i + 1]);
    if (before == after) continue;  // nothing to refute: the state stays the same
    for (auto& pattern : spurious_transition(system, known_->counting, before, after)) {
      ++run.result.refinements;
      run.explain(fmt::format("    refinement {}: no instance has the step {}", run.result.refinements,
                              to_text(pattern, system)));
      system.leave_out(std::move(pattern));
      refined = true;
    }
  }
  return refined;
}

// All parameters at once, without intervals. If a run cannot be excluded, its instance is checked.
bool ParamChecker::verify_by_schema(Run& run) {
  if (!schema_) schema_ = std::make_unique<RunSchema>(*session_, *known_);
  if (options_.progress) options_.progress(fmt::format("{}: runs cut into pieces", run.property.name));
  const auto question = violation_question(*rules_, run.property, FairnessUse::all);
  const double seconds = std::min(kSchemaSeconds, limits(run).limits.max_seconds / 2);
  const SchemaAnswer answer = schema_->check(*question, seconds);
  if (answer.proved) run.result.pieces = answer.pieces;
  run.explain(fmt::format(
      "    runs cut into pieces, {} moves: {}", schema_->moves().groups.size(),
      answer.proved ? fmt::format("no run of {} pieces violates it", answer.pieces) : answer.reason));
  if (!answer.proved && schema_->moves().problem.empty()) run.left.push_back(answer.reason);
  if (answer.parameters) look_at(*answer.parameters, options_.instance_seconds / 2, run);
  return answer.proved;
}

// Checks an instance: a violation of it is one of the property.
Verdict ParamChecker::look_at(const std::vector<std::int64_t>& parameters, double seconds, Run& run,
                              const StateFilter& wanted) {
  InstanceOptions options;
  options.wanted = wanted;
  options.fairness = FairnessUse::all;
  options.search = limits(run);
  options.search.progress = {};
  options.search.limits.max_states = std::min(options.search.limits.max_states, kProbeStates);
  options.search.limits.max_seconds = std::min(options.search.limits.max_seconds, seconds);
  InstanceResult instance = check_instance(rules_, parameters, run.property, options);
  const Verdict verdict = instance.verdict();
  if (verdict != Verdict::violated) return verdict;
  run.result.judgement = instance.judgement;
  run.result.parameters = parameters;
  run.result.instance = std::move(instance);
  return verdict;
}

// Searches for a violation in an instance that may have this abstract run, among the states of this run.
bool ParamChecker::look_along(const Lasso& lasso, const CounterAbstraction& system, Run& run) {
  if (run.looked_along >= kMostLooksAlong || limits(run).limits.max_seconds <= 0) return false;
  ++run.looked_along;
  std::vector<AbstractState> path;
  for (const auto& state : lasso.states) path.push_back(system.unpack(state));
  const auto parameters = parameters_for_path(system, path, kMostProcessesAlong);
  if (!parameters) return false;
  run.explain(fmt::format("    the smallest instance that may have the abstract run has {}",
                          counted(static_cast<std::uint64_t>(number_of_processes(*parameters)), "process")));
  const auto quotients = quotient_values(*rules_, *parameters);
  const SymbolValue value = [&](Symbol symbol) {
    return (symbol.kind == SymbolKind::parameter ? *parameters
                                                 : quotients)[static_cast<std::size_t>(symbol.index)];
  };
  // While several processes make one step of the path one after the other, some intervals are those before
  // it and others those after it.
  const StateFilter on_path = [&](const ThresholdInstance::GlobalState& state) {
    const AbstractState image = system.abstraction_of(state, value);
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (between(path[i], path[std::min(i + 1, path.size() - 1)], image)) return true;
    }
    return false;
  };
  const double seconds = options_.instance_seconds / 5;
  return look_at(*parameters, seconds, run, on_path) == Verdict::violated ||
         (number_of_processes(*parameters) > run.tried_processes &&
          look_at(*parameters, seconds, run) == Verdict::violated);
}

// Searches for a violation in instances, smallest first.
bool ParamChecker::concretise(std::int64_t size_limit, double seconds, Run& run) {
  size_limit = std::min(size_limit, options_.most_processes);
  seconds = std::min(seconds, options_.instance_seconds);
  seconds = std::min(seconds, limits(run).limits.max_seconds);
  const Stopwatch watch;
  const auto go_on = [&] {
    Budget::ask();
    return watch.seconds() <= seconds;
  };
  const std::size_t dimensions = rules_->model->parameters.size();
  const std::int64_t highest = dimensions <= 3 ? size_limit + 6 : dimensions == 4 ? size_limit + 3 : 6;
  bool complete = true;  // of the sizes so far
  for (std::int64_t size = std::max<std::int64_t>(0, run.tried_processes + 1); size <= size_limit; ++size) {
    if (options_.progress)
      options_.progress(fmt::format("{}: looking at instances with {}", run.property.name,
                                    counted(static_cast<std::uint64_t>(size), "process")));
    const auto visit = [&](const std::vector<std::int64_t>& parameters) {
      const Verdict verdict = look_at(parameters, std::max(0.1, seconds - watch.seconds()), run);
      complete = complete && verdict == Verdict::holds;
      ++run.instances;
      return verdict != Verdict::violated && go_on();
    };
    if (for_each_parameters(*rules_, size, highest, go_on, visit) == ParameterWalk::stopped)
      return run.result.verdict() == Verdict::violated;
    if (!complete) continue;
    run.tried_processes = size;
    run.tried_parameters = std::min(run.tried_parameters, highest);
  }
  return false;
}

}  // namespace quorate
