// A run of an algorithm whose processes never return to a status, and whose shared variables never fall, is
// described by few numbers [Konnov, Veith, Widder 2015]: cut where the possibility of some move changes, it
// has pieces inside of which the order of moves does not matter. The number of pieces is bounded here. That
// a condition changes at most once or twice while shared variables grow is asked of the solver; where the
// process's own variables are part of it, it is enough that the values with which a move is possible stay
// suitable for larger shared variables. If one of the questions is not answered so, the algorithm is left
// to the abstraction.
#include "parameterized/schema/move_groups.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "parameterized/automaton/arbitrary_numbers.hpp"
#include "temporal/components.hpp"

namespace quorate {

namespace {

constexpr unsigned kEliminationMilliseconds = 500;
constexpr std::size_t kMostEliminated = 150;  // larger formulas do not pay off

std::vector<Condition> conjuncts(const Condition& condition) {
  if (condition.is(ConditionKind::truth)) return {};
  return condition.is(ConditionKind::conjunction) ? condition.parts : std::vector<Condition>{condition};
}

bool mentions_process(const Condition& condition) {
  bool found = false;
  for_each_symbol(condition, [&](Symbol symbol) {
    found = found || symbol.kind == SymbolKind::local || symbol.kind == SymbolKind::fresh;
  });
  return found;
}

class GroupSearch {
 public:
  GroupSearch(SmtSession& session, const KnownInvariants& known)
      : session_(session), known_(known), rules_(session.rules()), numbers_(rules_) {}

  MoveGroups run() {
    result_.problem = initialisation_problem(rules_);
    for (const auto& rule : rules_.rules) {
      if (!rule.fails && step_possible(session_, known_, rule)) add(rule);
    }
    for (const auto& rule : rules_.initial) {
      for (std::size_t i = 0; i < rule.shared.size(); ++i) (void)increment_of(rule, i);
    }
    if (result_.problem.empty()) find_cycles();
    if (result_.problem.empty()) {
      for (auto& [key, rules] : by_move_) result_.groups.push_back(group(rules));
      count_changes();
    }
    return std::move(result_);
  }

 private:
  using Key = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::vector<std::int64_t>>;

  std::int64_t increment_of(const ThresholdRule& rule, std::size_t shared) {
    const auto change = increment(rule, shared);
    if (!change || *change < 0)
      result_.problem = "a shared variable changes otherwise than by adding a positive constant";
    return change.value_or(0);
  }

  void add(const ThresholdRule& rule) {
    std::vector<std::int64_t> adds;
    for (std::size_t i = 0; i < rule.shared.size(); ++i) adds.push_back(increment_of(rule, i));
    const bool grows = std::ranges::any_of(adds, [](std::int64_t change) { return change != 0; });
    if (rule.from == rule.to && grows) result_.problem = "a process sends again and again in one status";
    if (rule.from == rule.to) return;
    by_move_[{rule.process, rule.from, rule.to, std::move(adds)}].push_back(&rule);
  }

  void find_cycles() {
    const auto component = components_of(numbers_.place.size(), [&](std::size_t status, const auto& visit) {
      for (const auto& [key, rules] : by_move_) {
        const auto& [kind, from, to, adds] = key;
        if (static_cast<std::size_t>(numbers_.number(kind, from)) == status)
          visit(static_cast<std::size_t>(numbers_.number(kind, to)));
      }
    });
    const std::set<std::size_t> distinct(component.begin(), component.end());
    if (distinct.size() != component.size()) result_.problem = "processes return to a status that they left";
  }

  MoveGroup group(const std::vector<const ThresholdRule*>& rules) {
    MoveGroup result;
    result.kind = rules[0]->process;
    result.from = rules[0]->from;
    result.to = rules[0]->to;
    for (std::size_t i = 0; i < rules[0]->shared.size(); ++i)
      result.adds.push_back(increment_of(*rules[0], i));
    for (const auto& part : conjuncts(rules[0]->guard)) {
      const bool everywhere = std::ranges::all_of(rules, [&](const ThresholdRule* rule) {
        return std::ranges::count(conjuncts(rule->guard), part) > 0;
      });
      if (everywhere && !mentions_process(part)) result.common.push_back(part);
    }
    for (const ThresholdRule* rule : needed(rules)) {
      std::vector<Condition> parts = conjuncts(rule->guard);
      std::erase_if(parts, [&](const auto& part) { return std::ranges::count(result.common, part) > 0; });
      result.rest.push_back(conjunction(std::move(parts)));
      result.fresh = std::max(result.fresh, rule->fresh);
    }
    if (asks_nothing(result)) result.rest.clear();
    if (!result.rest.empty()) result.exists = without_process(result);
    return result;
  }

