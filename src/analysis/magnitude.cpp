// A bound on |e| by structural recursion, in floating point so that the bound itself cannot overflow.
// Stored values are bounded by their types; a division, a remainder and a negation do not enlarge their
// first operand. Used to decide whether a sum may overflow, so it must never be too small.
#include "analysis/magnitude.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quorate {

namespace {

double domain_size(const Model& model, const Expr& quantifier) {
  return static_cast<double>(std::max<std::int64_t>(0, model.type(quantifier.domain_type).size()));
}

// The bound of a variable, a field or a bound name of this type.
double type_bound(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  return std::max(std::abs(static_cast<double>(type.low)), std::abs(static_cast<double>(type.high)));
}

double of_quantifier(const Model& model, const Expr& e) {
  const double otherwise = e.has_default ? magnitude(model, e.children.back()) : 0;
  switch (e.quantifier) {
    case Quantifier::count:
      return domain_size(model, e);
    case Quantifier::sum:
      return domain_size(model, e) * magnitude(model, e.child(0));
    case Quantifier::maximum:
    case Quantifier::minimum:
      return std::max(otherwise, magnitude(model, e.child(0)));
    default:
      return std::max(otherwise, type_bound(model, e.domain_type));
  }
}

}  // namespace

double magnitude(const Model& model, const Expr& e) {
  const auto part = [&](std::size_t k) { return magnitude(model, e.child(k)); };
  switch (e.kind) {
    case ExprKind::constant:
      return std::abs(static_cast<double>(e.value));
    case ExprKind::variable:
    case ExprKind::monitor_variable:
    case ExprKind::field:
    case ExprKind::element:
    case ExprKind::message_field:
      return type_bound(model, e.type);
    case ExprKind::negate:
    case ExprKind::divide:
    case ExprKind::ceiling_divide:
    case ExprKind::modulo:
      return part(0);
    case ExprKind::add:
    case ExprKind::subtract:
      return part(0) + part(1);
    case ExprKind::multiply:
      return part(0) * part(1);
    case ExprKind::conditional:
      return std::max(part(1), part(2));
    case ExprKind::set_size:
    case ExprKind::ordinal:
      return 62;  // at most so many elements in a set and processes in a model
    case ExprKind::quantifier:
      return of_quantifier(model, e);
    default:
      return std::numeric_limits<double>::infinity();
  }
}

}  // namespace quorate
