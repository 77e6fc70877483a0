// The loop around abstraction and refinement.
//
//   for every order of the thresholds (document 002, 4.1): build the data abstraction once, then ask the
//   temporal engine for an abstract violation, first counting processes as none or some, then by all
//   thresholds; a violation with a transition that no instance has refines the abstraction; one without is
//   sought in instances.
//
// Counting by "none or some" first is not the document's: it was measured to prove all of Table 4.1, because
// proved equations between shared variables and processes carry the counting, and its state space is smaller
// by orders of magnitude. A verdict "violated" is only given with a run of an instance. "Holds" needs a
// complete search without a violation for every order.
#include "parameterized/param_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "parameterized/parameter_search.hpp"
#include "parameterized/refinement.hpp"

namespace quorate {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOrders = 60;
constexpr std::uint64_t kProbeStates = 400'000;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

struct ParamChecker::Run {
  const ThresholdProperty& property;
  ParamResult result;
  Clock::time_point start = Clock::now();
  std::vector<std::string> left;      // what could not be decided
  std::int64_t tried_processes = -1;  // instances up to this size have no violation

  void explain(std::string line) { result.explanation.push_back(std::move(line)); }
};

ParamChecker::ParamChecker(std::shared_ptr<const RuleSystem> rules, ParamOptions options)
    : rules_(std::move(rules)),
      options_(std::move(options)),
      session_(std::make_unique<SmtSession>(*rules_)) {}

ParamChecker::~ParamChecker() = default;

bool ParamChecker::admissible_parameters_exist() {
  return session_->possible({});
}

bool ParamChecker::processes_unbounded() {
  z3::expr total = session_->number(0);
  for (const auto& process : rules_->processes) total = total + session_->linear(process.count);
  return session_->possible({total >= session_->number(1'000'000)});
}

// What the abstraction cannot say.
std::string ParamChecker::unsupported() const {
  for (const auto& rule : rules_->initial) {
    bool shared = false;
    for_each_symbol(rule.guard, [&](Symbol symbol) { shared = shared || symbol.kind == SymbolKind::shared; });
    for (std::size_t i = 0; i < rule.shared.size(); ++i) {
      const Linear change = rule.shared[i] - Linear(Symbol{SymbolKind::shared, static_cast<std::int32_t>(i)});
      shared = shared || !change.is_constant();
    }
    for (const auto& counter : rule.counters) {
      for (const auto& [symbol, coefficient] : counter.terms)
        shared = shared || symbol.kind == SymbolKind::shared;
    }
    if (shared) return "initialisation reads shared variables, or does more to them than to add a number";
  }
  return {};
}

void ParamChecker::prepare() {
  if (known_) return;
  known_ = std::make_unique<KnownInvariants>(*session_);
  for (auto& domain : threshold_orders(*session_, rules_->thresholds, kMostOrders))
    orders_.push_back(
        std::make_unique<OrderContext>(*rules_, std::move(domain), *known_, options_.most_locals));
}

SearchOptions ParamChecker::limits(const Run& run) const {
  SearchOptions search = options_.search;
  search.limits.max_seconds = std::max(0.0, search.limits.max_seconds - seconds_since(run.start));
  return search;
}

ParamResult ParamChecker::check(const ThresholdProperty& property) {
  Run run{property, {}, Clock::now(), {}, -1};
  bool holds = true;
  try {
    prepare();
    run.result.orders = orders_.size();
    if (const std::string problem = unsupported(); !problem.empty()) {
      run.left.push_back(problem);
      holds = false;
    }
    if (orders_.empty()) {
      run.left.push_back(fmt::format("the thresholds can be ordered in more than {} ways", kMostOrders));
      holds = false;
    }
    holds = holds && !concretise(3, 2, run);
    for (std::size_t i = 0; i < orders_.size() && holds; ++i) holds = verify_order(*orders_[i], run);
  } catch (const SolverGaveUp& problem) {
    run.left.emplace_back(problem.what());
    holds = false;
  } catch (const DataAbstraction::TooLarge& problem) {
    run.left.emplace_back(problem.what());
    holds = false;
  } catch (const DataAbstraction::NegativeValue& problem) {
    run.left.emplace_back(problem.what());
    holds = false;
  }
  if (!holds && run.result.verdict != Verdict::violated)
    concretise(options_.most_processes, options_.instance_seconds, run);
  if (holds) run.result.verdict = Verdict::holds;
  if (run.result.verdict == Verdict::inconclusive) {
    run.result.reason = run.left.empty() ? "the search was stopped" : run.left.back();
    if (run.tried_processes >= 0)
      run.result.reason +=
          fmt::format("; no instance with up to {} processes violates it", run.tried_processes);
  }
  if (run.result.verdict == Verdict::violated) show_violation(run);
  run.result.questions = session_->questions();
  for (const auto& order : orders_) run.result.questions += order->session().questions();
  run.result.seconds = seconds_since(run.start);
  return std::move(run.result);
}

bool ParamChecker::verify_order(OrderContext& order, Run& run) {
  using Following = DataAbstraction::Following;
  using Counting = CounterAbstraction::Counting;
  run.result.intervals = std::max(run.result.intervals, order.domain().size());
  explain_order(order, run);
  if (verify_with(order, Following::nothing, Counting::some, run)) return true;
  if (concretise(4, 3, run)) return false;
  if (verify_with(order, Following::intervals, Counting::some, run)) return true;
  if (concretise(6, 10, run)) return false;
  return verify_with(order, Following::intervals, Counting::thresholds, run);
}

bool ParamChecker::verify_with(OrderContext& order, DataAbstraction::Following following,
                               CounterAbstraction::Counting counting, Run& run) {
  DataAbstraction& data = order.data(following);
  run.result.locals = std::max(run.result.locals, data.locals().size());
  explain_locals(data, run);
  const auto question = violation_question(*rules_, run.property, FairnessUse::all);
  CounterAbstraction system(data, counting, question->predicates);
  const bool coarse = counting == CounterAbstraction::Counting::some;
  for (std::uint64_t round = 0;; ++round) {
    if (options_.progress)
      options_.progress(fmt::format("{}: {} intervals, processes counted {}, {} refinements",
                                    run.property.name, order.domain().size(),
                                    coarse ? "as none or some" : "by thresholds", run.result.refinements));
    const LtlCheck answer = check_ltl(system, question->question(), question->fairness, limits(run));
    run.explain(fmt::format("    {}: {} abstract states, {} transitions, {}",
                            coarse ? "processes counted as none or some" : "processes counted by thresholds",
                            answer.statistics.states, answer.statistics.transitions,
                            answer.holds()      ? "no violation"
                            : answer.answered() ? "an abstract violation"
                                                : "stopped"));
    run.result.statistics.states += answer.statistics.states;
    run.result.statistics.transitions += answer.statistics.transitions;
    run.result.statistics.initial_states += answer.statistics.initial_states;
    if (answer.holds()) return true;
    if (!answer.answered()) {
      run.left.push_back(answer.too_large.empty() ? "the abstract search reached a limit" : answer.too_large);
      return false;
    }
    const bool refined = round < options_.most_refinements && refine(*answer.lasso, system, run);
    if (refined) continue;
    run.left.push_back("an abstract counterexample can be neither refuted nor found in an instance");
    run.explain("    this abstract run is not refuted by looking at its transitions one by one:");
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
    if (before == after) continue;  // staying is always possible for somebody, or harmless
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

// Looks for a violation in instances, smallest first.
bool ParamChecker::concretise(std::int64_t size_limit, double seconds, Run& run) {
  size_limit = std::min(size_limit, options_.most_processes);
  seconds = std::min(seconds, options_.instance_seconds);
  const Clock::time_point begin = Clock::now();
  const std::size_t dimensions = rules_->model->parameters.size();
  const std::int64_t highest = dimensions <= 3 ? size_limit + 6 : dimensions == 4 ? size_limit + 3 : 6;
  for (const auto& choice : admissible_parameters(*rules_, size_limit, highest)) {
    if (choice.processes <= run.tried_processes) continue;
    if (options_.progress)
      options_.progress(
          fmt::format("{}: looking at instances with {} processes", run.property.name, choice.processes));
    InstanceOptions options;
    options.fairness = FairnessUse::all;
    options.search = limits(run);
    options.search.progress = {};
    options.search.limits.max_states = std::min(options.search.limits.max_states, kProbeStates);
    options.search.limits.max_seconds =
        std::min(options.search.limits.max_seconds, std::max(0.1, seconds - seconds_since(begin)));
    InstanceResult instance = check_instance(rules_, choice.values, run.property, options);
    if (instance.verdict == Verdict::violated) {
      run.result.verdict = Verdict::violated;
      run.result.parameters = choice.values;
      run.result.instance = std::move(instance);
      return true;
    }
    if (instance.verdict == Verdict::inconclusive || seconds_since(begin) > seconds) return false;
  }
  run.tried_processes = std::max(run.tried_processes, size_limit);
  return false;
}

void ParamChecker::explain_order(OrderContext& order, Run& run) {
  if (!options_.explain) return;
  const SymbolName name = rules_->symbol_names(0);
  std::vector<std::string> conditions;
  for (const auto& condition : order.domain().order()) conditions.push_back(to_text(condition, name));
  std::erase(conditions, "true");
  run.explain(conditions.empty()
                  ? "  the thresholds have one order"
                  : fmt::format("  order of the thresholds: {}", fmt::join(conditions, " and ")));
  for (std::size_t i = 0; i < order.domain().size(); ++i)
    run.explain("    " + order.domain().interval_text(i, name));
  for (const auto& invariant : known_->counting) {
    run.explain(fmt::format("    invariant {}: {}  ({})", invariant.name, to_text(invariant, *rules_),
                            invariant.proved ? "proved inductive" : "not used: " + invariant.reason));
  }
  for (const auto& invariant : known_->local) {
    if (!invariant.proved) continue;
    const std::string& process = rules_->model->processes[static_cast<std::size_t>(invariant.kind)].name;
    run.explain(fmt::format(
        "    invariant of each {}{}: {}  (proved inductive)", process,
        invariant.status < 0 ? "" : " in " + rules_->status_name(invariant.kind, invariant.status),
        to_text(invariant.condition, rules_->symbol_names(invariant.kind))));
  }
}

void ParamChecker::explain_locals(DataAbstraction& data, Run& run) {
  if (!options_.explain) return;
  run.explain(fmt::format("    {} local states, and what a process in them can do:", data.locals().size()));
  for (std::uint32_t i = 0; i < data.locals().size(); ++i) {
    std::vector<std::string> targets;
    for (const std::uint32_t target : data.targets(i)) targets.push_back(data.local_name(target));
    run.explain(fmt::format("      {}  ->  {}", data.local_name(i), fmt::join(targets, " | ")));
  }
}

// Every state of the instance's run beside its abstraction. That each step is one of the abstraction is
// checked: if not, the abstraction is wrong, and no verdict of it could be trusted.
void ParamChecker::show_violation(Run& run) {
  const InstanceResult& instance = *run.result.instance;
  const auto quotients = quotient_values(*rules_, run.result.parameters);
  const SymbolValue value = [&](Symbol symbol) {
    return (symbol.kind == SymbolKind::parameter ? run.result.parameters
                                                 : quotients)[static_cast<std::size_t>(symbol.index)];
  };
  const auto of_order =
      std::ranges::find_if(orders_, [&](const auto& order) { return order->includes(value); });
  if (of_order == orders_.end() || !unsupported().empty()) return;
  OrderContext& order = **of_order;
  if (run.result.explanation.empty()) {
    explain_order(order, run);
    if (options_.explain) run.explain("    violated in an instance before anything was abstracted");
  }
  CounterAbstraction system(order.data(DataAbstraction::Following::nothing),
                            CounterAbstraction::Counting::some, {});
  const ThresholdInstance decoder(rules_, run.result.parameters, {}, true);
  std::optional<AbstractState> before;
  StepBuffer buffer(system.shape().words);
  for (const auto& state : instance.lasso->states) {
    const AbstractState image = system.abstraction_of(decoder.decode(StateView(state)), value);
    buffer.clear();
    if (before) {
      system.successors(system.pack(*before), {}, buffer);
    } else {
      system.initial_states(buffer);
    }
    bool found = before && *before == image;  // it sees no difference
    for (std::size_t i = 0; i < buffer.size() && !found; ++i) found = system.unpack(buffer.state(i)) == image;
    if (!found) throw std::logic_error("the abstraction lacks a step of an instance");
    run.result.side_by_side.push_back({decoder.to_text(state), system.to_text(image)});
    before = image;
  }
  run.result.loop_start = instance.lasso->loop_start;
}

}  // namespace quorate
