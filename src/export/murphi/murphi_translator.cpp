// Expressions and statements in Murphi. Murphi has undefined variables, and rumur checks that they are not
// read and that values stay in their types, so that plain reads and assignments are enough. Values that go
// into message codes are checked by a function (`checked`). What needs a loop or a variable inside an
// expression becomes a function (`lift`) whose parameters are the names in scope that its body uses.
#include "export/murphi/murphi_translator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace quorate {

namespace {

// Whether the text uses the name as a whole word.
bool mentions(const std::string& text, const std::string& name) {
  const auto part_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const bool starts = at == 0 || !part_of_word(text[at - 1]);
    const std::size_t end = at + name.size();
    const bool ends = end == text.size() || !part_of_word(text[end]);
    const bool is_field = at > 0 && text[at - 1] == '.';
    if (starts && ends && !is_field) return true;
  }
  return false;
}

}  // namespace

MurphiTranslator::MurphiTranslator(const Model& model, const Facts& facts, Names& names,
                                   std::vector<std::string> obstacles)
    : Translator(model, facts, names), obstacles_(std::move(obstacles)) {
  for (const Role& role : model.roles) {
    role_types_.push_back(names.fresh(role.type_name == role.name ? role.name + "ID" : role.type_name));
  }
  for (std::size_t k = 0; k < model.types.size(); ++k) {
    const Type& type = model.types[k];
    const TypeId id(static_cast<std::int64_t>(k));
    const bool wanted = !type.name.empty() && type.kind != TypeKind::process &&
                        type.kind != TypeKind::boolean && type.kind != TypeKind::set &&
                        id != model.integer_type && id != model.status_type;
    if (!wanted || facts.empty(id)) continue;
    type_names_[id] = names.fresh(type.name);
  }
}

std::string MurphiTranslator::type_text(TypeId id, bool spelt) const {
  used_types_.insert(id);
  if (const auto found = type_names_.find(id); found != type_names_.end() && !spelt) return found->second;
  const Type& type = model_.type(id);
  if (id == model_.integer_type) return "integer";
  if (id == model_.status_type) return "process_status";
  switch (type.kind) {
    case TypeKind::boolean:
      return "boolean";
    case TypeKind::process:
      if (const auto roles = facts_.live_roles(id); roles.size() == 1) return role_type(roles[0]);
      return fmt::format("{}..{}", type.low, type.high);
    case TypeKind::set:
      return fmt::format("array [{}] of boolean", type_text(type.element));
    case TypeKind::array:
      return fmt::format("array [{}] of {}", type_text(type.index), type_text(type.element));
    case TypeKind::record: {
      std::string text = "record";
      for (const Field& field : type.fields) {
        if (!facts_.empty(field.type))
          text += fmt::format(" {}: {};", field_name(field.name), type_text(field.type));
      }
      return text + " end";
    }
    default:
      return fmt::format("{}..{}", type.low, type.high);
  }
}

Lines MurphiTranslator::type_declarations() const {
  // The parts of a type have lower numbers than the type, so the last types are asked for their parts first.
  std::vector<std::string> lines;
  for (auto named = type_names_.rbegin(); named != type_names_.rend(); ++named) {
    if (used_types_.count(named->first) == 0) continue;
    lines.push_back(fmt::format("{}: {};", named->second, type_text(named->first, true)));
  }
  if (used_types_.count(model_.status_type) > 0) lines.emplace_back("process_status: 0..3;");
  Lines out;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) out.line(*line);
  return out;
}

std::vector<TypeId> MurphiTranslator::parts(TypeId id) const {
  if (facts_.empty(id)) return {};
  if (model_.type(id).kind != TypeKind::process) return {id};
  std::vector<TypeId> types;
  for (const RoleId role : facts_.live_roles(id)) types.push_back(model_.role(role).type);
  return types;
}

void MurphiTranslator::open_scope() {
  names_.enter();
  scopes_.emplace_back();
}

void MurphiTranslator::close_scope() {
  names_.leave();
  scopes_.pop_back();
}

std::string MurphiTranslator::declare(const std::string& wanted, const std::string& type) {
  const std::string name = names_.fresh(wanted);
  scopes_.back().push_back({name, type});
  return name;
}

