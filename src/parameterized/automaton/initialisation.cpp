// Each question describes a state in which some of the processes have been initialised, any number by each
// initialisation, and asks the solver whether an error is possible there, or whether no process can go on.
// Since any of the processes may have been initialised, all orders are covered.
#include "parameterized/automaton/initialisation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "parameterized/automaton/arbitrary_numbers.hpp"

namespace quorate {

namespace {

class StartQuestions {
 public:
  explicit StartQuestions(SmtSession& session) : session_(session), rules_(session.rules()) {}

  std::string failure() {
    const SmtSession::Scope scope(session_);
    const std::vector<z3::expr> shared = after_some();
    std::string problem;
    for (const auto& rule : rules_.failing_starts) {
      if (problem.empty() && assertion_fails(rule, shared))
        problem = "an assertion may fail in the initialisation";
    }
    for (std::size_t i = 0; i < shared.size() && problem.empty(); ++i) {
      if (session_.possible({shared[i] < 0})) problem = negative(rules_.model->shared[i]);
    }
    for (std::size_t r = 0; r < rules_.initial.size() && problem.empty(); ++r)
      problem = negative_counter(rules_.initial[r]);
    return problem;
  }

  // A process of the kind can be initialised; for positive places of a formula.
  z3::expr can_start(std::size_t kind) {
    z3::expr_vector ways(session_.context());
    for (std::size_t r = 0; r < rules_.initial.size(); ++r) {
      if (static_cast<std::size_t>(rules_.initial[r].process) == kind)
        ways.push_back(z3::mk_and(possible(rules_.initial[r], fmt::format("start{}", r))));
    }
    return z3::mk_or(ways);
  }

  z3::expr count(std::size_t kind) { return session_.linear(rules_.processes[kind].count); }

 private:
  // The shared variables after some of the processes have been initialised, any number by each
  // initialisation and in any order.
  std::vector<z3::expr> after_some() {
    std::vector<z3::expr> shared;
    for (const auto& variable : rules_.model->shared) shared.push_back(session_.number(variable.initial));
    sums_.assign(rules_.processes.size(), session_.number(0));
    for (std::size_t r = 0; r < rules_.initial.size(); ++r) {
      const ThresholdRule& rule = rules_.initial[r];
      const z3::expr number = session_.variable(fmt::format("begun{}", r));
      session_.assume(number >= 0);
      session_.assume(number == 0 || z3::mk_and(possible(rule, fmt::format("begun{}", r))));
      z3::expr& sum = sums_[static_cast<std::size_t>(rule.process)];
      sum = sum + number;
      for (std::size_t i = 0; i < shared.size(); ++i)
        shared[i] = shared[i] + session_.number(increment(rule, i).value_or(0)) * number;
    }
    for (std::size_t kind = 0; kind < sums_.size(); ++kind) session_.assume(sums_[kind] <= count(kind));
    return shared;
  }

  z3::expr_vector possible(const ThresholdRule& rule, const std::string& tag) {
    z3::expr_vector facts(session_.context());
    const SymbolTerm term = session_.process_terms(tag);
    for (std::int32_t i = 0; i < rule.fresh; ++i) facts.push_back(term({SymbolKind::fresh, i}) >= 0);
    facts.push_back(session_.condition(rule.guard, term));
    return facts;
  }

  bool assertion_fails(const ThresholdRule& rule, const std::vector<z3::expr>& shared) {
    const auto kind = static_cast<std::size_t>(rule.process);
    const SymbolTerm own = session_.process_terms("failing");
    std::vector<z3::expr> facts = {sums_[kind] < count(kind)};
    for (std::int32_t i = 0; i < rule.fresh; ++i) facts.push_back(own({SymbolKind::fresh, i}) >= 0);
    facts.push_back(session_.condition(rule.guard, [&](Symbol symbol) -> z3::expr {
      return symbol.kind == SymbolKind::shared ? shared[static_cast<std::size_t>(symbol.index)] : own(symbol);
    }));
    return session_.possible(facts);
  }

  std::string negative_counter(const ThresholdRule& rule) {
    const auto kind = static_cast<std::size_t>(rule.process);
    const auto& counters = rules_.processes[kind].counters;
    for (std::size_t i = 0; i < counters.size(); ++i) {
      std::vector<z3::expr> facts = {count(kind) >= 1};
      for (const auto& fact : possible(rule, "negative")) facts.push_back(fact);
      facts.push_back(session_.linear(rule.counters[i], session_.process_terms("negative")) < 0);
      if (session_.possible(facts))
        return negative(rules_.model->processes[kind].locals[static_cast<std::size_t>(counters[i])]);
    }
    return {};
  }

  static std::string negative(const ThresholdVariable& variable) {
    return fmt::format("{} may become negative in the initialisation", variable.name);
  }

  SmtSession& session_;
  const RuleSystem& rules_;
  std::vector<z3::expr> sums_;  // by kind: how many have been initialised
};

// The same as a condition that may be negated; none if it is not known exactly.
std::optional<Condition> startable(const RuleSystem& rules, std::size_t kind) {
  std::vector<Condition> ways;
  for (const auto& rule : rules.initial) {
    if (static_cast<std::size_t>(rule.process) != kind) continue;
    WithoutNumbers one = some_numbers_satisfy(rule.guard);
    if (!one.exact) return {};
    ways.push_back(std::move(one.condition));
  }
  return disjunction(std::move(ways));
}

}  // namespace

std::string initialisation_failure(SmtSession& session) {
  return StartQuestions(session).failure();
}

bool initial_states_exist(SmtSession& session) {
  if (!initialisation_problem(session.rules()).empty()) return true;  // only instances can tell
  StartQuestions questions(session);
  std::vector<z3::expr> facts;
  for (std::size_t kind = 0; kind < session.rules().processes.size(); ++kind)
    facts.push_back(questions.count(kind) == 0 || questions.can_start(kind));
  return session.possible(facts);
}

std::optional<BlockedStart> start_that_blocks(SmtSession& session) {
  const RuleSystem& rules = session.rules();
  if (!initialisation_problem(rules).empty()) return {};
  z3::expr total = session.number(0);
  for (const auto& process : rules.processes) total = total + session.linear(process.count);
  for (std::size_t kind = 0; kind < rules.processes.size(); ++kind) {
    const auto possible = startable(rules, kind);
    if (!possible) continue;
    const SmtSession::Scope of_kind(session);
    session.assume(session.linear(rules.processes[kind].count) >= 1);
    session.assume(!session.condition(*possible));
    for (const int most : {1, 4, 10, 100'000'000}) {
      const SmtSession::Scope of_size(session);
      session.assume(total <= most);
      if (session.solver().check() != z3::sat) continue;
      const z3::model model = session.solver().get_model();
      BlockedStart found;
      found.process = kind;
      for (std::size_t i = 0; i < rules.model->parameters.size(); ++i)
        found.parameters.push_back(
            session.value(model, session.parameter({SymbolKind::parameter, static_cast<std::int32_t>(i)})));
      return found;
    }
  }
  return {};
}

}  // namespace quorate