  // The rules without those that another rule can replace: its step is possible for a process that has
  // already received what the first one receives. Often only the rule that receives nothing is left.
  std::vector<const ThresholdRule*> needed(std::vector<const ThresholdRule*> rules) {
    for (std::size_t i = 0; i < rules.size();) {
      const bool replaced = std::ranges::any_of(rules, [&](const ThresholdRule* other) {
        return other != rules[i] && other->fresh == 0 && replaces(*other, *rules[i]);
      });
      if (replaced) {
        rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    return rules;
  }

  bool replaces(const ThresholdRule& other, const ThresholdRule& rule) {
    const SymbolTerm term = session_.process_terms("r");
    const auto& counters = rules_.processes[static_cast<std::size_t>(rule.process)].counters;
    const SymbolTerm received = [&](Symbol symbol) -> z3::expr {
      if (symbol.kind != SymbolKind::local) return term(symbol);
      const auto place = std::ranges::find(counters, symbol.index) - counters.begin();
      return session_.linear(rule.counters[static_cast<std::size_t>(place)], term);
    };
    std::vector<z3::expr> facts = process_facts(session_, known_, rule.process, rule.from, rule.fresh, term);
    for (std::size_t i = 0; i < rules_.model->shared.size(); ++i) facts.push_back(session_.shared(i) >= 0);
    facts.push_back(session_.condition(rule.guard, term));
    z3::expr_vector then(session_.context());
    for (const auto& fact : process_facts(session_, known_, rule.process, rule.from, 0, received))
      then.push_back(fact);
    then.push_back(session_.condition(other.guard, received));
    facts.push_back(!z3::mk_and(then));
    return session_.impossible(facts);
  }

  // Whether the move is possible for every process in its status, given what the rules have in common.
  bool asks_nothing(const MoveGroup& group) {
    const SymbolTerm term = session_.process_terms("r");
    std::vector<z3::expr> facts = process_facts(session_, known_, group.kind, group.from, 0, term);
    for (std::size_t i = 0; i < rules_.model->shared.size(); ++i) facts.push_back(session_.shared(i) >= 0);
    for (const auto& part : group.common) facts.push_back(session_.condition(part, term));
    for (const auto& part : group.rest)
      facts.push_back(!session_.condition(some_numbers_satisfy(part).condition, term));
    return session_.impossible(facts);
  }

  // Eliminates the process's own variables.
  std::optional<z3::expr> without_process(const MoveGroup& group) {
    const SymbolTerm term = session_.process_terms("r");
    z3::expr_vector own(session_.context());
    for (const std::int32_t local : rules_.processes[static_cast<std::size_t>(group.kind)].counters)
      own.push_back(term({SymbolKind::local, local}));
    for (std::int32_t i = 0; i < group.fresh; ++i) own.push_back(term({SymbolKind::fresh, i}));
    z3::goal goal(session_.context());
    const z3::expr rest = rest_term(session_, known_, group, term);
    goal.add(own.empty() ? rest : z3::exists(own, rest));
    const z3::tactic eliminate =
        z3::try_for(z3::tactic(session_.context(), "qe") & z3::tactic(session_.context(), "ctx-simplify"),
                    kEliminationMilliseconds);
    try {
      const z3::apply_result found = eliminate(goal);
      if (found.size() != 1) return {};
      const z3::expr result = found[0].as_expr();
      if (size_of(result) > kMostEliminated) return {};
      return result;
    } catch (const z3::exception&) {
      return {};  // out of time
    }
  }

  // The size of a formula; beyond the limit if it has quantifiers.
  static std::size_t size_of(const z3::expr& term) {
    if (!term.is_app()) return kMostEliminated + 1;
    std::size_t size = 1;
    for (unsigned i = 0; i < term.num_args() && size <= kMostEliminated; ++i) size += size_of(term.arg(i));
    return size;
  }

  // Values of the shared variables at three times of a run.
  z3::expr shared_at(std::size_t index, int time) {
    return session_.variable("s" + std::to_string(index) + "." + std::to_string(time));
  }

  SymbolTerm terms_at(int time, const std::string& tag) {
    return [this, time, own = session_.process_terms(tag)](Symbol symbol) -> z3::expr {
      return symbol.kind == SymbolKind::shared ? shared_at(static_cast<std::size_t>(symbol.index), time)
                                               : own(symbol);
    };
  }

  // `witness(time, tag)`: the condition holds at the time by the values with this tag.
  template <typename Witness>
  std::optional<Trend> trend_of(const Witness& witness) {
    std::vector<z3::expr> growing;
    for (std::size_t i = 0; i < rules_.model->shared.size(); ++i) {
      growing.push_back(shared_at(i, 1) >= 0);
      growing.push_back(shared_at(i, 1) <= shared_at(i, 2));
      growing.push_back(shared_at(i, 2) <= shared_at(i, 3));
    }
    const auto never = [&](std::vector<z3::expr> facts) {
      facts.insert(facts.end(), growing.begin(), growing.end());
      return session_.impossible(facts);
    };
    const bool rising = never({witness(1, "a"), !witness(2, "a")});
    const bool falling = never({witness(2, "a"), !witness(1, "a")});
    if (rising && falling) return Trend::constant;
    if (rising) return Trend::rising;
    if (falling) return Trend::falling;
    if (never({witness(1, "a"), witness(3, "b"), !witness(2, "a"), !witness(2, "b")})) return Trend::twice;
    return {};
  }

  static std::size_t changes(Trend trend) {
    return trend == Trend::constant ? 0 : trend == Trend::twice ? 2 : 1;
  }

  void count_changes() {
    std::vector<std::pair<Condition, Trend>> common;
    std::vector<const MoveGroup*> counted;
    for (auto& group : result_.groups) {
      for (const auto& part : group.common) {
        auto known = std::ranges::find(common, part, &std::pair<Condition, Trend>::first);
        if (known == common.end()) known = common.insert(common.end(), {part, common_trend(part)});
        group.common_trends.push_back(known->second);
      }
      if (group.rest.empty()) continue;
      const auto trend = trend_of([&](int time, const std::string& tag) {
        return rest_term(session_, known_, group, terms_at(time, tag));
      });
      if (!trend) result_.problem = "what processes can do may change again and again";
      group.rest_trend = trend.value_or(Trend::constant);
      const bool known = std::ranges::any_of(counted, [&](const MoveGroup* other) {
        return other->kind == group.kind && other->from == group.from && other->rest == group.rest;
      });
      if (!known) result_.changes += changes(group.rest_trend);
      counted.push_back(&group);
    }
  }

  Trend common_trend(const Condition& condition) {
    const auto trend = trend_of(
        [&](int time, const std::string& tag) { return session_.condition(condition, terms_at(time, tag)); });
    if (!trend) result_.problem = "a condition on shared variables can change again and again";
    result_.changes += changes(trend.value_or(Trend::constant));
    return trend.value_or(Trend::constant);
  }

  SmtSession& session_;
  const KnownInvariants& known_;
  const RuleSystem& rules_;
  StatusNumbers numbers_;
  std::map<Key, std::vector<const ThresholdRule*>> by_move_;
  MoveGroups result_;
};

}  // namespace

bool MoveGroup::adds_something() const {
  return std::ranges::any_of(adds, [](std::int64_t change) { return change != 0; });
}

MoveGroups move_groups(SmtSession& session, const KnownInvariants& known) {
  return GroupSearch(session, known).run();
}

z3::expr rest_term(SmtSession& session, const KnownInvariants& known, const MoveGroup& group,
                   const SymbolTerm& term) {
  if (group.exists) {
    z3::expr_vector symbols(session.context());
    z3::expr_vector values(session.context());
    for (std::size_t i = 0; i < session.rules().model->shared.size(); ++i) {
      symbols.push_back(session.shared(i));
      values.push_back(term({SymbolKind::shared, static_cast<std::int32_t>(i)}));
    }
    z3::expr formula = *group.exists;
    return formula.substitute(symbols, values);
  }
  z3::expr_vector facts(session.context());
  for (const auto& fact : process_facts(session, known, group.kind, group.from, group.fresh, term))
    facts.push_back(fact);
  z3::expr_vector ways(session.context());
  for (const auto& part : group.rest) ways.push_back(session.condition(part, term));
  facts.push_back(z3::mk_or(ways));
  return z3::mk_and(facts);
}

}  // namespace quorate
