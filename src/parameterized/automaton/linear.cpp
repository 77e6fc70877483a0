// Linear expressions are sorted lists of symbols with coefficients other than 0, so that equal expressions
// are equal objects and can be keys. Conditions are in negation normal form, and constant comparisons are
// decided when they are made: guards over statuses become true or false, and rules with a false guard are
// never built. All arithmetic is checked and throws NumberTooLarge; a wrong bound would be a wrong verdict.
#include "parameterized/automaton/linear.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/arithmetic.hpp"

namespace quorate {

namespace {

std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (!arithmetic::add(a, b, result)) throw NumberTooLarge();
  return result;
}

std::int64_t product_of(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (!arithmetic::multiply(a, b, result)) throw NumberTooLarge();
  return result;
}

}  // namespace

std::int64_t Linear::coefficient(Symbol symbol) const {
  const auto found = std::ranges::find(terms, symbol, &std::pair<Symbol, std::int64_t>::first);
  return found == terms.end() ? 0 : found->second;
}

Linear operator+(const Linear& left, const Linear& right) {
  Linear sum(sum_of(left.constant, right.constant));
  auto a = left.terms.begin();
  auto b = right.terms.begin();
  while (a != left.terms.end() || b != right.terms.end()) {
    if (b == right.terms.end() || (a != left.terms.end() && a->first < b->first)) {
      sum.terms.push_back(*a++);
    } else if (a == left.terms.end() || b->first < a->first) {
      sum.terms.push_back(*b++);
    } else {
      const std::int64_t coefficient = sum_of(a->second, b->second);
      if (coefficient != 0) sum.terms.emplace_back(a->first, coefficient);
      ++a;
      ++b;
    }
  }
  return sum;
}

Linear operator*(std::int64_t factor, const Linear& linear) {
  Linear product(product_of(factor, linear.constant));
  if (factor == 0) return product;
  for (const auto& [symbol, coefficient] : linear.terms)
    product.terms.emplace_back(symbol, product_of(factor, coefficient));
  return product;
}

Linear operator-(const Linear& left, const Linear& right) {
  return left + (-1) * right;
}

Condition truth_of(bool value) {
  Condition condition;
  condition.kind = value ? ConditionKind::truth : ConditionKind::falsity;
  return condition;
}

namespace {

Condition combined(std::vector<Condition> parts, ConditionKind kind) {
  const auto neutral = kind == ConditionKind::conjunction ? ConditionKind::truth : ConditionKind::falsity;
  const auto decisive = kind == ConditionKind::conjunction ? ConditionKind::falsity : ConditionKind::truth;
  Condition result;
  result.kind = kind;
  for (auto& part : parts) {
    if (part.is(decisive)) return part;
    if (part.is(neutral)) continue;
    if (part.is(kind)) {
      result.parts.insert(result.parts.end(), part.parts.begin(), part.parts.end());
    } else {
      result.parts.push_back(std::move(part));
    }
  }
  if (result.parts.empty()) return truth_of(kind == ConditionKind::conjunction);
  if (result.parts.size() == 1) {
    Condition only = std::move(result.parts[0]);
    return only;
  }
  return result;
}

Condition atomic_condition(ConditionKind kind, Linear linear) {
  if (linear.is_constant()) {
    const std::int64_t value = linear.constant;
    return truth_of(kind == ConditionKind::at_most_zero ? value <= 0
                    : kind == ConditionKind::zero       ? value == 0
                                                        : value != 0);
  }
  Condition condition;
  condition.kind = kind;
  condition.linear = std::move(linear);
  return condition;
}

}  // namespace

Condition conjunction(std::vector<Condition> parts) {
  return combined(std::move(parts), ConditionKind::conjunction);
}

Condition disjunction(std::vector<Condition> parts) {
  return combined(std::move(parts), ConditionKind::disjunction);
}

Condition negation(const Condition& condition) {
  switch (condition.kind) {
    case ConditionKind::truth:
      return truth_of(false);
    case ConditionKind::falsity:
      return truth_of(true);
    case ConditionKind::at_most_zero:
      return atomic_condition(ConditionKind::at_most_zero, Linear(1) - condition.linear);
    case ConditionKind::zero:
      return atomic_condition(ConditionKind::not_zero, condition.linear);
    case ConditionKind::not_zero:
      return atomic_condition(ConditionKind::zero, condition.linear);
    default:
      break;
  }
  std::vector<Condition> parts;
  for (const auto& part : condition.parts) parts.push_back(negation(part));
  return condition.is(ConditionKind::conjunction) ? disjunction(std::move(parts))
                                                  : conjunction(std::move(parts));
}

Condition compared(TermKind comparison, const Linear& left, const Linear& right) {
  switch (comparison) {
    case TermKind::equal:
      return atomic_condition(ConditionKind::zero, left - right);
    case TermKind::not_equal:
      return atomic_condition(ConditionKind::not_zero, left - right);
    case TermKind::less:
      return atomic_condition(ConditionKind::at_most_zero, left - right + Linear(1));
    case TermKind::less_equal:
      return atomic_condition(ConditionKind::at_most_zero, left - right);
    case TermKind::greater:
      return atomic_condition(ConditionKind::at_most_zero, right - left + Linear(1));
    default:
      return atomic_condition(ConditionKind::at_most_zero, right - left);
  }
}

void add_product(WideInteger& sum, std::int64_t factor, std::int64_t value) {
  constexpr WideInteger most = static_cast<WideInteger>(1) << 120U;
  sum += static_cast<WideInteger>(factor) * value;  // below 2^126
  if (sum > most || sum < -most) throw NumberTooLarge();
}

