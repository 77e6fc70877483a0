// Two sources of invariants over shared variables and numbers of processes in statuses.
//
// Weights. Let every rule add a constant to a shared variable g, or to a sum of two. If a weight of
// statuses grows by at least that much along every rule, and initially is at least what initialisation
// adds, then g is at most its initial value plus the weights of all processes. The least such weights are
// longest paths in the graph of statuses; shortest paths give a lower bound. Where the two are equal this
// is the equation of [Gmeiner 2015], "as many messages as processes that have sent one". The argument is
// the proof: each rule and each initialisation is compared with the weights.
//
// Bounds. If a rule adds 1 to g under the guard g < e, then g <= e is a candidate. These and the author's
// candidates are proved by SMT over the rules and any number of processes, each together with those proved
// before; what cannot be proved is not used.
#include "parameterized/abstraction/counting_invariants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace quorate {

StatusNumbers::StatusNumbers(const RuleSystem& rules) {
  for (std::size_t kind = 0; kind < rules.processes.size(); ++kind) {
    first.push_back(static_cast<std::int32_t>(place.size()));
    for (std::size_t status = 0; status < rules.processes[kind].statuses.size(); ++status)
      place.emplace_back(kind, status);
  }
}

z3::expr invariant_term(SmtSession& session, const Condition& invariant, bool after) {
  const StatusNumbers numbers(session.rules());
  return session.condition(invariant, [&](Symbol symbol) -> z3::expr {
    if (symbol.kind == SymbolKind::shared)
      return session.shared(static_cast<std::size_t>(symbol.index), after);
    if (symbol.kind != SymbolKind::count) return session.parameter(symbol);
    const auto [kind, status] = numbers.place[static_cast<std::size_t>(symbol.index)];
    return session.processes(kind, status, after);
  });
}

z3::expr processes_term(SmtSession& session, bool after) {
  z3::expr_vector facts(session.context());
  for (std::size_t kind = 0; kind < session.rules().processes.size(); ++kind) {
    const RuleProcess& process = session.rules().processes[kind];
    z3::expr sum = session.number(0);
    for (std::size_t status = 0; status < process.statuses.size(); ++status) {
      const z3::expr count = session.processes(kind, status, after);
      facts.push_back(count >= 0);
      sum = sum + count;
    }
    facts.push_back(sum == session.linear(process.count));
  }
  return z3::mk_and(facts);
}

std::string to_text(const CountingInvariant& invariant, const RuleSystem& rules) {
  const StatusNumbers numbers(rules);
  return to_text(invariant.condition, [&](Symbol symbol) -> std::string {
    if (symbol.kind != SymbolKind::count) return rules.symbol_names(0)(symbol);
    const auto [kind, status] = numbers.place[static_cast<std::size_t>(symbol.index)];
    const std::string name =
        rules.status_name(static_cast<std::int32_t>(kind), static_cast<std::int32_t>(status));
    return rules.processes.size() == 1 ? fmt::format("#{}", name)
                                       : fmt::format("#{}:{}", rules.model->processes[kind].name, name);
  });
}

namespace {

class InvariantSearch {
 public:
  explicit InvariantSearch(SmtSession& session)
      : session_(session), rules_(session.rules()), numbers_(session.rules()) {}

  std::vector<CountingInvariant> run() {
    for (const std::int32_t candidate : rules_.model->candidates)
      from_author(static_cast<std::size_t>(candidate));
    const auto count = static_cast<std::int32_t>(rules_.model->shared.size());
    for (std::int32_t i = 0; i < count; ++i) weigh({i});
    const std::vector<bool> exact = exact_;
    for (std::int32_t i = 0; i < count; ++i) {
      for (std::int32_t k = i + 1; k < count; ++k) {
        if (!exact[static_cast<std::size_t>(i)] && !exact[static_cast<std::size_t>(k)]) weigh({i, k});
      }
    }
    for (std::size_t i = 0; i < rules_.model->shared.size(); ++i) propose_bounds(i);
    return std::move(result_);
  }

 private:
  [[nodiscard]] Symbol status_symbol(std::int32_t kind, std::int32_t status) const {
    return {SymbolKind::count, numbers_.number(kind, status)};
  }

  void from_author(std::size_t proposition) {
    CountingInvariant candidate;
    candidate.name = rules_.model->propositions[proposition].name;
    bool about_statuses = true;
    candidate.condition = over_statuses(rules_.propositions[proposition], about_statuses);
    if (!about_statuses) {
      candidate.reason = "it speaks of counting variables of processes";
      result_.push_back(std::move(candidate));
      return;
    }
    prove(std::move(candidate));
  }

