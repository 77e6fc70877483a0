#include "model/constant_operation.hpp"

#include "model/arithmetic.hpp"

namespace quorate {

std::optional<std::int64_t> arithmetic_result(ExprKind kind, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  const auto given = [&](bool there_is_one) {
    return there_is_one ? std::optional(result) : std::optional<std::int64_t>();
  };
  switch (kind) {
    case ExprKind::add:
      return given(arithmetic::add(a, b, result));
    case ExprKind::subtract:
      return given(arithmetic::subtract(a, b, result));
    case ExprKind::multiply:
      return given(arithmetic::multiply(a, b, result));
    case ExprKind::divide:
      return given(arithmetic::divide(a, b, result));
    case ExprKind::ceiling_divide:
      return given(arithmetic::ceiling_divide(a, b, result));
    case ExprKind::modulo:
      return given(arithmetic::modulo(a, b, result));
    default:
      return std::nullopt;
  }
}

std::optional<bool> comparison_result(ExprKind kind, std::int64_t a, std::int64_t b) {
  switch (kind) {
    case ExprKind::equal:
    case ExprKind::iff:
      return a == b;
    case ExprKind::not_equal:
      return a != b;
    case ExprKind::less:
      return a < b;
    case ExprKind::less_equal:
      return a <= b;
    case ExprKind::greater:
      return a > b;
    case ExprKind::greater_equal:
      return a >= b;
    default:
      return std::nullopt;
  }
}

}  // namespace quorate
