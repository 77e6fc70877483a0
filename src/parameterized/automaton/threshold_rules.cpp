// Symbolic execution of the control-flow automaton, path by path. Status variables have a constant value on
// each path, so that guards over them are decided and most paths are cut; what remains of a guard is a
// condition over counting variables, shared variables and parameters. One formula for the whole automaton,
// as in [Gmeiner 2015, 4.5.1], was rejected: a rule for each path keeps every SMT query small and says in
// an explanation which branch was taken.
#include "parameterized/automaton/threshold_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/budget.hpp"
#include "parameterized/automaton/control_flow.hpp"

namespace quorate {

namespace {

constexpr std::size_t kMostRules = 20'000;
constexpr std::size_t kMostStatuses = 2'000;
constexpr std::size_t kMostPathEdges = 2'000'000;  // edges of paths, also of those that lead nowhere

void propositions_locals(const ThresholdTerm& term, std::int32_t process, std::set<std::int32_t>& locals) {
  if (term.kind == TermKind::local && term.process == process) locals.insert(term.index);
  for (const auto& operand : term.operands) propositions_locals(operand, process, locals);
}

// Variables whose value is always a constant of the text: they are assigned constants and each other only.
std::set<std::int32_t> finite_locals(const ThresholdProcess& process) {
  std::set<std::int32_t> finite;
  for (std::size_t i = 0; i < process.locals.size(); ++i) finite.insert(static_cast<std::int32_t>(i));
  std::vector<const ThresholdAction*> writes;
  const std::function<void(const std::vector<ThresholdAction>&)> collect =
      [&](const std::vector<ThresholdAction>& actions) {
        for (const auto& action : actions) {
          if ((action.kind == ThresholdActionKind::assign || action.kind == ThresholdActionKind::havoc) &&
              !action.target.shared)
            writes.push_back(&action);
          for (const auto& branch : action.branches) collect(branch);
        }
      };
  collect(process.initialisation);
  collect(process.step);
  for (bool changed = true; changed;) {
    changed = false;
    for (const ThresholdAction* write : writes) {
      const bool constant = write->kind == ThresholdActionKind::assign &&
                            (write->term.kind == TermKind::constant ||
                             (write->term.kind == TermKind::local && finite.contains(write->term.index)));
      if (!constant && finite.erase(write->target.index) > 0) changed = true;
    }
  }
  return finite;
}

Condition counted_in(const RuleSystem& system, std::size_t count, std::int32_t status) {
  const CountTerm& term = system.counts[count];
  const RuleProcess& kind = system.processes[static_cast<std::size_t>(term.process)];
  auto known = system.quotients;  // every division of a proposition is among them
  const TermTranslation translation{
      known, [&](const ThresholdTerm& variable) {
        if (variable.kind == TermKind::shared) return Linear(Symbol{SymbolKind::shared, variable.index});
        const auto found = std::ranges::find(kind.status_variables, variable.index);
        return found != kind.status_variables.end() ? Linear(kind.status_value(status, variable.index))
                                                    : Linear(Symbol{SymbolKind::local, variable.index});
      }};
  return translation.condition(term.body, term.negated);
}

class RuleMaker {
 public:
  RuleMaker(const ThresholdModel& model, Diagnostics& diagnostics)
      : system_(std::make_shared<RuleSystem>()), diagnostics_(diagnostics) {
    system_->model = std::make_shared<ThresholdModel>(model);
  }

  std::shared_ptr<const RuleSystem> run() {
    const ThresholdModel& model = *system_->model;
    const TermTranslation parameters{system_->quotients, [](const ThresholdTerm&) { return Linear(0); }};
    for (const auto& term : model.resilience) {
      place_ = term.span;
      system_->resilience.push_back(parameters.condition(term));
    }
    for (std::size_t i = 0; i < model.processes.size(); ++i) {
      make_process(i);
      if (diagnostics_.has_errors()) return nullptr;
      system_->processes.back().count = parameters.linear(model.processes[i].count);
    }
    for (const auto& term : model.thresholds) system_->thresholds.push_back(parameters.linear(term));
    if (model.thresholds.empty()) collect_thresholds();
    const TermTranslation global{system_->quotients,
                                 [this](const ThresholdTerm& term) { return global_value(term); }};
    for (const auto& proposition : model.propositions) {
      place_ = proposition.span;
      system_->propositions.push_back(global.condition(proposition.term));
    }
    for (std::size_t i = 0; i < system_->counts.size(); ++i) {
      system_->counted.emplace_back();
      const auto kind = static_cast<std::size_t>(system_->counts[i].process);
      for (std::size_t status = 0; status < system_->processes[kind].statuses.size(); ++status)
        system_->counted.back().push_back(counted_in(*system_, i, static_cast<std::int32_t>(status)));
    }
    return system_;
  }