std::string MurphiTranslator::variable(const std::string& wanted, const std::string& type) {
  // Variables are declared in the outermost scope of the statements, whatever loop needs them.
  const std::string name = names_.fresh_at(1, wanted);
  scopes_.front().push_back({name, type});
  variables_.push_back({name, type});
  return name;
}

std::vector<MurphiName> MurphiTranslator::take_variables() {
  outgoing_.clear();
  picked_.clear();
  return std::exchange(variables_, {});
}

Text MurphiTranslator::lift(const std::string& wanted, const std::string& result,
                            const std::vector<MurphiName>& variables, const Lines& body) {
  const std::string text = body.str();
  std::vector<std::string> parameters;
  std::vector<std::string> arguments;
  for (const auto& scope : scopes_) {
    for (const MurphiName& name : scope) {
      if (!mentions(text, name.name)) continue;
      parameters.push_back(name.name + ": " + name.type);
      arguments.push_back(name.name);
    }
  }
  const std::string name = names_.fresh_at(0, wanted);
  functions_.blank();
  functions_.line(fmt::format("function {}({}): {};", name, join_text(parameters, "; "), result));
  if (!variables.empty()) functions_.line("var");
  functions_.indent();
  for (const MurphiName& variable : variables) functions_.line(variable.name + ": " + variable.type + ";");
  functions_.outdent();
  functions_.line("begin");
  functions_.indent();
  functions_.add(body);
  functions_.outdent();
  functions_.line("end;");
  return word(fmt::format("{}({})", name, join_text(arguments, ", ")));
}

std::string MurphiTranslator::once(const std::string& key, const std::string& wanted,
                                   const std::function<void(const std::string&)>& make) {
  if (const auto found = made_.find(key); found != made_.end()) return found->second;
  const std::string name = names_.fresh_at(0, wanted);
  made_[key] = name;
  make(name);
  return name;
}

std::string MurphiTranslator::parameter(const std::string& wanted) {
  names_.enter();
  const std::string name = names_.fresh(wanted);
  names_.leave();
  return name;
}

std::string MurphiTranslator::symbol(ExprKind kind) const {
  static const std::map<ExprKind, std::string> symbols = {{ExprKind::add, "+"},
                                                          {ExprKind::subtract, "-"},
                                                          {ExprKind::multiply, "*"},
                                                          {ExprKind::divide, "/"},
                                                          {ExprKind::modulo, "%"},
                                                          {ExprKind::equal, "="},
                                                          {ExprKind::not_equal, "!="},
                                                          {ExprKind::less, "<"},
                                                          {ExprKind::less_equal, "<="},
                                                          {ExprKind::greater, ">"},
                                                          {ExprKind::greater_equal, ">="},
                                                          {ExprKind::logical_and, "&"},
                                                          {ExprKind::logical_or, "|"},
                                                          {ExprKind::iff, "="}};
  return symbols.at(kind);
}

Text MurphiTranslator::conditional(const Text& c, const Text& a, const Text& b) {
  return compound(c.operand() + " ? " + a.operand() + " : " + b.operand());
}

Text MurphiTranslator::implication(const Text& a, const Text& b) {
  return infix(a, "->", b);
}

Text MurphiTranslator::divisor(const Text& b, bool) {
  return b;
}

// Saturated bounds (interval.hpp) are outside.
Interval MurphiTranslator::numbers() const {
  constexpr std::int64_t limit = (std::int64_t{1} << 60) - 1;
  return {-limit, limit};
}

Text MurphiTranslator::ceiling_divide(const Text& a, const Text& b) {
  const std::string name = once("ceiling", "ceiling_divide", [&](const std::string& function) {
    functions_.blank();
    const std::string u = parameter("dividend");
    const std::string v = parameter("by");
    functions_.line(fmt::format("function {}({}: integer; {}: integer): integer;", function, u, v));
    functions_.line("begin");
    functions_.line(
        fmt::format("  return ({0} / {1}) + ((({0} % {1}) != 0 & (({0} < 0) = ({1} < 0))) ? 1 : 0);", u, v));
    functions_.line("end;");
  });
  return word(fmt::format("{}({}, {})", name, a.s, b.s));
}