std::int64_t evaluate(const Linear& linear, const SymbolValue& value) {
  std::int64_t sum = linear.constant;
  for (const auto& [symbol, coefficient] : linear.terms)
    sum = sum_of(sum, product_of(coefficient, value(symbol)));
  return sum;
}

bool evaluate(const Condition& condition, const SymbolValue& value) {
  switch (condition.kind) {
    case ConditionKind::truth:
      return true;
    case ConditionKind::falsity:
      return false;
    case ConditionKind::at_most_zero:
      return evaluate(condition.linear, value) <= 0;
    case ConditionKind::zero:
      return evaluate(condition.linear, value) == 0;
    case ConditionKind::not_zero:
      return evaluate(condition.linear, value) != 0;
    case ConditionKind::conjunction:
      return std::ranges::all_of(condition.parts, [&](const auto& part) { return evaluate(part, value); });
    case ConditionKind::disjunction:
      break;
  }
  return std::ranges::any_of(condition.parts, [&](const auto& part) { return evaluate(part, value); });
}

void for_each_symbol(const Condition& condition, const std::function<void(Symbol)>& visit) {
  for (const auto& [symbol, coefficient] : condition.linear.terms) visit(symbol);
  for (const auto& part : condition.parts) for_each_symbol(part, visit);
}

std::string to_text(const Linear& linear, const SymbolName& name) {
  std::string text;
  for (const auto& [symbol, coefficient] : linear.terms) {
    const std::int64_t size = coefficient < 0 ? -coefficient : coefficient;
    text += text.empty() ? (coefficient < 0 ? "-" : "") : (coefficient < 0 ? " - " : " + ");
    text += size == 1 ? name(symbol) : fmt::format("{} * {}", size, name(symbol));
  }
  if (text.empty()) return fmt::format("{}", linear.constant);
  if (linear.constant != 0)
    text += fmt::format(" {} {}", linear.constant < 0 ? '-' : '+', std::abs(linear.constant));
  return text;
}

std::string to_text(const Condition& condition, const SymbolName& name) {
  // Terms with negative coefficients are shown on the other side.
  Linear left;
  Linear right;
  for (const auto& [symbol, coefficient] : condition.linear.terms) {
    (coefficient > 0 ? left : right).terms.emplace_back(symbol, std::abs(coefficient));
  }
  (condition.linear.constant > 0 ? left : right).constant = std::abs(condition.linear.constant);
  switch (condition.kind) {
    case ConditionKind::truth:
      return "true";
    case ConditionKind::falsity:
      return "false";
    case ConditionKind::at_most_zero:
      return to_text(left, name) + " <= " + to_text(right, name);
    case ConditionKind::zero:
      return to_text(left, name) + " == " + to_text(right, name);
    case ConditionKind::not_zero:
      return to_text(left, name) + " != " + to_text(right, name);
    default:
      break;
  }
  std::vector<std::string> parts;
  for (const auto& part : condition.parts)
    parts.push_back(part.parts.empty() ? to_text(part, name) : "(" + to_text(part, name) + ")");
  return fmt::format("{}", fmt::join(parts, condition.is(ConditionKind::conjunction) ? " && " : " || "));
}

Linear TermTranslation::linear(const ThresholdTerm& term) const {
  try {
    return operation(term);
  } catch (NumberTooLarge& problem) {
    if (!problem.where) problem.where = term.span;
    throw;
  }
}

Linear TermTranslation::operation(const ThresholdTerm& term) const {
  switch (term.kind) {
    case TermKind::constant:
      return Linear(term.value);
    case TermKind::parameter:
      return Linear(Symbol{SymbolKind::parameter, term.index});
    case TermKind::plus:
      return linear(term.operands[0]) + linear(term.operands[1]);
    case TermKind::minus:
      return linear(term.operands[0]) - linear(term.operands[1]);
    case TermKind::negate:
      return (-1) * linear(term.operands[0]);
    case TermKind::times: {
      const Linear left = linear(term.operands[0]);
      const Linear right = linear(term.operands[1]);
      return left.is_constant() ? left.constant * right : right.constant * left;
    }
    case TermKind::divide: {
      const Quotient quotient{linear(term.operands[0]), linear(term.operands[1]).constant};
      if (quotient.numerator.is_constant()) return Linear(quotient.numerator.constant / quotient.divisor);
      auto found = std::ranges::find(quotients, quotient);
      if (found == quotients.end()) found = quotients.insert(quotients.end(), quotient);
      return Linear(Symbol{SymbolKind::quotient, static_cast<std::int32_t>(found - quotients.begin())});
    }
    default:
      return value(term);
  }
}

Condition TermTranslation::condition(const ThresholdTerm& term, bool negated) const {
  switch (term.kind) {
    case TermKind::logical_not:
      return condition(term.operands[0], !negated);
    case TermKind::logical_and:
    case TermKind::logical_or: {
      std::vector<Condition> parts;
      for (const auto& operand : term.operands) parts.push_back(condition(operand, negated));
      return (term.kind == TermKind::logical_and) != negated ? conjunction(std::move(parts))
                                                             : disjunction(std::move(parts));
    }
    case TermKind::equal:
    case TermKind::not_equal:
    case TermKind::less:
    case TermKind::less_equal:
    case TermKind::greater:
    case TermKind::greater_equal: {
      const Condition result = compared(term.kind, linear(term.operands[0]), linear(term.operands[1]));
      return negated ? negation(result) : result;
    }
    case TermKind::for_all:
    case TermKind::for_some:
      return compared((term.kind == TermKind::for_all) != negated ? TermKind::equal : TermKind::greater,
                      value(term), Linear(0));
    default: {
      const Condition result = compared(TermKind::not_equal, linear(term), Linear(0));
      return negated ? negation(result) : result;
    }
  }
}

}  // namespace quorate