  [[nodiscard]] Span place() const { return place_; }

 private:
  struct Path {
    std::int32_t location = 0;
    std::vector<Linear> locals;
    std::vector<Linear> shared;
    std::vector<Condition> guard;
    std::int32_t fresh = 0;
    Span span;
  };

  void make_process(std::size_t index) {
    const ThresholdProcess& process = system_->model->processes[index];
    process_ = static_cast<std::int32_t>(index);
    const ControlFlow step = control_flow(process.step);
    std::set<std::int32_t> live;
    for (const auto& proposition : system_->model->propositions)
      propositions_locals(proposition.term, process_, live);
    for (std::size_t before = live.size() + 1; before != live.size();) {
      before = live.size();
      live.merge(live_at_entry(step, live));
    }
    RuleProcess result;
    const std::set<std::int32_t> finite = finite_locals(process);
    for (const std::int32_t local : live)
      (finite.contains(local) ? result.status_variables : result.counters).push_back(local);
    system_->processes.push_back(std::move(result));
    system_->rules_from.emplace_back();
    numbers_.clear();
    if (!initialise(process)) return;
    for (std::size_t status = 0; status < system_->processes.back().statuses.size(); ++status) {
      system_->rules_from.back().resize(system_->processes.back().statuses.size());
      if (!execute(step, start_in(process, static_cast<std::int32_t>(status)),
                   static_cast<std::int32_t>(status)))
        return;
    }
    system_->rules_from.back().resize(system_->processes.back().statuses.size());
  }

  bool initialise(const ThresholdProcess& process) {
    Path path;
    for (const auto& local : process.locals) path.locals.emplace_back(local.initial);
    path.shared = shared_symbols();
    return execute(control_flow(process.initialisation), std::move(path), -1);
  }

  [[nodiscard]] std::vector<Linear> shared_symbols() const {
    std::vector<Linear> result;
    for (std::size_t i = 0; i < system_->model->shared.size(); ++i)
      result.emplace_back(Symbol{SymbolKind::shared, static_cast<std::int32_t>(i)});
    return result;
  }

  [[nodiscard]] Path start_in(const ThresholdProcess& process, std::int32_t status) const {
    Path path;
    const RuleProcess& rules = system_->processes.back();
    path.locals.resize(process.locals.size());
    for (const std::int32_t local : rules.counters)
      path.locals[static_cast<std::size_t>(local)] = Linear(Symbol{SymbolKind::local, local});
    for (const std::int32_t local : rules.status_variables)
      path.locals[static_cast<std::size_t>(local)] = Linear(rules.status_value(status, local));
    path.shared = shared_symbols();
    return path;
  }

  bool execute(const ControlFlow& flow, Path start, std::int32_t from) {
    std::vector<Path> open{std::move(start)};
    while (!open.empty()) {
      Budget::ask();
      if (too_many()) return false;
      Path path = std::move(open.back());
      open.pop_back();
      if (path.location == flow.exit()) {
        add_rule(path, from, false);
        continue;
      }
      // Pushed in reverse, so that the paths come in the order of the text.
      const auto first = std::ranges::lower_bound(flow.edges, path.location, {}, &FlowEdge::from);
      const auto last = std::ranges::upper_bound(flow.edges, path.location, {}, &FlowEdge::from);
      for (auto edge = last; edge != first;) {
        --edge;
        if (auto next = along(*edge, path, from)) open.push_back(std::move(*next));
        ++pieces_;
      }
    }
    return !too_many();
  }