  // Counts of propositions as sums of processes in statuses, where the status decides what is counted.
  Condition over_statuses(const Condition& condition, bool& possible) {
    Condition result = condition;
    result.parts.clear();
    for (const auto& part : condition.parts) result.parts.push_back(over_statuses(part, possible));
    result.linear = Linear(condition.linear.constant);
    for (const auto& [symbol, coefficient] : condition.linear.terms) {
      if (symbol.kind != SymbolKind::count) {
        result.linear = result.linear + coefficient * Linear(symbol);
        continue;
      }
      const auto& counted = rules_.counted[static_cast<std::size_t>(symbol.index)];
      const std::int32_t kind = rules_.counts[static_cast<std::size_t>(symbol.index)].process;
      for (std::size_t status = 0; status < counted.size(); ++status) {
        if (counted[status].is(ConditionKind::truth))
          result.linear =
              result.linear + coefficient * Linear(status_symbol(kind, static_cast<std::int32_t>(status)));
        possible = possible &&
                   (counted[status].is(ConditionKind::truth) || counted[status].is(ConditionKind::falsity));
      }
    }
    return result;
  }

  void propose(const std::string& name, Condition condition) {
    const bool known =
        std::ranges::any_of(result_, [&](const auto& other) { return other.condition == condition; });
    if (!known) prove({name, std::move(condition), false, {}});
  }

  // What a rule adds to the sum of the variables, if it does nothing else to them.
  static std::optional<std::int64_t> total(const ThresholdRule& rule,
                                           const std::vector<std::int32_t>& variables) {
    std::int64_t sum = 0;
    for (const std::int32_t variable : variables) {
      const auto change = increment(rule, static_cast<std::size_t>(variable));
      if (!change) return {};
      sum += *change;
    }
    return sum;
  }

  void weigh(const std::vector<std::int32_t>& variables) {
    const auto high = weights(variables, true);
    const auto low = weights(variables, false);
    Linear sum;
    std::int64_t initial = 0;
    std::string name;
    for (const std::int32_t variable : variables) {
      sum = sum + Linear(Symbol{SymbolKind::shared, variable});
      initial += rules_.model->shared[static_cast<std::size_t>(variable)].initial;
      name += (name.empty() ? "" : " + ") + rules_.model->shared[static_cast<std::size_t>(variable)].name;
    }
    const bool equal = high && low && *high == *low;
    exact_.push_back(equal);
    if (high) {
      const TermKind relation = equal ? TermKind::equal : TermKind::less_equal;
      result_.push_back({name, compared(relation, sum, weighted(*high, initial)), true, {}});
    }
    // For two variables the lower bounds of each one are enough.
    if (low && !equal && variables.size() == 1)
      result_.push_back({name, compared(TermKind::greater_equal, sum, weighted(*low, initial)), true, {}});
  }

  static Linear weighted(const std::vector<std::optional<std::int64_t>>& weights, std::int64_t initial) {
    Linear sum(initial);
    for (std::size_t status = 0; status < weights.size(); ++status) {
      if (weights[status])
        sum = sum + *weights[status] * Linear(Symbol{SymbolKind::count, static_cast<std::int32_t>(status)});
    }
    return sum;
  }

  // The greatest (or least) sum along any path of rules to each status; none if there is no bound. A status
  // that no path reaches has no weight and no processes.
  std::optional<std::vector<std::optional<std::int64_t>>> weights(const std::vector<std::int32_t>& variables,
                                                                  bool greatest) {
    std::vector<std::optional<std::int64_t>> weight(numbers_.place.size());
    bool changed = true;
    const auto raise = [&](std::int32_t status, std::int64_t value) {
      auto& known = weight[static_cast<std::size_t>(status)];
      if (known && (greatest ? *known >= value : *known <= value)) return;
      known = value;
      changed = true;
    };
    for (const auto& rule : rules_.initial) {
      const auto change = total(rule, variables);
      if (!change) return {};
      raise(numbers_.number(rule.process, rule.to), *change);
    }
    for (std::size_t round = 0; changed; ++round) {
      if (round > numbers_.place.size()) return {};  // a cycle of rules adds without end
      changed = false;
      for (const auto& rule : rules_.rules) {
        if (rule.fails || !feasible(rule)) continue;
        const auto change = total(rule, variables);
        if (!change) return {};
        if (const auto from = weight[static_cast<std::size_t>(numbers_.number(rule.process, rule.from))])
          raise(numbers_.number(rule.process, rule.to), *from + *change);
      }
    }
    return weight;
  }

  bool feasible(const ThresholdRule& rule) {
    const auto number = static_cast<std::size_t>(&rule - rules_.rules.data());
    if (feasible_.empty()) feasible_.resize(rules_.rules.size());
    auto& known = feasible_[number];
    if (!known)
      known = session_.possible({natural(rule), session_.condition(rule.guard, session_.process_terms("r"))});
    return *known;
  }

  // The variables of a rule are natural numbers.
  z3::expr natural(const ThresholdRule& rule) {
    z3::expr_vector facts(session_.context());
    const SymbolTerm term = session_.process_terms("r");
    for (std::size_t i = 0; i < rules_.model->shared.size(); ++i) facts.push_back(session_.shared(i) >= 0);
    for (const std::int32_t local : rules_.processes[static_cast<std::size_t>(rule.process)].counters)
      facts.push_back(term({SymbolKind::local, local}) >= 0);
    for (std::int32_t i = 0; i < rule.fresh; ++i) facts.push_back(term({SymbolKind::fresh, i}) >= 0);
    return z3::mk_and(facts);
  }

