// Sets in Murphi are arrays of booleans over their elements, so that sets of scalarset values stay symmetric.
// An operation on sets is what it says of each element: every set expression is translated as the condition
// under which an element is a member.
#include <fmt/format.h>

#include "export/murphi/murphi_translator.hpp"

namespace quorate {

Text MurphiTranslator::within(const Text& element, TypeId element_type, TypeId id) {
  const Type& type = model_.type(id);
  const Type& from = model_.type(element_type);
  if (type.low <= from.low && from.high <= type.high) return truth(true);
  return both(binary(ExprKind::greater_equal, element, number(type.low)),
              binary(ExprKind::less_equal, element, number(type.high)));
}

Text MurphiTranslator::member(const Text& element, TypeId element_type, const Expr& set,
                              const Environment& env) {
  const auto of = [&](std::size_t k) { return member(element, element_type, set.child(k), env); };
  switch (set.kind) {
    case ExprKind::constant: {
      Text any = truth(false);
      const Type& type = model_.type(model_.type(set.type).element);
      for (std::int64_t k = 0; k < type.size(); ++k) {
        if (((set.value >> k) & 1) == 0) continue;
        any = either(any, equal(element, literal(model_.type(set.type).element, type.low + k)));
      }
      return any;
    }
    case ExprKind::undefined:
      return failure(model_.boolean_type, "an undefined value is read");
    case ExprKind::set_literal: {
      Text any = truth(false);
      for (const Expr& one : set.children) any = either(any, equal(element, value(one, env)));
      return any;
    }
    case ExprKind::set_union:
      return either(of(0), of(1));
    case ExprKind::set_intersection:
      return both(of(0), of(1));
    case ExprKind::set_difference:
      return both(of(0), negation(of(1)));
    case ExprKind::conditional:
      return select(value(set.child(0), env), of(1), of(2));
    case ExprKind::let:
      return member(element, element_type, set.child(1), let_environment(set, env));
    case ExprKind::call:
      return member(element, element_type, model_.function(set.function).body, call_environment(set, env));
    case ExprKind::quantifier: {  // comprehension
      Environment inner = env;
      inner.bind(set.local, {element, element_type, false, nullptr, nullptr});
      const Text inside =
          both(within(element, element_type, set.domain_type), in_domain(set, element, inner));
      return both(inside, value(set.child(0), inner));
    }
    default:
      return place_member(element, element_type, set, env);
  }
}

Text MurphiTranslator::place_member(const Text& element, TypeId element_type, const Expr& set,
                                    const Environment& env) {
  if (set.kind == ExprKind::local && env.locals[set.local.index()].closure != nullptr) {
    const Binding& binding = env.locals[set.local.index()];
    return member(element, element_type, *binding.closure, *binding.scope);
  }
  const TypeId own = model_.type(set.type).element;
  if (facts_.empty(own)) return truth(false);
  const Text inside = within(element, element_type, own);
  MessagePart part;
  if (message_part(set, env, part)) {
    const auto bit = [&](const CodeLeaf& leaf) {
      const Text mask = leaf_value(part.message, part.kind, leaf, may_be_undefined(set, env));
      const Text shifted = infix(mask, ">>", plus(element, -model_.type(own).low));
      return equal(infix(shifted, "&", number(1)), number(1));
    };
    return both(inside, part_text(part, bit, model_.boolean_type));
  }
  return both(inside, element_place(place(set, env), model_.type(set.type), element));
}

Text MurphiTranslator::set_comparison(const Expr& e, const Environment& env) {
  const TypeId type = model_.type(e.child(0).type).element;
  Text all = truth(true);
  for (const TypeId part : parts(type)) {
    open_scope();
    const std::string name = declare("x", type_text(part));
    const Text element = word(name);
    const Text left = member(element, part, e.child(0), env);
    const Text right = member(element, part, e.child(1), env);
    const Text test = binary(e.kind == ExprKind::subset ? ExprKind::implies : ExprKind::iff, left, right);
    if (!test.is(1)) {
      all = both(all, compound(fmt::format("forall {}: {} do {} end", name, type_text(part), test.s)));
    }
    close_scope();
  }
  return e.kind == ExprKind::not_equal ? negation(all) : all;
}

Text MurphiTranslator::set_size(const Expr& set, const Environment& env) {
  open_scope();
  const std::string total = declare("total", "integer");
  Lines body;
  body.line(total + " := 0;");
  for (const TypeId part : parts(model_.type(set.type).element)) {
    open_scope();
    const std::string name = declare("x", type_text(part));
    const Text inside = member(word(name), part, set, env);
    body.line(fmt::format("for {}: {} do", name, type_text(part)));
    body.line(fmt::format("  if {0} then {1} := {1} + 1; endif;", inside.s, total));
    body.line("endfor;");
    close_scope();
  }
  body.line("return " + total + ";");
  close_scope();
  return lift("size", "integer", {{total, "integer"}}, body);
}

Text MurphiTranslator::set_undefined(const Text& place, TypeId set) {
  Text all = truth(true);
  for (const TypeId part : parts(model_.type(set).element)) {
    open_scope();
    const std::string name = declare("x", type_text(part));
    all = both(all, compound(fmt::format("forall {0}: {1} do isundefined({2}[{0}]) end", name,
                                         type_text(part), place.s)));
    close_scope();
  }
  return all;
}

// The set is first built in a variable of its own: its members may depend on the target's.
void MurphiTranslator::copy_set(const Text& target, TypeId id, const Expr& e, const Environment& env,
                                Lines& out) {
  const Type& type = model_.type(id);
  const bool maybe = may_be_undefined(e, env);
  if (e.kind == ExprKind::conditional && maybe) {
    open_if(value(e.child(0), env), out);
    assign(target, id, e.child(1), env, out);
    open_else(out);
    assign(target, id, e.child(2), env, out);
    close_if(true, out);
    return;
  }
  if (maybe) {
    open_if(undefined(e, env), out);
    undefine(target, id, out);
    open_else(out);
  }
  const Type& own = model_.type(model_.type(e.type).element);
  if (own.low < model_.type(type.element).low || own.high > model_.type(type.element).high) {
    Environment outer = env;
    const LocalId local(static_cast<std::int64_t>(env.locals.size()));
    for_each(model_.type(e.type).element, "x", local, outer, out, [&](Environment& inner) {
      const Binding& x = inner.locals[local.index()];
      const Text outside = negation(within(x.text, x.type, type.element));
      fail_if(both(outside, member(x.text, x.type, e, inner)), "a value is outside its type", out);
    });
  }
  const std::string copy = variable("members", type_text(id));
  for (const TypeId part : parts(type.element)) {
    open_scope();
    const std::string name = declare("x", type_text(part));
    const Text inside = member(word(name), part, e, env);
    out.line(fmt::format("for {0}: {1} do {2}[{0}] := {3}; endfor;", name, type_text(part), copy, inside.s));
    close_scope();
  }
  out.line(assignment(target, word(copy)));
  if (maybe) close_if(true, out);
}

Text MurphiTranslator::digit_of_set(const Expr& set, TypeId type, const Environment& env) {
  const TypeId element = model_.type(type).element;
  Text sum = number(1);
  for (const std::int64_t each : model_.values_of(element)) {
    const std::int64_t weight = std::int64_t{1} << (each - model_.type(element).low);
    const Text inside = member(literal(element, each), element, set, env);
    sum = binary(ExprKind::add, select(inside, number(weight), number(0)), sum);
  }
  return sum;
}

}  // namespace quorate
