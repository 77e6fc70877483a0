// Messages in Promela are codes (export/common/message_code.hpp). Macros test the kind of a code, read a
// digit and make a code; each is written when it is first needed. The messages of a quorum are parameters of
// the rule, one for each possible sender, so that the message of a computed sender is a case distinction
// (by_sender).
#include <fmt/format.h>

#include "export/promela/promela_translator.hpp"

namespace quorate {

std::string PromelaTranslator::channel_name(RoleId from, RoleId to) const {
  return role_name(from) + "_to_" + role_name(to);
}

Text PromelaTranslator::channel_place(RoleId from, RoleId to, const Text& sender,
                                      const Text& receiver) const {
  return word(fmt::format("{}[{}].to[{}]", channel_name(from, to),
                          plus(sender, -model_.role(from).first.value).s,
                          plus(receiver, -model_.role(to).first.value).s));
}

Text PromelaTranslator::is_kind(KindId kind, const Text& message) {
  if (model_.messages.size() == 1) return binary(ExprKind::not_equal, message, number(0));
  const KindCode& code = facts_.codes().kind(kind);
  std::string& name = made_["is " + model_.message(kind).name];
  if (name.empty()) {
    name = names_.fresh_at(0, "is_" + model_.message(kind).name);
    macro(name, "msg_", fmt::format("(msg_) >= {} && (msg_) <= {}", code.first, code.last));
  }
  return word(fmt::format("{}({})", name, message.s));
}

Text PromelaTranslator::leaf_digit(const Text& message, KindId kind, const CodeLeaf& leaf) {
  const std::string base = model_.message(kind).name + "_" + leaf.name;
  std::string& name = made_["digit " + base];
  if (name.empty()) {
    name = names_.fresh_at(0, base + "_digit");
    std::string digit = fmt::format("((msg_) - {})", facts_.codes().kind(kind).first);
    if (leaf.weight > 1) digit = fmt::format("({} / {})", digit, leaf.weight);
    macro(name, "msg_", fmt::format("{} % {}", digit, leaf.radix));
  }
  return word(fmt::format("{}({})", name, message.s));
}

// The value, or UNDEF.
Text PromelaTranslator::leaf_raw(const Text& message, KindId kind, const CodeLeaf& leaf,
                                 bool may_be_undefined) {
  const std::string base = model_.message(kind).name + "_" + leaf.name;
  const std::string digit = leaf_digit(word("msg_"), kind, leaf).s;
  std::string& name = made_["value " + base];
  if (name.empty()) {
    name = names_.fresh_at(0, base);
    const std::string decoded = plus(word(digit), code_low(model_, leaf.type) - 1).s;
    macro(name, "msg_", may_be_undefined ? fmt::format("{} == 0 -> UNDEF : {}", digit, decoded) : decoded);
  }
  return word(fmt::format("{}({})", name, message.s));
}

Text PromelaTranslator::leaf_value(const Text& message, KindId kind, const CodeLeaf& leaf,
                                   bool may_be_undefined) {
  return read(leaf_raw(message, kind, leaf, may_be_undefined), leaf.type, may_be_undefined);
}

Text PromelaTranslator::digit_of_scalar(const Text& value, TypeId type) {
  return plus(value, 1 - model_.type(type).low);
}

Text PromelaTranslator::make_message(KindId kind, const std::vector<Text>& digits) {
  const KindCode& code = facts_.codes().kind(kind);
  if (digits.empty()) return number(code.first);
  std::string& name = made_["make " + model_.message(kind).name];
  if (name.empty()) {
    name = names_.fresh_at(0, "make_" + model_.message(kind).name);
    std::vector<std::string> parameters;
    std::string sum = std::to_string(code.first);
    for (std::size_t k = 0; k < code.leaves.size(); ++k) {
      parameters.push_back(fmt::format("d{}", k + 1));
      const std::int64_t weight = code.leaves[k].weight;
      sum += weight == 1 ? fmt::format(" + (d{})", k + 1) : fmt::format(" + (d{}) * {}", k + 1, weight);
    }
    macro(name, join_text(parameters, ", "), sum);
  }
  std::vector<std::string> arguments;
  for (const Text& digit : digits) arguments.push_back(digit.s);
  return word(fmt::format("{}({})", name, join_text(arguments, ", ")));
}

// The text of the sender; an error if the process is none of the senders.
Text PromelaTranslator::by_sender(const std::map<std::int64_t, Text>& texts, const Text& sender,
                                  TypeId type) {
  Text result = failure(type, "no message of this sender was received");
  for (const auto& [process, text] : texts) result = select(equal(sender, number(process)), text, result);
  return result;
}

Text PromelaTranslator::message_code(const Expr* sender, const Environment& env) {
  if (sender == nullptr) return env.message;
  const Text code = by_sender(env.messages, value(*sender, env), model_.integer_type);
  return word(fmt::format("RECEIVED({})", code.s));
}

Text PromelaTranslator::message_absent(const Expr* sender, const Environment& env) {
  if (sender == nullptr) return env.absent;
  if (env.absences.empty()) return truth(false);
  return by_sender(env.absences, value(*sender, env), model_.boolean_type);
}

Text PromelaTranslator::outgoing(RoleId role, const Text& to) {
  const std::string name =
      hidden("out_" + role_name(role), std::max<std::int64_t>(2, model_.role(role).count));
  return word(fmt::format("{}[{}]", name, plus(to, -model_.role(role).first.value).s));
}

void PromelaTranslator::set_digit(const Text& message, KindId kind, const CodeLeaf& leaf, const Text& digit,
                                  Lines& out) {
  const KindCode& code = facts_.codes().kind(kind);
  const std::string base = model_.message(kind).name + "_" + leaf.name;
  const std::string get = leaf_digit(word("msg_"), kind, leaf).s;
  std::string& name = made_["set " + base];
  if (name.empty()) {
    name = names_.fresh_at(0, "set_" + base);
    inlines_.blank();
    inlines_.line(fmt::format("inline {}(msg_, digit_) {{", name));
    inlines_.line(fmt::format("  if :: msg_ == 0 -> msg_ = {} :: else fi;", code.first));
    if (model_.messages.size() > 1) {
      inlines_.line(fmt::format("  assert(msg_ >= {} && msg_ <= {});  /* not: two messages to one process */",
                                code.first, code.last));
    }
    inlines_.line(fmt::format("  msg_ = msg_ + (digit_ - {}) * {};", get, leaf.weight));
    inlines_.line("}");
  }
  // Arguments of an inline may not be long, so the digit is passed in a variable.
  const std::string value = hidden("tmp_digit");
  out.line(assignment(word(value), digit));
  out.line(fmt::format("{}({}, {});", name, message.s, value));
}

void PromelaTranslator::deliver(RoleId to_role, const Text& to, const Text& code, const Environment& env,
                                Lines& out) {
  if (!facts_.channel(env.self_role, to_role)) {
    out.line("assert(false);  /* a message to oneself */");
    return;
  }
  const std::string value = hidden("tmp_message");
  out.line(assignment(word(value), code));
  out.line(
      fmt::format("send_{}({}, {}, {});", channel_name(env.self_role, to_role), env.self.s, to.s, value));
}

}  // namespace quorate