  std::optional<Path> along(const FlowEdge& edge, const Path& before, std::int32_t from) {
    place_ = edge.span;
    Path path = before;
    path.location = edge.to;
    if (edge.kind == ThresholdActionKind::assign || edge.kind == ThresholdActionKind::havoc) {
      Linear value = edge.kind == ThresholdActionKind::havoc ? Linear(Symbol{SymbolKind::fresh, path.fresh++})
                                                             : translation(before).linear(edge.term);
      (edge.target.shared ? path.shared : path.locals)[static_cast<std::size_t>(edge.target.index)] =
          std::move(value);
      return path;
    }
    if (edge.kind == ThresholdActionKind::check) {
      Path failing = before;
      failing.guard.push_back(translation(before).condition(edge.term, true));
      failing.span = edge.span;
      if (!conjunction(failing.guard).is(ConditionKind::falsity)) add_rule(failing, from, true);
      return path;
    }
    Condition condition = translation(before).condition(edge.term);
    if (condition.is(ConditionKind::falsity)) return {};
    if (!condition.is(ConditionKind::truth)) path.guard.push_back(std::move(condition));
    if (edge.span.end > edge.span.begin) path.span = edge.span;
    return path;
  }

  [[nodiscard]] TermTranslation translation(const Path& path) {
    return {system_->quotients, [&path](const ThresholdTerm& variable) {
              const auto index = static_cast<std::size_t>(variable.index);
              return variable.kind == TermKind::shared ? path.shared[index] : path.locals[index];
            }};
  }

  void add_rule(const Path& path, std::int32_t from, bool fails) {
    RuleProcess& process = system_->processes.back();
    ThresholdRule rule;
    rule.process = process_;
    rule.from = from;
    rule.guard = conjunction(path.guard);
    if (rule.guard.is(ConditionKind::falsity)) return;
    rule.fresh = path.fresh;
    rule.fails = fails;
    rule.span = path.span;
    rule.shared = path.shared;
    for (const std::int32_t local : process.counters)
      rule.counters.push_back(path.locals[static_cast<std::size_t>(local)]);
    rule.to = fails ? from : status_number(path, process);
    auto& rules = from >= 0 ? system_->rules : fails ? system_->failing_starts : system_->initial;
    const auto same = [&](const ThresholdRule& other) {
      return other.process == rule.process && other.from == rule.from && other.to == rule.to &&
             other.guard == rule.guard && other.counters == rule.counters && other.shared == rule.shared &&
             other.fails == rule.fails;
    };
    if (std::ranges::any_of(rules, same)) return;
    if (from >= 0)
      system_->rules_from.back()[static_cast<std::size_t>(from)].push_back(system_->rules.size());
    rules.push_back(std::move(rule));
  }

  std::int32_t status_number(const Path& path, RuleProcess& process) {
    std::vector<std::int64_t> values;
    for (const std::int32_t local : process.status_variables)
      values.push_back(path.locals[static_cast<std::size_t>(local)].constant);
    const auto [found, fresh] =
        numbers_.try_emplace(values, static_cast<std::int32_t>(process.statuses.size()));
    if (fresh) process.statuses.push_back(values);
    return found->second;
  }

  bool too_many() {
    if (system_->rules.size() <= kMostRules &&
        system_->initial.size() + system_->failing_starts.size() <= kMostRules &&
        system_->processes.back().statuses.size() <= kMostStatuses && pieces_ <= kMostPathEdges)
      return false;
    diagnostics_.error(system_->model->processes[static_cast<std::size_t>(process_)].span,
                       "the step of this proctype has too many paths",
                       "use fewer 'if' in sequence, or fewer status values");
    return true;
  }

  Linear global_value(const ThresholdTerm& term) {
    if (term.kind == TermKind::shared) return Linear(Symbol{SymbolKind::shared, term.index});
    // Enters the divisions inside the body into the quotients.
    const TermTranslation inner{system_->quotients, [](const ThresholdTerm&) { return Linear(0); }};
    (void)inner.condition(term.operands[0]);
    system_->counts.push_back({term.process, term.operands[0], term.kind == TermKind::for_all});
    return Linear(Symbol{SymbolKind::count, static_cast<std::int32_t>(system_->counts.size()) - 1});
  }

