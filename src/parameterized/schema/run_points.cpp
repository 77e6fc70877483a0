// A point of a run is a vector of terms: processes in each status and shared variables, constrained by what
// is known of all reachable states (statuses add up, proved invariants). Processes of which the same is
// known are one class: at the first point those of one initialisation, whose variables are what it made of
// them; later those of one status. Counts of a proposition are sums over classes; a class that the status
// does not decide is divided by the combinations of conditions that its processes can satisfy. All of this
// over-approximates: it says that suitable values exist, so that a point may be possible that no run has.
#include "parameterized/schema/run_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "parameterized/automaton/arbitrary_numbers.hpp"

namespace quorate {

namespace {

constexpr std::size_t kMostToldApart = 4;  // conditions by whose combinations a class is divided

}  // namespace

RunPoints::RunPoints(SmtSession& session, const KnownInvariants& known)
    : session_(session), known_(known), rules_(session.rules()), numbers_(session.rules()) {}

SymbolTerm RunPoints::terms(const RunPoint& point, const std::string& tag) {
  return [&point, own = session_.process_terms(tag)](Symbol symbol) -> z3::expr {
    if (symbol.kind == SymbolKind::shared) return point.shared[static_cast<std::size_t>(symbol.index)];
    if (symbol.kind == SymbolKind::count) return point.processes[static_cast<std::size_t>(symbol.index)];
    return own(symbol);
  };
}

void RunPoints::add_invariants(const RunPoint& point, z3::expr_vector& facts) {
  for (const auto& shared : point.shared) facts.push_back(shared >= 0);
  for (std::size_t kind = 0; kind < rules_.processes.size(); ++kind) {
    z3::expr sum = session_.number(0);
    for (std::size_t s = 0; s < numbers_.place.size(); ++s) {
      if (numbers_.place[s].first == kind) sum = sum + point.processes[s];
    }
    facts.push_back(sum == session_.linear(rules_.processes[kind].count));
  }
  for (const auto& number : point.processes) facts.push_back(number >= 0);
  for (const auto& invariant : known_.counting) {
    if (invariant.proved) facts.push_back(session_.condition(invariant.condition, terms(point, "none")));
  }
}

RunPoint RunPoints::first(z3::expr_vector& facts) {
  RunPoint point{"first", {}, std::vector<z3::expr>(numbers_.place.size(), session_.number(0)), {}};
  for (const auto& variable : rules_.model->shared) point.shared.push_back(session_.number(variable.initial));
  for (std::size_t r = 0; r < rules_.initial.size(); ++r) {
    const ThresholdRule& rule = rules_.initial[r];
    const z3::expr number = session_.variable(fmt::format("begun{}", r));
    facts.push_back(number >= 0);
    point.begun.push_back(number);
    auto& there = point.processes[status(rule.process, rule.to)];
    there = there + number;
    for (std::size_t i = 0; i < point.shared.size(); ++i) {
      if (const auto adds = increment(rule, i).value_or(0); adds != 0)
        point.shared[i] = point.shared[i] + session_.number(adds) * number;
    }
  }
  add_invariants(point, facts);
  for (const Class& one : classes(point)) {
    const SymbolTerm term = member_terms(one, point, fmt::format("begun{}", one.initialisation));
    facts.push_back(one.number == 0 || member(one, term));
  }
  return point;
}

RunPoint RunPoints::some(const std::string& name, z3::expr_vector& facts) {
  RunPoint point{name, {}, {}, {}};
  for (std::size_t i = 0; i < rules_.model->shared.size(); ++i)
    point.shared.push_back(session_.variable(fmt::format("{}.g{}", name, i)));
  for (std::size_t s = 0; s < numbers_.place.size(); ++s)
    point.processes.push_back(session_.variable(fmt::format("{}.k{}", name, s)));
  add_invariants(point, facts);
  return point;
}

std::vector<RunPoints::Class> RunPoints::classes(const RunPoint& point) {
  std::vector<Class> result;
  for (std::size_t r = 0; r < point.begun.size(); ++r)
    result.push_back(
        {rules_.initial[r].process, rules_.initial[r].to, point.begun[r], static_cast<std::int32_t>(r)});
  if (!point.begun.empty()) return result;
  for (std::size_t s = 0; s < numbers_.place.size(); ++s) {
    const auto [kind, status] = numbers_.place[s];
    result.push_back(
        {static_cast<std::int32_t>(kind), static_cast<std::int32_t>(status), point.processes[s], -1});
  }
  return result;
}

// The counting variables of a process that has not moved yet are those of its initialisation.
SymbolTerm RunPoints::member_terms(const Class& one, const RunPoint& point, const std::string& tag) {
  const SymbolTerm own = terms(point, tag);
  if (one.initialisation < 0) return own;
  const ThresholdRule& rule = rules_.initial[static_cast<std::size_t>(one.initialisation)];
  return [this, own, &rule](Symbol symbol) -> z3::expr {
    if (symbol.kind != SymbolKind::local) return own(symbol);
    const auto& counters = rules_.processes[static_cast<std::size_t>(rule.process)].counters;
    const auto place = std::ranges::find(counters, symbol.index) - counters.begin();
    return session_.linear(rule.counters[static_cast<std::size_t>(place)], own);
  };
}

// What is known of one process of the class.
z3::expr RunPoints::member(const Class& one, const SymbolTerm& term) {
  z3::expr_vector facts(session_.context());
  for (const auto& fact : process_facts(session_, known_, one.kind, one.status, 0, term))
    facts.push_back(fact);
  if (one.initialisation >= 0) {
    const ThresholdRule& rule = rules_.initial[static_cast<std::size_t>(one.initialisation)];
    for (std::int32_t i = 0; i < rule.fresh; ++i) facts.push_back(term({SymbolKind::fresh, i}) >= 0);
    facts.push_back(session_.condition(rule.guard, term));
  }
  return z3::mk_and(facts);
}

// Divides a class by which of the conditions its processes satisfy; a combination that no values satisfy
// has no processes.
void RunPoints::divide(const Class& one, const std::vector<std::int32_t>& counts, const RunPoint& point,
                       const std::string& tag, std::map<std::int32_t, z3::expr>& sums,
                       z3::expr_vector& facts) {
  z3::expr everybody = session_.number(0);
  for (std::size_t cell = 0; cell < (std::size_t{1} << counts.size()); ++cell) {
    const std::string name = fmt::format("{}.{}", tag, cell);
    const SymbolTerm term = member_terms(one, point, name);
    const z3::expr some = session_.variable("c" + name);
    z3::expr_vector here(session_.context());
    here.push_back(member(one, term));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto count = static_cast<std::size_t>(counts[i]);
      const z3::expr counted =
          session_.condition(rules_.counted[count][static_cast<std::size_t>(one.status)], term);
      const bool satisfied = ((cell >> i) & 1U) != 0;
      here.push_back(satisfied ? counted : !counted);
      if (satisfied) sums.at(counts[i]) = sums.at(counts[i]) + some;
    }
    facts.push_back(some == 0 || (some > 0 && z3::mk_and(here)));
    everybody = everybody + some;
  }
  facts.push_back(everybody == one.number);
}

