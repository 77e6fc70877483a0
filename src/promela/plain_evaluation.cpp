// Promela's integers have 32 bits and wrap around (`wrapped`, `plain_result`). `&&`, `||` and the
// conditional evaluate only the operands that they need, so that an error in another one does not count. An
// index outside of its array, a division by zero and a shift that has no result are errors of the model at
// the expression.
#include "promela/plain_evaluation.hpp"

#include <fmt/format.h>

namespace quorate {

std::optional<std::int64_t> PlainSystem::Evaluation::fail(const PlainExpression& expression,
                                                          std::string message) const {
  buffer_.trouble.failure.message = std::move(message);
  buffer_.trouble.failure.span = expression.span;
  return {};
}

std::optional<PlainSystem::Evaluation::Place> PlainSystem::Evaluation::place(
    const PlainExpression& expression) const {
  const auto variable = static_cast<std::size_t>(expression.variable);
  Place result;
  const std::vector<PackedField>* fields = nullptr;
  if (expression.scope == PlainScope::global) {
    result.variable = &system_.model_->globals[variable];
    fields = &system_.globals_[variable];
  } else {
    const Instance& owner = system_.instances_[static_cast<std::size_t>(
        expression.scope == PlainScope::own ? instance_ : expression.instance)];
    result.variable = &system_.process_of(owner).locals[variable];
    fields = &owner.locals[variable];
  }
  std::int64_t index = 0;
  if (!expression.operands.empty()) {
    const auto chosen = value(expression.operands[0]);
    if (!chosen) return {};
    index = *chosen;
  }
  if (index < 0 || index >= static_cast<std::int64_t>(fields->size())) {
    fail(expression, fmt::format("{}[{}] does not exist: the array has {} elements", result.variable->name,
                                 index, fields->size()));
    return {};
  }
  result.field = &(*fields)[static_cast<std::size_t>(index)];
  return result;
}

std::optional<std::int64_t> PlainSystem::Evaluation::value(const PlainExpression& expression) const {
  const auto operand = [&](std::size_t i) { return value(expression.operands[i]); };
  switch (expression.op) {
    case PlainOperator::constant:
      return expression.value;
    case PlainOperator::variable: {
      const auto found = place(expression);
      if (!found) return {};
      return load(*found, state_);
    }
    case PlainOperator::at_label: {
      const Instance& other = system_.instances_[static_cast<std::size_t>(expression.instance)];
      return static_cast<std::int64_t>(other.location.load(state_)) == expression.value ? 1 : 0;
    }
    case PlainOperator::length:
      return static_cast<std::int64_t>(
          system_.channels_[static_cast<std::size_t>(expression.variable)].length.load(state_));
    case PlainOperator::negate:
    case PlainOperator::complement:
    case PlainOperator::logical_not: {
      const auto inner = operand(0);
      if (!inner) return {};
      if (expression.op == PlainOperator::negate) return wrapped(-*inner);
      if (expression.op == PlainOperator::complement) return wrapped(~*inner);
      return *inner == 0 ? 1 : 0;
    }
    case PlainOperator::logical_and:
    case PlainOperator::logical_or: {
      const auto left = operand(0);
      if (!left) return {};
      const bool decisive = expression.op == PlainOperator::logical_or;
      if ((*left != 0) == decisive) return decisive ? 1 : 0;
      const auto right = operand(1);
      if (!right) return {};
      return *right != 0 ? 1 : 0;
    }
    case PlainOperator::conditional: {
      const auto condition = operand(0);
      if (!condition) return {};
      return operand(*condition != 0 ? 1 : 2);
    }
    default:
      break;
  }
  const auto left = operand(0);
  if (!left) return {};
  const auto right = operand(1);
  if (!right) return {};
  const auto result = plain_result(expression.op, *left, *right);
  if (result) return result;
  const bool shift =
      expression.op == PlainOperator::shift_left || expression.op == PlainOperator::shift_right;
  return fail(expression, shift ? fmt::format("a shift by {}", *right) : std::string("a division by zero"));
}

}  // namespace quorate
