// Expressions. Function calls and `let` disappear: arguments and values are substituted for the names.
// Expressions have no effects, so the values are the same; but an error in an argument that is never used is
// not raised.
#include <fmt/format.h>

#include "export/translation/translator.hpp"

namespace quorate {

Text Translator::value(const Expr& e, const Environment& env) {
  const bool number = model_.type(e.type).kind == TypeKind::range;
  if (number && !too_large_ && !interval(e, env).within(numbers())) too_large_ = e.span;
  switch (e.kind) {
    case ExprKind::constant:
      return literal(e.type, e.value);
    case ExprKind::undefined:
      return failure(e.type, "an undefined value is read");
    case ExprKind::local:
      return local_value(e, env);
    case ExprKind::variable:
    case ExprKind::status:
    case ExprKind::monitor_variable:
    case ExprKind::field:
    case ExprKind::element:
    case ExprKind::message_field:
      return place_value(e, env);
    case ExprKind::message_absent:
      return message_absent(e.children.empty() ? nullptr : &e.child(0), env);
    case ExprKind::equal:
    case ExprKind::not_equal:
    case ExprKind::subset:
      return comparison(e, env);
    case ExprKind::conditional:
      return branches(value(e.child(0), env), value(e.child(1), env), value(e.child(2), env));
    case ExprKind::member:
      return member(value(e.child(0), env), type_of(e.child(0), env), e.child(1), env);
    case ExprKind::set_size:
      return set_size(e.child(0), env);
    case ExprKind::quantifier:
      return quantifier(e, env);
    case ExprKind::let:
      return value(e.child(1), let_environment(e, env));
    case ExprKind::call:
      return value(model_.function(e.function).body, call_environment(e, env));
    case ExprKind::is_undefined:
      return undefined(e.child(0), env);
    case ExprKind::ordinal:
      return ordinal(e, env);
    case ExprKind::process_of:
      return process_of(e, env);
    default:
      return unary_or_binary(e, env);
  }
}

Text Translator::local_value(const Expr& e, const Environment& env) {
  const Binding& binding = env.locals[e.local.index()];
  if (binding.closure != nullptr) return value(*binding.closure, *binding.scope);
  return read(binding.text, binding.type, binding.may_be_undefined);
}

Environment Translator::call_environment(const Expr& call, const Environment& env) const {
  const Function& function = model_.function(call.function);
  const auto scope = std::make_shared<Environment>(env);
  Environment inner = env;
  inner.locals.assign(function.frame.size(), {});
  inner.frame = &function.frame;
  for (std::size_t k = 0; k < function.parameters.size(); ++k) {
    inner.bind(function.parameters[k].local, {{}, call.child(k).type, false, &call.child(k), scope});
  }
  return inner;
}

Environment Translator::let_environment(const Expr& let, const Environment& env) const {
  Environment inner = env;
  inner.bind(let.local, {{}, let.child(0).type, false, &let.child(0), std::make_shared<Environment>(env)});
  return inner;
}

Text Translator::unary_or_binary(const Expr& e, const Environment& env) {
  const Text a = value(e.child(0), env);
  switch (e.kind) {
    case ExprKind::logical_not:
      return negation(a);
    case ExprKind::negate:
      return a.constant ? number(-*a.constant) : compound("-" + a.operand());
    case ExprKind::divide:
    case ExprKind::modulo:
    case ExprKind::ceiling_divide: {
      const bool may_be_zero = interval(e.child(1), env).contains(0);
      const Text b = divisor(value(e.child(1), env), may_be_zero);
      return e.kind == ExprKind::ceiling_divide ? ceiling_divide(a, b) : binary(e.kind, a, b);
    }
    default:
      return binary(e.kind, a, value(e.child(1), env));
  }
}

Text Translator::comparison(const Expr& e, const Environment& env) {
  const Expr& a = e.child(0);
  const Expr& b = e.child(1);
  const TypeId type_a = type_of(a, env);
  const TypeId type_b = type_of(b, env);
  const Type& type = model_.type(type_a);
  if (type.kind == TypeKind::set) return set_comparison(e, env);
  if (type.kind == TypeKind::process && type_a != type_b) {
    // Processes of different roles are never equal, and the target may not be able to compare their types.
    const std::vector<RoleId> ours = facts_.live_roles(type_a);
    const std::vector<RoleId> theirs = facts_.live_roles(type_b);
    const bool overlap = std::any_of(ours.begin(), ours.end(), [&](RoleId role) {
      return std::find(theirs.begin(), theirs.end(), role) != theirs.end();
    });
    if (!overlap) return truth(e.kind == ExprKind::not_equal);
  }
  if (!type.simple()) {
    const Text same = for_all_parts(a, env, [&](const Expr& part, const Expr& index) {
      Expr equality = e;
      equality.kind = ExprKind::equal;
      equality.children = {part, part};
      equality.children[1].children[0] = b;
      if (part.kind == ExprKind::element) equality.children[1].children[1] = index;
      return equality;
    });
    return e.kind == ExprKind::equal ? same : negation(same);
  }
  return binary(e.kind, value(a, env), value(b, env));
}

Text Translator::for_all_parts(const Expr& whole, const Environment& env, const PartPredicate& predicate) {
  const Type& type = model_.type(whole.type);
  if (type.kind == TypeKind::record) {
    Text all = truth(true);
    for (std::size_t k = 0; k < type.fields.size(); ++k) {
      const Expr part = part_of(model_, whole, static_cast<std::int64_t>(k));
      all = both(all, value(predicate(part, {}), env));
    }
    return all;
  }
  Expr index;
  index.kind = ExprKind::local;
  index.type = type.index;
  index.local = LocalId(static_cast<std::int64_t>(env.locals.size()));
  Expr part = part_of(model_, whole, 0);
  part.children[1] = index;
  Expr yes;
  yes.type = model_.boolean_type;
  yes.value = 1;
  Expr all;
  all.kind = ExprKind::quantifier;
  all.quantifier = Quantifier::all;
  all.type = model_.boolean_type;
  all.local = index.local;
  all.domain_type = type.index;
  all.children = {predicate(part, index), yes};
  return value(all, env);
}

Text Translator::ordinal(const Expr& e, const Environment& env) {
  const Text process = value(e.child(0), env);
  const std::vector<std::int64_t> values = model_.values_of(type_of(e.child(0), env));
  const bool gap =
      !values.empty() && values.back() - values.front() + 1 != static_cast<std::int64_t>(values.size());
  if (values.empty() || !gap) return plus(process, values.empty() ? 0 : 1 - values.front());
  Text position = number(static_cast<std::int64_t>(values.size()));
  for (std::size_t k = values.size() - 1; k > 0; --k) {
    position = select(equal(process, number(values[k - 1])), number(static_cast<std::int64_t>(k)), position);
  }
  return position;
}

Text Translator::process_of(const Expr& e, const Environment& env) {
  const std::vector<std::int64_t> values = model_.values_of(e.type);
  if (values.empty()) return failure(e.type, "there is no such process");
  const auto count = static_cast<std::int64_t>(values.size());
  Text position = value(e.child(0), env);
  if (!interval(e.child(0), env).within({1, count})) position = checked(position, 1, count);
  if (values.back() - values.front() + 1 == count) return plus(position, values.front() - 1);
  Text process = number(values.back());
  for (std::size_t k = values.size() - 1; k > 0; --k) {
    const Text here = equal(position, number(static_cast<std::int64_t>(k)));
    process = select(here, number(values[k - 1]), process);
  }
  return process;
}

}  // namespace quorate
