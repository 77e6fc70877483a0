// What is folded while the text is written: constants, and range tests that intervals show to be unnecessary.
// Folding must not drop an error. The left operand of a logical operator is always evaluated, so a constant
// on the right decides nothing unless it is neutral (`and true`, `or false`).
#include "export/translation/translator.hpp"

#include <fmt/format.h>

#include "model/constant_operation.hpp"

namespace quorate {

Translator::Translator(const Model& model, const Facts& facts, Names& names)
    : model_(model), facts_(facts), names_(names) {
  for (const Role& role : model.roles) {
    role_names_.push_back(names.fresh(role.name));
    for (const Variable& variable : role.variables) names.shared(variable.name);
  }
  for (const Variable& variable : model.monitor.variables) {
    monitor_names_.push_back(names.fresh(variable.name));
  }
  for (const Type& type : model.types) {
    for (const Field& field : type.fields) names.shared(field.name);
  }
  for (const Type& type : model.types) {
    for (std::size_t k = 0; k < type.literals.size(); ++k) {
      const std::pair key(type.literals[k], static_cast<std::int64_t>(k));
      if (literal_names_.count(key) == 0) literal_names_[key] = names.fresh(type.literals[k]);
    }
  }
}

std::string Translator::field_name(const std::string& name) const {
  return names_.shared(name);
}

Text Translator::literal(TypeId id, std::int64_t value) {
  const Type& type = model_.type(id);
  if (type.kind == TypeKind::boolean) return truth(value != 0);
  if (type.kind != TypeKind::enumeration) return number(value);
  const std::pair key(type.literals[static_cast<std::size_t>(value)], value);
  const std::string& name = literal_names_[key];
  const std::pair entry(name, value);
  if (std::find(literals_.begin(), literals_.end(), entry) == literals_.end()) literals_.push_back(entry);
  return {name, true, value};
}

Text Translator::status_value(Status status) {
  return literal(model_.status_type, static_cast<std::int64_t>(status));
}

Binding Translator::constant_binding(TypeId type, std::int64_t value) {
  return {literal(type, value), type, false, nullptr, nullptr};
}

Text Translator::negation(const Text& a) {
  if (a.constant) return truth(*a.constant == 0);
  if (a.atom && a.s.front() == '!') return word(a.s.substr(1));
  return word("!" + a.operand());
}

Text Translator::branches(const Text& c, const Text& a, const Text& b) {
  if (c.constant) return *c.constant != 0 ? a : b;
  return conditional(c, a, b);
}

Text Translator::select(const Text& c, const Text& a, const Text& b) {
  if (c.constant) return *c.constant != 0 ? a : b;
  if (a.s == b.s) return a;
  return conditional(c, a, b);
}

namespace {

bool is_arithmetic(ExprKind kind) {
  return kind == ExprKind::add || kind == ExprKind::subtract || kind == ExprKind::multiply;
}

// The result of an operation on two constants, if it can be folded.
std::optional<std::int64_t> folded(ExprKind kind, std::int64_t a, std::int64_t b) {
  if (is_arithmetic(kind)) return arithmetic_result(kind, a, b);
  const auto truth = comparison_result(kind, a, b);
  return truth ? std::optional<std::int64_t>(*truth ? 1 : 0) : std::nullopt;
}

}  // namespace

Text Translator::binary(ExprKind kind, const Text& a, const Text& b) {
  const bool logical =
      kind == ExprKind::logical_and || kind == ExprKind::logical_or || kind == ExprKind::implies;
  if (logical && a.constant) {
    const bool decided = (*a.constant != 0) == (kind == ExprKind::logical_or);
    return decided ? truth(kind != ExprKind::logical_and) : b;
  }
  if (kind == ExprKind::logical_and && b.is(1)) return a;
  if (kind == ExprKind::logical_or && b.is(0)) return a;
  if (a.constant && b.constant) {
    if (const auto value = folded(kind, *a.constant, *b.constant)) {
      return is_arithmetic(kind) ? number(*value) : truth(*value != 0);
    }
  }
  if (kind == ExprKind::implies) return implication(a, b);
  if ((kind == ExprKind::equal || kind == ExprKind::iff) && b.is(1) && b.s == "true") return a;
  if ((kind == ExprKind::equal || kind == ExprKind::iff) && b.is(0) && b.s == "false") return negation(a);
  if (kind == ExprKind::add && b.constant) return plus(a, *b.constant);
  const bool associative =
      kind == ExprKind::logical_and || kind == ExprKind::logical_or || kind == ExprKind::add;
  return associative ? chained(a, symbol(kind), b) : infix(a, symbol(kind), b);
}

bool Translator::may_be_undefined(const Expr& e, const Environment& env) const {
  return facts_.definedness().may_be_undefined(e, [&](LocalId id) {
    if (id.index() >= env.locals.size()) return false;
    const Binding& binding = env.locals[id.index()];
    if (binding.closure != nullptr) return may_be_undefined(*binding.closure, *binding.scope);
    return binding.may_be_undefined;
  });
}

TypeId Translator::type_of(const Expr& e, const Environment& env) const {
  if (e.kind != ExprKind::local || e.local.index() >= env.locals.size()) return e.type;
  const Binding& binding = env.locals[e.local.index()];
  if (binding.closure != nullptr) return type_of(*binding.closure, *binding.scope);
  return binding.type.valid() ? binding.type : e.type;
}

Interval Translator::interval(const Expr& e, const Environment& env) const {
  const auto of = [&](std::size_t k) { return interval(e.child(k), env); };
  switch (e.kind) {
    case ExprKind::constant:
      return {e.value, e.value};
    case ExprKind::add:
      return add(of(0), of(1));
    case ExprKind::subtract:
      return subtract(of(0), of(1));
    case ExprKind::multiply:
      return multiply(of(0), of(1));
    case ExprKind::negate:
      return subtract({0, 0}, of(0));
    case ExprKind::divide:
    case ExprKind::ceiling_divide:
    case ExprKind::modulo:
      return divided(of(0));
    case ExprKind::set_size:
      return {0, model_.type(model_.type(e.child(0).type).element).size()};
    case ExprKind::conditional:
      return hull(of(1), of(2));
    case ExprKind::let:
      return interval(e.child(1), let_environment(e, env));
    case ExprKind::call:
      return interval(model_.function(e.function).body, call_environment(e, env));
    case ExprKind::quantifier:
      return quantifier_interval(e, env);
    case ExprKind::local: {
      if (e.local.index() >= env.locals.size()) break;
      const Binding& binding = env.locals[e.local.index()];
      if (binding.closure != nullptr) return interval(*binding.closure, *binding.scope);
      if (binding.text.constant) return {*binding.text.constant, *binding.text.constant};
      break;
    }
    default:
      break;
  }
  return type_interval(type_of(e, env));
}

Interval Translator::type_interval(TypeId id) const {
  const Type& type = model_.type(id);
  if (!type.scalar()) return {0, 0};
  return {type.low, type.high};
}

Interval Translator::quantifier_interval(const Expr& e, const Environment& env) const {
  const std::int64_t size = model_.type(e.domain_type).size();
  // The bound name has no value here: its bounds are those of its type.
  Environment inner = env;
  if (e.local.index() < inner.locals.size()) inner.locals[e.local.index()] = {};
  switch (e.quantifier) {
    case Quantifier::count:
      return {0, size};
    case Quantifier::sum:
      return hull({0, 0}, multiply({0, size}, interval(e.child(0), inner)));
    case Quantifier::maximum:
    case Quantifier::minimum: {
      const Interval body = interval(e.child(0), inner);
      return e.has_default ? hull(body, interval(e.children.back(), env)) : body;
    }
    default: {
      const Interval element = type_interval(e.type);
      return e.has_default ? hull(element, interval(e.children.back(), env)) : element;
    }
  }
}

bool Translator::fits(const Interval& value, TypeId id) const {
  const Type& type = model_.type(id);
  return value.within({type.low, type.high});
}

const ChosenValue* Translator::chosen(const Expr& e, const Environment& env) const {
  const auto found = env.choices.find(&e);
  return found == env.choices.end() ? nullptr : &found->second;
}

Expr Translator::some_candidate(const Expr& choice) const {
  Expr some = choice;
  some.quantifier = Quantifier::exists;
  some.type = model_.boolean_type;
  if (some.has_default) some.children.pop_back();
  some.has_default = false;
  // Every element that passes the filter of an argmax or argmin is compared.
  if (choice.quantifier != Quantifier::any) some.children[0] = some.children[1];
  return some;
}

Text Translator::all_hold(const std::vector<Expr>& conditions, const Environment& env) {
  Text all = truth(true);
  for (const Expr& condition : conditions) all = both(all, value(condition, env));
  return all;
}

Text Translator::in_domain(const Expr& quantifier, const Text& element, const Environment& bound) {
  Text condition = truth(true);
  if (quantifier.has_domain_set)
    condition = member(element, quantifier.domain_type, quantifier.child(2), bound);
  return both(condition, value(quantifier.child(1), bound));
}

Expr part_of(const Model& model, const Expr& whole, std::int64_t step) {
  const Type& type = model.type(whole.type);
  Expr part;
  part.span = whole.span;
  part.children.push_back(whole);
  if (type.kind == TypeKind::record) {
    part.kind = ExprKind::field;
    part.index = static_cast<std::int32_t>(step);
    part.type = type.fields[static_cast<std::size_t>(step)].type;
    return part;
  }
  part.kind = ExprKind::element;
  part.type = type.element;
  Expr index;
  index.type = type.index;
  index.value = step;
  part.children.push_back(index);
  return part;
}

}  // namespace quorate
