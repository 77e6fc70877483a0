// Iteration over the values of a type or the elements of a set, unrolled if that is small enough. Included by
// the files that compile quantifiers and loops.
#pragma once

#include <optional>

#include "system/compile/compiler.hpp"

namespace quorate {

// The greatest number of copies of a body, nested iterations multiplied.
inline constexpr std::int64_t unrolling_limit = 256;

template <typename Body>
void Compiler::iterate(TypeId domain_type, const Expr* set, LocalId local, const Body& body) {
  std::optional<Operand> elements;
  if (set != nullptr) {
    elements = eval_as(*set, set->type);
    if (!elements->known()) builder_.emit(Op::need_defined, builder_.in_register(*elements));
  }
  const std::int64_t low = set != nullptr ? type(type(set->type).element).low : 0;
  const auto values = model_.values_of(domain_type);
  const auto copies = std::max<std::int64_t>(1, static_cast<std::int64_t>(values.size()));
  if (unrolled_ * copies <= unrolling_limit) {
    unrolled_ *= copies;
    iterate_unrolled(values, elements, low, local, body);
    unrolled_ /= copies;
  } else {
    iterate_looped(domain_type, elements, low, local, body);
  }
}

template <typename Body>
void Compiler::iterate_unrolled(const std::vector<std::int64_t>& values, const std::optional<Operand>& set,
                                std::int64_t low, LocalId local, const Body& body) {
  for (const auto value : values) {
    std::int64_t bit = 0;
    const bool possible = !set || arithmetic::singleton(value, low, bit);
    if (!possible || (set && set->constant && (set->value & bit) == 0)) continue;
    Label next;
    const auto mark = builder_.mark();
    if (set && !set->constant) {
      const Operand inside = binary(Op::member, Operand::of(value), *set, low);
      builder_.jump(Op::jump_if_false, inside.reg, next);
    }
    instantiation_.locals[local.index()] = Operand::of(value);
    body(Operand::of(value), next);
    builder_.bind(next);
    builder_.release(mark);
  }
}

template <typename Body>
void Compiler::iterate_looped(TypeId domain_type, const std::optional<Operand>& set, std::int64_t low,
                              LocalId local, const Body& body) {
  const Type& domain = type(domain_type);
  const auto element = builder_.new_register();
  const auto one = builder_.in_register(Operand::of(1));
  const auto last = builder_.in_register(Operand::of(domain.high));
  builder_.emit(Op::constant, element, 0, domain.low);
  const auto start = static_cast<std::int64_t>(builder_.size());
  const auto mark = builder_.mark();
  Label end;
  Label next;
  const Operand more = binary(Op::less_equal, Operand::in(element), Operand::in(last));
  builder_.jump(Op::jump_if_false, more.reg, end);
  if (set) {
    builder_.jump(Op::jump_if_false, binary(Op::member, Operand::in(element), *set, low).reg, next);
  } else if (domain.kind == TypeKind::process && domain.roles.size() > 1) {
    std::int64_t members = 0;
    for (const auto value : model_.values_of(domain_type)) members |= std::int64_t{1} << (value - domain.low);
    const Operand inside = binary(Op::member, Operand::in(element), Operand::of(members), domain.low);
    builder_.jump(Op::jump_if_false, inside.reg, next);
  }
  instantiation_.locals[local.index()] = Operand::in(element);
  body(Operand::in(element), next);
  builder_.bind(next);
  builder_.emit(Op::add, element, element, 0, one);
  builder_.emit(Op::jump, 0, 0, start);
  builder_.bind(end);
  builder_.release(mark);
}

}  // namespace quorate
