// Undefined is a number that no type of the model uses; 255 if possible, since most variables then fit into a
// byte. `raw` gives a value that may be this number and is used for copies; `value` fails on it, by the macro
// DEF.
#include "export/promela/promela_translator.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {

namespace {

std::int64_t number_for_undefined(const Model& model) {
  for (const std::int64_t candidate : {std::int64_t{255}, std::int64_t{-1}, std::int64_t{-32768}}) {
    const bool taken = std::any_of(model.types.begin(), model.types.end(), [&](const Type& type) {
      const TypeId id(static_cast<std::int64_t>(&type - model.types.data()));
      if (!type.simple() || id == model.integer_type) return false;
      const std::int64_t low = code_low(model, id);
      return low <= candidate && candidate < low + code_size(model, id);
    });
    if (!taken) return candidate;
  }
  return -2147483647;
}

}  // namespace

PromelaTranslator::PromelaTranslator(const Model& model, const Facts& facts, Names& names)
    : Translator(model, facts, names), undefined_value_(number_for_undefined(model)) {}

std::string PromelaTranslator::storage(const Interval& numbers) {
  if (numbers.within({0, 255})) return "byte";
  if (numbers.within({-32768, 32767})) return "short";
  return "int";
}

std::string PromelaTranslator::declaration(TypeId id, const std::string& name) {
  const Type& type = model_.type(id);
  if (!type.simple()) return type_name(id) + " " + name;
  const std::int64_t low = code_low(model_, id);
  const Interval values = {low, low + code_size(model_, id) - 1};
  return storage(hull(values, {undefined_value_, undefined_value_})) + " " + name;
}

// Promela has no arrays of arrays, so that every array is the field of a record.
std::string PromelaTranslator::type_name(TypeId id) {
  if (const auto found = type_names_.find(id); found != type_names_.end()) return found->second;
  const Type& type = model_.type(id);
  Lines fields;
  if (type.kind == TypeKind::array) {
    fields.line(fmt::format("{}[{}];", declaration(type.element, "at"), model_.type(type.index).size()));
  }
  for (const Field& field : type.fields) {
    if (!facts_.empty(field.type)) fields.line(declaration(field.type, field_name(field.name)) + ";");
  }
  const std::string wanted = !type.name.empty()             ? type.name
                             : type.kind == TypeKind::array ? "array_type"
                                                            : "record_type";
  const std::string name = names_.fresh_at(0, wanted);
  type_names_[id] = name;
  types_.line("typedef " + name + " {");
  types_.indent();
  types_.add(fields);
  types_.outdent();
  types_.line("};");
  return name;
}