z3::expr RunPoints::can_go_on(const RunPoint& point) {
  z3::expr_vector steps(session_.context());
  z3::expr_vector stuck(session_.context());
  for (const Class& one : classes(point)) {
    const std::string tag = fmt::format("{}.on{}.{}", point.name, one.kind, one.status);
    const SymbolTerm term = member_terms(one, point, tag);
    // The arbitrary numbers of a step are not those of the initialisation.
    const SymbolTerm of_step = [term, own = terms(point, tag + "s")](Symbol symbol) -> z3::expr {
      return symbol.kind == SymbolKind::fresh ? own(symbol) : term(symbol);
    };
    z3::expr_vector stays(session_.context());
    z3::expr_vector none(session_.context());
    none.push_back(member(one, term));
    for (const std::size_t number :
         rules_.rules_from[static_cast<std::size_t>(one.kind)][static_cast<std::size_t>(one.status)]) {
      const ThresholdRule& rule = rules_.rules[number];
      if (rule.fails) continue;
      if (rule.from == rule.to) stays.push_back(session_.condition(rule.guard, of_step));
      none.push_back(!session_.condition(surely_possible(rule), term));
    }
    steps.push_back(one.number > 0 && member(one, term) && z3::mk_or(stays));
    stuck.push_back(one.number == 0 || z3::mk_and(none));
  }
  return z3::mk_or(steps) || z3::mk_and(stuck);
}

z3::expr RunPoints::possible(const std::vector<Condition>& conditions, const RunPoint& point,
                             const std::string& tag) {
  std::map<std::int32_t, z3::expr> sums;
  for (const auto& condition : conditions) {
    for_each_symbol(condition, [&](Symbol symbol) {
      if (symbol.kind == SymbolKind::count) sums.emplace(symbol.index, session_.number(0));
    });
  }
  z3::expr_vector facts(session_.context());
  std::size_t number = 0;
  for (const Class& one : classes(point)) {
    std::vector<std::int32_t> undecided;
    for (auto& [count, sum] : sums) {
      if (rules_.counts[static_cast<std::size_t>(count)].process != one.kind) continue;
      const Condition& counted =
          rules_.counted[static_cast<std::size_t>(count)][static_cast<std::size_t>(one.status)];
      if (counted.is(ConditionKind::truth)) sum = sum + one.number;
      if (!counted.is(ConditionKind::truth) && !counted.is(ConditionKind::falsity))
        undecided.push_back(count);
    }
    const std::string name = fmt::format("{}.{}.{}", point.name, tag, number++);
    if (!undecided.empty() && undecided.size() <= kMostToldApart) {
      divide(one, undecided, point, name, sums, facts);
    } else {
      for (const std::int32_t count : undecided)
        divide(one, {count}, point, fmt::format("{}.{}", name, count), sums, facts);
    }
  }
  for (const auto& condition : conditions) {
    facts.push_back(session_.condition(condition, [&](Symbol symbol) -> z3::expr {
      if (symbol.kind == SymbolKind::count) return sums.at(symbol.index);
      return terms(point, "none")(symbol);
    }));
  }
  return z3::mk_and(facts);
}

}  // namespace quorate
