// What is always true is asserted once; questions add their facts in a scope. Values before and after a
// step are different constants (a prime in the name). A quotient, which truncates towards zero, is a
// constant defined by inequalities, since Z3's integer division rounds otherwise.
//
// An answer "unknown" counts as possible, which over-approximates; enumerations, which would be incomplete,
// throw SolverGaveUp instead. If a scope cannot be popped, its assumptions would be part of later
// questions: the session then refuses to answer.
#include "parameterized/smt_session.hpp"

#include <fmt/format.h>

#include "base/budget.hpp"

namespace quorate {

SmtSession::SmtSession(const RuleSystem& rules) : rules_(rules), solver_(context_) {
  Budget::ask();  // a context takes some ten megabytes, and there is one for each order of thresholds
  z3::params options(context_);
  limit_time(options, 5000U);
  options.set("random_seed", 1U);
  solver_.set(options);
  for (std::size_t i = 0; i < rules.model->parameters.size(); ++i)
    solver_.add(parameter({SymbolKind::parameter, static_cast<std::int32_t>(i)}) >= 0);
  for (std::size_t i = 0; i < rules.quotients.size(); ++i) {
    const z3::expr result = parameter({SymbolKind::quotient, static_cast<std::int32_t>(i)});
    const z3::expr numerator = linear(rules.quotients[i].numerator);
    const z3::expr divisor = number(rules.quotients[i].divisor);
    solver_.add(
        z3::implies(numerator >= 0, divisor * result <= numerator && numerator < divisor * result + divisor));
    solver_.add(
        z3::implies(numerator < 0, divisor * result >= numerator && numerator > divisor * result - divisor));
  }
  for (const auto& fact : rules.resilience) solver_.add(condition(fact));
  for (const auto& process : rules.processes) solver_.add(linear(process.count) >= 0);
}

z3::expr SmtSession::parameter(Symbol symbol) {
  return variable(fmt::format("{}{}", symbol.kind == SymbolKind::parameter ? "p" : "q", symbol.index));
}

z3::expr SmtSession::shared(std::size_t index, bool after) {
  return variable(fmt::format("g{}{}", index, after ? "'" : ""));
}

z3::expr SmtSession::processes(std::size_t kind, std::size_t status, bool after) {
  return variable(fmt::format("k{}.{}{}", kind, status, after ? "'" : ""));
}

z3::expr SmtSession::linear(const Linear& linear, const SymbolTerm& term) {
  z3::expr sum = number(linear.constant);
  for (const auto& [symbol, coefficient] : linear.terms) {
    const z3::expr part = term(symbol);
    sum = sum + (coefficient == 1 ? part : number(coefficient) * part);
  }
  return sum;
}

z3::expr SmtSession::condition(const Condition& condition, const SymbolTerm& term) {
  switch (condition.kind) {
    case ConditionKind::truth:
      return context_.bool_val(true);
    case ConditionKind::falsity:
      return context_.bool_val(false);
    case ConditionKind::at_most_zero:
      return linear(condition.linear, term) <= 0;
    case ConditionKind::zero:
      return linear(condition.linear, term) == 0;
    case ConditionKind::not_zero:
      return linear(condition.linear, term) != 0;
    default:
      break;
  }
  z3::expr_vector parts(context_);
  for (const auto& part : condition.parts) parts.push_back(this->condition(part, term));
  return condition.is(ConditionKind::conjunction) ? z3::mk_and(parts) : z3::mk_or(parts);
}

z3::expr SmtSession::linear(const Linear& linear) {
  return this->linear(linear, [this](Symbol symbol) { return parameter(symbol); });
}

z3::expr SmtSession::condition(const Condition& condition) {
  return this->condition(condition, [this](Symbol symbol) { return parameter(symbol); });
}

SymbolTerm SmtSession::process_terms(const std::string& tag) {
  return [this, tag](Symbol symbol) -> z3::expr {
    switch (symbol.kind) {
      case SymbolKind::shared:
        return shared(static_cast<std::size_t>(symbol.index));
      case SymbolKind::local:
        return variable(fmt::format("x{}.{}", symbol.index, tag));
      case SymbolKind::fresh:
        return variable(fmt::format("any{}.{}", symbol.index, tag));
      default:
        return parameter(symbol);
    }
  };
}

SmtSession::Scope::~Scope() {
  try {
    session_.solver_.pop();
  } catch (const z3::exception&) {
    session_.broken_ = true;
  }
}

bool SmtSession::check_now() {
  Budget::ask();
  if (broken_) throw SolverGaveUp();
  ++questions_;
  const z3::check_result result = solver_.check();
  if (result == z3::unknown) Budget::ask();
  if (result == z3::unknown) throw SolverGaveUp();
  return result == z3::sat;
}

bool SmtSession::possible(const std::vector<z3::expr>& facts) {
  Budget::ask();
  if (broken_) throw SolverGaveUp();
  const Scope scope(*this);
  for (const auto& fact : facts) solver_.add(fact);
  ++questions_;
  return solver_.check() != z3::unsat;
}

std::int64_t SmtSession::value(const z3::model& model, const z3::expr& term) const {
  std::int64_t number = 0;
  if (!model.eval(term, true).is_numeral_i64(number)) throw SolverGaveUp();
  return number;
}

}  // namespace quorate
