// Messages in Murphi are codes (export/common/message_code.hpp). Functions test the kind of a code, read one
// digit, change one digit, and make a code from its digits. Each is written when it is first needed, and
// once.
#include <fmt/format.h>

#include "export/murphi/murphi_translator.hpp"

namespace quorate {

std::string MurphiTranslator::channel_name(RoleId from, RoleId to) const {
  return role_name(from) + "_to_" + role_name(to);
}

Text MurphiTranslator::is_kind(KindId kind, const Text& message) {
  if (model_.messages.size() == 1) return binary(ExprKind::not_equal, message, number(0));
  const KindCode& code = facts_.codes().kind(kind);
  const std::string& name = model_.message(kind).name;
  const std::string function = once("is " + name, "is_" + name, [&](const std::string& is) {
    functions_.blank();
    const std::string m = parameter("m");
    functions_.line(fmt::format("function {}({}: message): boolean;", is, m));
    functions_.line("begin");
    functions_.line(fmt::format("  return {0} >= {1} & {0} <= {2};", m, code.first, code.last));
    functions_.line("end;");
  });
  return word(fmt::format("{}({})", function, message.s));
}

Text MurphiTranslator::leaf_digit(const Text& message, KindId kind, const CodeLeaf& leaf) {
  const KindCode& code = facts_.codes().kind(kind);
  const std::string base = model_.message(kind).name + "_" + leaf.name;
  const std::string name = once("digit " + base, base + "_digit", [&](const std::string& function) {
    functions_.blank();
    functions_.line(fmt::format("-- {}.{}: 0 if undefined, else its value counted from 1",
                                model_.message(kind).name, leaf.name));
    const std::string m = parameter("m");
    functions_.line(fmt::format("function {}({}: message): 0..{};", function, m, leaf.radix - 1));
    functions_.line("begin");
    functions_.line(fmt::format("  if {0} < {1} | {0} > {2} then error \"there is no such message\"; endif;",
                                m, code.first, code.last));
    std::string digit = fmt::format("{} - {}", m, code.first);
    if (leaf.weight > 1) digit = fmt::format("({}) / {}", digit, leaf.weight);
    functions_.line(fmt::format("  return ({}) % {};", digit, leaf.radix));
    functions_.line("end;");
  });
  return word(fmt::format("{}({})", name, message.s));
}

Text MurphiTranslator::leaf_value(const Text& message, KindId kind, const CodeLeaf& leaf,
                                  bool may_be_undefined) {
  const std::string base = model_.message(kind).name + "_" + leaf.name;
  const Type& type = model_.type(leaf.type);
  const std::string m = parameter("m");
  const std::string digit = leaf_digit(word(m), kind, leaf).s;
  const std::string name = once("value " + base, base, [&](const std::string& function) {
    const bool set = type.kind == TypeKind::set;
    const std::string result = set ? fmt::format("0..{}", leaf.radix - 2) : type_text(leaf.type);
    functions_.blank();
    functions_.line(fmt::format("function {}({}: message): {};", function, m, result));
    functions_.line("begin");
    if (may_be_undefined) {
      functions_.line(fmt::format("  if {} = 0 then error \"{}.{} is undefined\"; endif;", digit,
                                  model_.message(kind).name, leaf.name));
    }
    if (type.kind == TypeKind::boolean) {
      functions_.line(fmt::format("  return {} = 2;", digit));
    } else {
      const Text decoded = plus(word(digit), (set ? 0 : type.low) - 1);
      functions_.line(fmt::format("  return {};", decoded.s));
    }
    functions_.line("end;");
  });
  return word(fmt::format("{}({})", name, message.s));
}

Text MurphiTranslator::digit_of_scalar(const Text& value, TypeId type) {
  if (model_.type(type).kind == TypeKind::boolean) return select(value, number(2), number(1));
  return plus(value, 1 - model_.type(type).low);
}

Text MurphiTranslator::make_message(KindId kind, const std::vector<Text>& digits) {
  const KindCode& code = facts_.codes().kind(kind);
  const std::string& name = model_.message(kind).name;
  const std::string function = once("make " + name, "make_" + name, [&](const std::string& make) {
    std::vector<std::string> parameters;
    std::string sum = std::to_string(code.first);
    for (std::size_t k = 0; k < code.leaves.size(); ++k) {
      const CodeLeaf& leaf = code.leaves[k];
      const std::string digit = parameter(fmt::format("d{}", k + 1));
      parameters.push_back(fmt::format("{}: 0..{}", digit, leaf.radix - 1));
      sum += leaf.weight == 1 ? " + " + digit : fmt::format(" + ({} * {})", digit, leaf.weight);
    }
    std::vector<std::string> fields;
    for (const CodeLeaf& leaf : code.leaves) fields.push_back(leaf.name);
    functions_.blank();
    functions_.line(fmt::format("-- {}({}): digits as above", name, join_text(fields, ", ")));
    functions_.line(fmt::format("function {}({}): message;", make, join_text(parameters, "; ")));
    functions_.line("begin");
    functions_.line(fmt::format("  return {};", sum));
    functions_.line("end;");
  });
  std::vector<std::string> arguments;
  for (const Text& digit : digits) arguments.push_back(digit.s);
  return word(fmt::format("{}({})", function, join_text(arguments, ", ")));
}

Text MurphiTranslator::message_code(const Expr* sender, const Environment& env) {
  if (sender == nullptr) return env.message;
  return word(fmt::format("{}[{}]", env.message.s, value(*sender, env).s));
}

Text MurphiTranslator::message_absent(const Expr* sender, const Environment& env) {
  if (env.absent.constant || sender == nullptr) return env.absent;
  return word(fmt::format("{}[{}]", env.absent.s, value(*sender, env).s));
}

Text MurphiTranslator::outgoing(RoleId role, const Text& to) {
  std::string& name = outgoing_[role_name(role)];
  if (name.empty()) {
    name = variable("out_" + role_name(role), fmt::format("array [{}] of message", role_type(role)));
    const std::string k = parameter("k");
    prologue_.line(fmt::format("for {0}: {1} do {2}[{0}] := 0; endfor;", k, role_type(role), name));
  }
  return word(fmt::format("{}[{}]", name, to.s));
}

void MurphiTranslator::set_digit(const Text& message, KindId kind, const CodeLeaf& leaf, const Text& digit,
                                 Lines& out) {
  const KindCode& code = facts_.codes().kind(kind);
  const std::string base = model_.message(kind).name + "_" + leaf.name;
  const std::string m = parameter("m");
  const std::string d = parameter("d");
  const std::string get = leaf_digit(word(m), kind, leaf).s;
  const std::string name = once("set " + base, "set_" + base, [&](const std::string& procedure) {
    functions_.blank();
    functions_.line(
        fmt::format("procedure {}(var {}: message; {}: 0..{});", procedure, m, d, leaf.radix - 1));
    functions_.line("begin");
    functions_.line(fmt::format("  if {0} = 0 then {0} := {1}; endif;", m, code.first));
    if (model_.messages.size() > 1) {
      functions_.line(
          fmt::format("  if {0} < {1} | {0} > {2} then error \"two messages to one process\"; endif;", m,
                      code.first, code.last));
    }
    const std::string change = fmt::format("({} - {})", d, get);
    functions_.line(leaf.weight == 1 ? fmt::format("  {0} := {0} + {1};", m, change)
                                     : fmt::format("  {0} := {0} + ({1} * {2});", m, change, leaf.weight));
    functions_.line("end;");
  });
  out.line(fmt::format("{}({}, {});", name, message.s, digit.s));
}

void MurphiTranslator::deliver(RoleId to_role, const Text& to, const Text& code, const Environment& env,
                               Lines& out) {
  if (!facts_.channel(env.self_role, to_role)) {
    out.line("error \"a message to oneself\";");
    return;
  }
  const std::string procedure = "send_" + channel_name(env.self_role, to_role);
  out.line(fmt::format("{}({}, {}, {});", procedure, env.self.s, to.s, code.s));
}

}  // namespace quorate