std::vector<std::pair<Text, TypeId>> PromelaTranslator::leaves(const Text& place, TypeId id) {
  const Type& type = model_.type(id);
  if (facts_.empty(id)) return {};
  if (type.simple()) return {{place, id}};
  std::vector<std::pair<Text, TypeId>> all;
  const auto add = [&](const std::vector<std::pair<Text, TypeId>>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (const Field& field : type.fields)
    add(leaves(word(place.s + "." + field_name(field.name)), field.type));
  if (type.kind == TypeKind::array) {
    // Elements in the gaps of a group are included: nobody uses them, but they must not differ between
    // states.
    for (std::int64_t k = model_.type(type.index).low; k <= model_.type(type.index).high; ++k) {
      add(leaves(element_place(place, type, number(k)), type.element));
    }
  }
  return all;
}

std::string PromelaTranslator::hidden(const std::string& name, std::int64_t size) {
  if (hidden_.count(name) == 0) hidden_order_.push_back(name);
  hidden_[name] = std::max(hidden_[name], size);
  return name;
}

Lines PromelaTranslator::hidden_variables() const {
  Lines out;
  for (const std::string& name : hidden_order_) {
    const std::int64_t size = hidden_.at(name);
    out.line(size == 1 ? fmt::format("hidden int {};", name) : fmt::format("hidden int {}[{}];", name, size));
  }
  return out;
}

void PromelaTranslator::macro(const std::string& name, const std::string& parameters,
                              const std::string& text) {
  macros_.line(fmt::format("#define {}({}) ({})", name, parameters, text));
}

std::string PromelaTranslator::symbol(ExprKind kind) const {
  static const std::map<ExprKind, std::string> symbols = {{ExprKind::add, "+"},
                                                          {ExprKind::subtract, "-"},
                                                          {ExprKind::multiply, "*"},
                                                          {ExprKind::divide, "/"},
                                                          {ExprKind::modulo, "%"},
                                                          {ExprKind::equal, "=="},
                                                          {ExprKind::not_equal, "!="},
                                                          {ExprKind::less, "<"},
                                                          {ExprKind::less_equal, "<="},
                                                          {ExprKind::greater, ">"},
                                                          {ExprKind::greater_equal, ">="},
                                                          {ExprKind::logical_and, "&&"},
                                                          {ExprKind::logical_or, "||"},
                                                          {ExprKind::iff, "=="}};
  return symbols.at(kind);
}

Text PromelaTranslator::conditional(const Text& c, const Text& a, const Text& b) {
  return word(fmt::format("({} -> {} : {})", c.operand(), a.operand(), b.operand()));
}

Text PromelaTranslator::implication(const Text& a, const Text& b) {
  return either(negation(a), b);
}

Text PromelaTranslator::divisor(const Text& b, bool may_be_zero) {
  return may_be_zero ? word(fmt::format("NONZERO({})", b.s)) : b;
}

Text PromelaTranslator::ceiling_divide(const Text& a, const Text& b) {
  return word(fmt::format("CEILING_DIVIDE({}, {})", a.s, b.s));
}

Text PromelaTranslator::failure(TypeId, const std::string&) {
  return word("FAIL");
}

Text PromelaTranslator::checked(const Text& value, std::int64_t low, std::int64_t high) {
  return word(fmt::format("CHECK({}, {}, {})", value.s, low, high));
}

Text PromelaTranslator::read(const Text& place, TypeId, bool may_be_undefined) {
  return may_be_undefined ? word("DEF(" + place.s + ")") : place;
}

Text PromelaTranslator::place_undefined(const Text& place, TypeId) {
  return compound(place.operand() + " == UNDEF");
}

Text PromelaTranslator::set_undefined(const Text& place, TypeId type) {
  return place_undefined(place, type);
}

Text PromelaTranslator::process_place(RoleId role, const Text& process, const std::string& member) {
  const Text index = plus(process, -model_.role(role).first.value);
  return word(fmt::format("{}[{}].{}", role_name(role), index.s, member));
}

Text PromelaTranslator::element_place(const Text& array, const Type& type, const Text& index) {
  return word(fmt::format("{}.at[{}]", array.s, plus(index, -model_.type(type.index).low).s));
}

std::string PromelaTranslator::assignment(const Text& target, const Text& value) {
  return target.s + " = " + value.s + ";";
}

void PromelaTranslator::for_each(TypeId type, const std::string&, LocalId local, Environment& env, Lines&,
                                 const Action& action) {
  const std::vector<std::int64_t> values = model_.values_of(type);
  for (std::size_t k = 0; k < values.size(); ++k) {
    Environment inner = env;
    TypeId narrow = type;
    if (model_.type(type).kind == TypeKind::process)
      narrow = model_.role(model_.role_of(ProcessId(values[k]))).type;
    inner.bind(local, constant_binding(narrow, values[k]));
    inner.turn = env.turn * values.size() + k;
    action(inner);
  }
}

void PromelaTranslator::undefine(const Text& place, TypeId type, Lines& out) {
  for (const auto& [leaf, simple] : leaves(place, type)) out.line(leaf.s + " = UNDEF;");
}

void PromelaTranslator::open_if(const Text& condition, Lines& out) {
  out.line("if");
  out.line(":: " + condition.s + " ->");
  out.indent();
  open_branches_.push_back(out.size());
}

void PromelaTranslator::open_else(Lines& out) {
  if (out.size() == open_branches_.back()) out.line("skip;");
  out.outdent();
  out.line(":: else ->");
  out.indent();
  open_branches_.back() = out.size();
}

void PromelaTranslator::close_if(bool had_else, Lines& out) {
  if (out.size() == open_branches_.back()) out.line("skip;");
  out.outdent();
  if (!had_else) out.line(":: else");
  out.line("fi;");
  open_branches_.pop_back();
}

void PromelaTranslator::fail_if(const Text& condition, const std::string& why, Lines& out) {
  out.line(fmt::format("assert({});  /* not: {} */", negation(condition).s, why));
}

Text PromelaTranslator::scratch(const std::string& name, TypeId) {
  return word(hidden("let_" + names_.shared(name)));
}

Text PromelaTranslator::raw(const Expr& e, TypeId id, const Environment& env) {
  const Type& type = model_.type(id);
  const bool set = type.kind == TypeKind::set;
  if (!may_be_undefined(e, env)) {
    if (set) return mask_as(e, id, env);
    const bool fine = type.kind == TypeKind::boolean || fits(interval(e, env), id);
    return fine ? value(e, env) : checked(value(e, env), type.low, type.high);
  }
  switch (e.kind) {
    case ExprKind::undefined:
      return word("UNDEF");
    case ExprKind::conditional:
      return branches(value(e.child(0), env), raw(e.child(1), id, env), raw(e.child(2), id, env));
    case ExprKind::call:
      return raw(model_.function(e.function).body, id, call_environment(e, env));
    case ExprKind::let:
      return raw(e.child(1), id, let_environment(e, env));
    case ExprKind::local: {
      const Binding& binding = env.locals[e.local.index()];
      if (binding.closure != nullptr) return raw(*binding.closure, id, *binding.scope);
      break;
    }
    default:
      break;
  }
  const bool same = set ? model_.type(e.type).element == type.element
                        : type.kind == TypeKind::boolean || fits(interval(e, env), id);
  MessagePart part;
  if (same && message_part(e, env, part)) {
    const auto leaf_text = [&](const CodeLeaf& leaf) {
      return leaf_raw(part.message, part.kind, leaf, true);
    };
    return part_text(part, leaf_text, id);
  }
  if (same) return place(e, env);
  const Text present = set ? mask_as(e, id, env) : checked(value(e, env), type.low, type.high);
  return select(undefined(e, env), word("UNDEF"), present);
}

void PromelaTranslator::copy(const Text& target, TypeId type, const Expr& e, const Environment& env,
                             Lines& out) {
  out.line(assignment(target, raw(e, type, env)));
}

}  // namespace quorate