  // The expressions over parameters that variables are compared with: e of x >= e and x < e. Comparisons of
  // status variables are not thresholds.
  void collect_thresholds() {
    std::set<Linear> seen;
    for (std::size_t i = 0; i < system_->model->processes.size(); ++i) {
      const ThresholdProcess& process = system_->model->processes[i];
      const std::set<std::int32_t> finite = finite_locals(process);
      for (const auto* actions : {&process.initialisation, &process.step}) {
        for (const auto& edge : control_flow(*actions).edges) {
          if (edge.kind == ThresholdActionKind::guard) add_thresholds(edge.term, finite, seen);
        }
      }
    }
  }

  void add_thresholds(const ThresholdTerm& term, const std::set<std::int32_t>& finite,
                      std::set<Linear>& seen) {
    if (term.kind == TermKind::logical_and || term.kind == TermKind::logical_or ||
        term.kind == TermKind::logical_not) {
      for (const auto& operand : term.operands) add_thresholds(operand, finite, seen);
      return;
    }
    bool status = false;
    const TermTranslation translation{
        system_->quotients, [&](const ThresholdTerm& variable) {
          const bool shared = variable.kind == TermKind::shared;
          status = status || (!shared && finite.contains(variable.index));
          return Linear(Symbol{shared ? SymbolKind::shared : SymbolKind::local, variable.index});
        }};
    const Condition condition = translation.condition(term);
    if (!status) add_thresholds(condition, seen);
  }

  void add_thresholds(const Condition& condition, std::set<Linear>& seen) {
    for (const auto& part : condition.parts) add_thresholds(part, seen);
    std::int64_t sign = 0;
    Linear rest(condition.linear.constant);
    for (const auto& [symbol, coefficient] : condition.linear.terms) {
      if (symbol.kind == SymbolKind::parameter || symbol.kind == SymbolKind::quotient) {
        rest.terms.emplace_back(symbol, coefficient);
      } else {
        // Sums of variables, too: of x + y >= n - t, n - t is a useful threshold for each.
        if ((coefficient != 1 && coefficient != -1) || (sign != 0 && sign != coefficient)) return;
        sign = coefficient;
      }
    }
    if (sign == 0) return;
    // sign * x + rest <= 0, == 0 or != 0: x crosses at -rest + 1 (from below) or at rest.
    const Linear at = sign > 0 ? (-1) * rest : rest;
    const auto add = [&](const Linear& threshold) {
      if (seen.insert(threshold).second) system_->thresholds.push_back(threshold);
    };
    if (condition.is(ConditionKind::at_most_zero)) {
      add(sign > 0 ? at + Linear(1) : at);
    } else {
      add(at);
      add(at + Linear(1));
    }
  }

  std::shared_ptr<RuleSystem> system_;
  Diagnostics& diagnostics_;
  std::int32_t process_ = 0;
  Span place_;  // of what is being translated
  std::size_t pieces_ = 0;
  std::map<std::vector<std::int64_t>, std::int32_t> numbers_;  // of the statuses
};

}  // namespace

std::optional<std::int64_t> increment(const ThresholdRule& rule, std::size_t shared) {
  const Linear change =
      rule.shared[shared] - Linear(Symbol{SymbolKind::shared, static_cast<std::int32_t>(shared)});
  if (!change.is_constant()) return {};
  return change.constant;
}

std::string initialisation_problem(const RuleSystem& rules) {
  for (const auto& rule : rules.initial) {
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
    if (shared)
      return "initialisation reads shared variables, or changes them otherwise than by adding a number";
  }
  return {};
}

std::shared_ptr<const RuleSystem> make_rules(const ThresholdModel& model, Diagnostics& diagnostics) {
  RuleMaker maker(model, diagnostics);
  try {
    return maker.run();
  } catch (const NumberTooLarge& problem) {
    diagnostics.error(problem.where.value_or(maker.place()),
                      "the numbers here become too large: " + std::string(problem.what()));
    return nullptr;
  }
}

std::int64_t RuleProcess::status_value(std::int32_t status, std::int32_t local) const {
  const auto found = std::ranges::find(status_variables, local);
  return statuses[static_cast<std::size_t>(status)]
                 [static_cast<std::size_t>(found - status_variables.begin())];
}

}  // namespace quorate