  void propose_bounds(std::size_t shared) {
    const Symbol symbol{SymbolKind::shared, static_cast<std::int32_t>(shared)};
    std::vector<Linear> tried;
    for (const auto& rule : rules_.rules) {
      if (increment(rule, shared).value_or(0) <= 0) continue;
      const auto consider = [&](const Condition& part) {
        if (!part.is(ConditionKind::at_most_zero) || part.linear.coefficient(symbol) != 1) return;
        Linear bound = Linear(symbol) - part.linear;  // g + rest <= 0, so that g + 1 <= 1 - rest
        const bool over_parameters = std::ranges::all_of(bound.terms, [](const auto& term) {
          return term.first.kind == SymbolKind::parameter || term.first.kind == SymbolKind::quotient;
        });
        if (!over_parameters || std::ranges::find(tried, bound) != tried.end()) return;
        tried.push_back(bound);
        propose(rules_.model->shared[shared].name + " (bound)",
                compared(TermKind::less_equal, Linear(symbol), bound + Linear(*increment(rule, shared))));
      };
      consider(rule.guard);
      if (rule.guard.is(ConditionKind::conjunction)) std::ranges::for_each(rule.guard.parts, consider);
    }
  }

  void prove(CountingInvariant candidate) {
    candidate.reason = initially(candidate.condition);
    for (std::size_t i = 0; i < rules_.rules.size() && candidate.reason.empty(); ++i) {
      if (!rules_.rules[i].fails && !preserved(rules_.rules[i], candidate.condition))
        candidate.reason = fmt::format("{} may break it", rules_.rule_name(rules_.rules[i]));
    }
    candidate.proved = candidate.reason.empty();
    result_.push_back(std::move(candidate));
  }

  // Any number of processes by each initialisation.
  std::string initially(const Condition& condition) {
    const SmtSession::Scope scope(session_);
    std::vector<z3::expr> values;
    for (const auto& shared : rules_.model->shared) values.push_back(session_.number(shared.initial));
    std::vector<z3::expr> counts(numbers_.place.size(), session_.number(0));
    std::string problem;
    for (std::size_t r = 0; r < rules_.initial.size(); ++r) {
      const z3::expr how_many = session_.variable(fmt::format("n{}", r));
      session_.assume(how_many >= 0);
      auto& count =
          counts[static_cast<std::size_t>(numbers_.number(rules_.initial[r].process, rules_.initial[r].to))];
      count = count + how_many;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto change = increment(rules_.initial[r], i);
        if (!change) problem = "initialisation does not only add to shared variables";
        values[i] = values[i] + session_.number(change.value_or(0)) * how_many;
      }
    }
    for (std::size_t i = 0; i < values.size(); ++i) session_.assume(session_.shared(i) == values[i]);
    for (std::size_t s = 0; s < counts.size(); ++s)
      session_.assume(session_.processes(numbers_.place[s].first, numbers_.place[s].second) == counts[s]);
    session_.assume(processes_term(session_, false));
    if (problem.empty() && session_.possible({!invariant_term(session_, condition, false)}))
      problem = "it may not hold initially";
    return problem;
  }

  bool preserved(const ThresholdRule& rule, const Condition& condition) {
    std::vector<z3::expr> facts = {processes_term(session_, false),
                                   invariant_term(session_, condition, false), natural(rule)};
    for (const auto& known : result_) {
      if (known.proved) facts.push_back(invariant_term(session_, known.condition, false));
    }
    const SymbolTerm term = session_.process_terms("r");
    facts.push_back(session_.condition(rule.guard, term));
    for (std::size_t i = 0; i < rule.shared.size(); ++i)
      facts.push_back(session_.shared(i, true) == session_.linear(rule.shared[i], term));
    const std::int32_t from = numbers_.number(rule.process, rule.from);
    const std::int32_t to = numbers_.number(rule.process, rule.to);
    for (std::size_t s = 0; s < numbers_.place.size(); ++s) {
      const auto [kind, status] = numbers_.place[s];
      const z3::expr before = session_.processes(kind, status);
      const int change =
          (static_cast<std::int32_t>(s) == to ? 1 : 0) - (static_cast<std::int32_t>(s) == from ? 1 : 0);
      if (static_cast<std::int32_t>(s) == from) facts.push_back(before >= 1);
      facts.push_back(session_.processes(kind, status, true) == before + change);
    }
    facts.push_back(!invariant_term(session_, condition, true));
    return session_.impossible(facts);
  }

  SmtSession& session_;
  const RuleSystem& rules_;
  StatusNumbers numbers_;
  std::vector<std::optional<bool>> feasible_;
  std::vector<bool> exact_;  // the statuses of the processes determine it
  std::vector<CountingInvariant> result_;
};

}  // namespace

std::vector<CountingInvariant> counting_invariants(SmtSession& session) {
  return InvariantSearch(session).run();
}

}  // namespace quorate