Text MurphiTranslator::failure(TypeId type, const std::string& why) {
  const std::string result = type_text(type);
  const std::string name = once("failure " + result + why, "failure", [&](const std::string& function) {
    functions_.blank();
    functions_.line(fmt::format("function {}(): {};", function, result));
    functions_.line("begin");
    functions_.line(fmt::format("  error \"{}\";", why));
    functions_.line("end;");
  });
  return word(name + "()");
}

Text MurphiTranslator::checked(const Text& value, std::int64_t low, std::int64_t high) {
  const std::string name = once("checked", "checked", [&](const std::string& function) {
    functions_.blank();
    const std::string v = parameter("v");
    const std::string from = parameter("low");
    const std::string upto = parameter("high");
    functions_.line(
        fmt::format("function {}({}: integer; {}: integer; {}: integer): integer;", function, v, from, upto));
    functions_.line("begin");
    functions_.line(fmt::format(
        "  if ({0} < {1}) | ({0} > {2}) then error \"a value is outside its type\"; endif;", v, from, upto));
    functions_.line(fmt::format("  return {};", v));
    functions_.line("end;");
  });
  return word(fmt::format("{}({}, {}, {})", name, value.s, low, high));
}

Text MurphiTranslator::read(const Text& place, TypeId, bool) {
  return place;
}

Text MurphiTranslator::place_undefined(const Text& place, TypeId) {
  return word("isundefined(" + place.s + ")");
}

Text MurphiTranslator::process_place(RoleId role, const Text& process, const std::string& member) {
  return word(fmt::format("{}[{}].{}", role_name(role), process.s, member));
}

Text MurphiTranslator::element_place(const Text& array, const Type&, const Text& index) {
  return word(fmt::format("{}[{}]", array.s, index.s));
}

std::string MurphiTranslator::assignment(const Text& target, const Text& value) {
  return target.s + " := " + value.s + ";";
}

std::string MurphiTranslator::bind_name(Environment& env, LocalId local, const std::string& wanted,
                                        TypeId type) {
  const std::string name = declare(wanted, type_text(type));
  env.bind(local, {word(name), type, false, nullptr, nullptr});
  return name;
}

void MurphiTranslator::for_each(TypeId type, const std::string& name, LocalId local, Environment& env,
                                Lines& out, const Action& action) {
  for (const TypeId part : parts(type)) {
    open_scope();
    Environment inner = env;
    const std::string element = bind_name(inner, local, name, part);
    out.line(fmt::format("for {}: {} do", element, type_text(part)));
    out.indent();
    action(inner);
    out.outdent();
    out.line("endfor;");
    close_scope();
  }
}

void MurphiTranslator::undefine(const Text& place, TypeId, Lines& out) {
  out.line("undefine " + place.s + ";");
}

void MurphiTranslator::open_if(const Text& condition, Lines& out) {
  out.line("if " + condition.s + " then");
  out.indent();
}

void MurphiTranslator::open_else(Lines& out) {
  out.outdent();
  out.line("else");
  out.indent();
}

void MurphiTranslator::close_if(bool, Lines& out) {
  out.outdent();
  out.line("endif;");
}

void MurphiTranslator::fail_if(const Text& condition, const std::string& why, Lines& out) {
  out.line(fmt::format("if {} then error \"{}\"; endif;", condition.s, why));
}

Text MurphiTranslator::scratch(const std::string& name, TypeId type) {
  return word(variable(name, type_text(type)));
}

void MurphiTranslator::copy(const Text& target, TypeId type, const Expr& e, const Environment& env,
                            Lines& out) {
  if (model_.type(type).kind == TypeKind::set) {
    copy_set(target, type, e, env, out);
  } else if (!may_be_undefined(e, env)) {
    out.line(assignment(target, value(e, env)));
  } else if (e.kind == ExprKind::conditional) {
    open_if(value(e.child(0), env), out);
    assign(target, type, e.child(1), env, out);
    open_else(out);
    assign(target, type, e.child(2), env, out);
    close_if(true, out);
  } else {
    open_if(undefined(e, env), out);
    undefine(target, type, out);
    open_else(out);
    out.line(assignment(target, value(e, env)));
    close_if(true, out);
  }
}

}  // namespace quorate
