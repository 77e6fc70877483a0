// Sets in Promela are bit masks, as in the Model: the least element is bit 0. Where a set is used as one of
// another type, its bits are shifted, and members that the type does not have are an error (mask_as).
#include <fmt/format.h>

#include "export/promela/promela_translator.hpp"

namespace quorate {

Text PromelaTranslator::mask(const Expr& set, const Environment& env) {
  const auto of = [&](std::size_t k) { return mask(set.child(k), env); };
  const TypeId element = model_.type(set.type).element;
  const std::int64_t low = model_.type(element).low;
  switch (set.kind) {
    case ExprKind::constant:
      return number(set.value);
    case ExprKind::set_literal: {
      Text bits = number(0);
      for (const Expr& one : set.children) {
        Text position = value(one, env);
        if (!fits(interval(one, env), element)) {
          position = checked(position, low, model_.type(element).high);
        }
        position = plus(position, -low);
        const Text bit = position.constant ? number(std::int64_t{1} << *position.constant)
                                           : infix(number(1), "<<", position);
        bits = bits.is(0) ? bit : chained(bits, "|", bit);
      }
      return bits;
    }
    case ExprKind::set_union:
      return chained(of(0), "|", of(1));
    case ExprKind::set_intersection:
      return chained(of(0), "&", of(1));
    case ExprKind::set_difference:
      return infix(of(0), "&", word("~" + of(1).operand()));
    case ExprKind::conditional:
      return select(value(set.child(0), env), of(1), of(2));
    case ExprKind::let:
      return mask(set.child(1), let_environment(set, env));
    case ExprKind::call:
      return mask(model_.function(set.function).body, call_environment(set, env));
    case ExprKind::quantifier: {  // comprehension
      Text bits = number(0);
      for_elements(set, env, [&](const Environment& inner, const Text& x) {
        const Text inside = both(in_domain(set, x, inner), value(set.child(0), inner));
        const Text bit = select(inside, number(std::int64_t{1} << (*x.constant - low)), number(0));
        if (bit.is(0)) return;
        bits = bits.is(0) ? bit : chained(bits, "|", bit);
      });
      return bits;
    }
    case ExprKind::local: {
      const Binding& binding = env.locals[set.local.index()];
      if (binding.closure != nullptr) return mask(*binding.closure, *binding.scope);
      return value(set, env);
    }
    default:
      return value(set, env);
  }
}

// The mask shifted to another set type; members that this type does not have are an error.
Text PromelaTranslator::mask_as(const Expr& set, TypeId id, const Environment& env) {
  const Type& from = model_.type(model_.type(set.type).element);
  const Type& to = model_.type(model_.type(id).element);
  Text bits = mask(set, env);
  if (from.low < to.low || from.high > to.high) {
    std::int64_t allowed = 0;
    for (std::int64_t k = std::max(from.low, to.low); k <= std::min(from.high, to.high); ++k) {
      allowed |= std::int64_t{1} << (k - from.low);
    }
    bits = word(fmt::format("SUBSET({}, {})", bits.s, allowed));
  }
  if (from.low == to.low) return bits;
  return from.low > to.low ? infix(bits, "<<", number(from.low - to.low))
                           : infix(bits, ">>", number(to.low - from.low));
}

Text PromelaTranslator::member(const Text& element, TypeId element_type, const Expr& set,
                               const Environment& env) {
  const Type& own = model_.type(model_.type(set.type).element);
  const Type& type = model_.type(element_type);
  const Text bits = mask(set, env);
  if (element.constant) {
    if (*element.constant < own.low || *element.constant > own.high) return truth(false);
    if (bits.constant) return truth(((*bits.constant >> (*element.constant - own.low)) & 1) != 0);
  }
  const Text shifted = infix(bits, ">>", plus(element, -own.low));
  const Text test = infix(element.is(own.low) ? bits : shifted, "&", number(1));
  if (element.constant || (own.low <= type.low && type.high <= own.high)) return test;
  const Text inside = both(binary(ExprKind::greater_equal, element, number(own.low)),
                           binary(ExprKind::less_equal, element, number(own.high)));
  return both(inside, test);
}

Text PromelaTranslator::set_comparison(const Expr& e, const Environment& env) {
  const Text a = mask(e.child(0), env);
  const Text b = mask_as(e.child(1), e.child(0).type, env);
  if (e.kind != ExprKind::subset) return binary(e.kind, a, b);
  return infix(infix(a, "&", word("~" + b.operand())), "==", number(0));
}

Text PromelaTranslator::set_size(const Expr& set, const Environment& env) {
  const Text bits = mask(set, env);
  const Type& element = model_.type(model_.type(set.type).element);
  Text total = number(0);
  for (std::int64_t k = 0; k < element.size(); ++k) {
    const Text bit = infix(k == 0 ? bits : infix(bits, ">>", number(k)), "&", number(1));
    total = total.is(0) ? bit : chained(total, "+", bit);
  }
  return total;
}

Text PromelaTranslator::digit_of_set(const Expr& set, TypeId type, const Environment& env) {
  return plus(mask_as(set, type, env), 1);
}

}  // namespace quorate
