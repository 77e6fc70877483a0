// An offer is one message that a process may take from one sender: a slot of the channel (the first only, if
// FIFO); any message of the kind, if the sender is Byzantine and has no state (forged); or, in synchronous
// systems, any message of the kind that is noticed absent. Offers are numbered, and the number is a parameter
// of the rule, so that rumur tries them all. If only slots are possible (`plain`), the number is the slot;
// otherwise a function gives the message of a number, or 0.
//
// Below: how rulesets and rules are written, and losses.
#include <fmt/format.h>

#include "export/murphi/murphi_export.hpp"

namespace quorate {

MurphiExport::Offers MurphiExport::offers(const Rule& rule, TypeId sender_type) {
  Offers all;
  const std::vector<RoleId> senders = facts_.live_roles(sender_type);
  const RoleId only = senders[0];
  const std::int64_t slots = model_.channels.fifo ? 1 : facts_.slots();
  all.sender_type = sender_type;
  all.plain = senders.size() == 1 && facts_.channel(only, rule.role) && !facts_.may_forge(only) &&
              !facts_.may_be_absent(only);
  std::int64_t last = slots;
  if (!all.plain) {
    const KindCode& code = facts_.codes().kind(rule.receive.message_kind);
    bool forged = false;
    bool absent = false;
    for (const RoleId sender : senders) {
      forged |= facts_.may_forge(sender);
      absent |= facts_.may_be_absent(sender);
    }
    if (forged) {
      all.forged_from = last + 1;
      last += code.last - code.first + 1;
    }
    if (absent) {
      all.absent_from = last + 1;
      last += code.last - code.first + 1;
    }
    all.last = last;
    all.function = offer_function(rule, all);
  }
  if (last > 1) all.numbers = all.plain ? "slot" : fmt::format("1..{}", last);
  return all;
}

// The message that an offer's number stands for, 0 if there is no such offer.
std::string MurphiExport::offer_function(const Rule& rule, const Offers& offers) {
  const KindId kind = rule.receive.message_kind;
  std::vector<std::string> words = {"offer", model_.message(kind).name};
  for (const RoleId sender : facts_.live_roles(offers.sender_type))
    words.push_back(translator_.role_name(sender));
  words.emplace_back("to");
  words.push_back(translator_.role_name(rule.role));
  const std::string key = join_text(words, "_");
  if (const auto found = offer_functions_.find(key); found != offer_functions_.end()) return found->second;
  const std::string name = names_.fresh_at(0, key);
  offer_functions_[key] = name;
  const OfferNames names = {translator_.parameter("q"), translator_.parameter("p"),
                            translator_.parameter("o"), translator_.parameter("m")};
  const std::string complete = is_complete(kind);
  const Text is_kind = translator_.is_kind(kind, word(names.message));
  Lines body;
  for (const RoleId sender : facts_.live_roles(offers.sender_type)) {
    Text here = Translator::truth(true);
    if (facts_.live_roles(offers.sender_type).size() > 1) {
      const std::int64_t first = model_.role(sender).first.value;
      here = compound(
          fmt::format("{0} >= {1} & {0} <= {2}", names.sender, first, first + model_.role(sender).count - 1));
    }
    if (!here.is(1)) translator_.open_if(here, body);
    offers_of_role(rule, offers, sender, names, is_kind.s, complete, body);
    if (!here.is(1)) translator_.close_if(false, body);
  }
  Lines& out = translator_.functions();
  out.blank();
  out.line(fmt::format("function {}({}: {}; {}: {}; {}: 1..{}): message;", name, names.sender,
                       translator_.type_text(offers.sender_type), names.receiver,
                       translator_.role_type(rule.role), names.number, offers.last));
  out.line(fmt::format("var {}: message;", names.message));
  out.line("begin");
  out.indent();
  out.add(body);
  out.line("return 0;");
  out.outdent();
  out.line("end;");
  return name;
}

void MurphiExport::offers_of_role(const Rule& rule, const Offers& offers, RoleId sender,
                                  const OfferNames& names, const std::string& is_kind,
                                  const std::string& complete, Lines& out) {
  const std::int64_t first = facts_.codes().kind(rule.receive.message_kind).first;
  const std::int64_t count = facts_.codes().kind(rule.receive.message_kind).last - first + 1;
  const std::int64_t slots = model_.channels.fifo ? 1 : facts_.slots();
  const std::string& m = names.message;
  const std::string& o = names.number;
  const auto faults = fault_texts(translator_, facts_);
  const ExportedProcess process = exported(model_, sender, word(names.sender));
  if (facts_.channel(sender, rule.role)) {
    out.line(fmt::format("if {} <= {} then  -- in the channel", o, slots));
    out.line(fmt::format("  {} := {}[{}];", m, channel(sender, rule.role, names.sender, names.receiver), o));
    out.line(fmt::format("  if {} then return {}; endif;", is_kind, m));
    out.line("endif;");
  }
  const auto made_up = [&](std::int64_t from, const std::string& condition, const std::string& comment) {
    out.line(fmt::format("if {0} >= {1} & {0} <= {2} & ({3}) then  -- {4}", o, from, from + count - 1,
                         condition, comment));
    out.line(fmt::format("  {} := {};", m, plus(word(o), first - from).s));
    out.line(fmt::format("  if {0}({1}) then return {1}; endif;", complete, m));
    out.line("endif;");
  };
  const Text forges = faults.forges(process);
  if (offers.forged_from > 0 && !forges.is(0)) made_up(offers.forged_from, forges.s, "forged");
  if (offers.absent_from == 0) return;
  Text silent = Translator::truth(true);
  if (facts_.channel(sender, rule.role)) {
    silent = compound(fmt::format("{}[1] = 0", channel(sender, rule.role, names.sender, names.receiver)));
  }
  const Text absent = faults.may_be_absent(process, silent);
  if (!absent.is(0)) made_up(offers.absent_from, absent.s, "noticed absent");
}

// The function that says whether all fields of a message of the kind are defined.
std::string MurphiExport::is_complete(KindId kind) {
  const std::string wanted = "is_complete_" + model_.message(kind).name;
  if (const auto found = offer_functions_.find(wanted); found != offer_functions_.end()) return found->second;
  const std::string name = names_.fresh_at(0, wanted);
  offer_functions_[wanted] = name;
  const std::string m = translator_.parameter("m");
  Text all = Translator::truth(true);
  for (const CodeLeaf& leaf : facts_.codes().kind(kind).leaves) {
    const Text digit = translator_.digit_of(word(m), kind, leaf);
    Text defined = translator_.binary(ExprKind::not_equal, digit, number(0));
    // Process numbers of a group may have gaps, and so may sets of such processes.
    if (static_cast<std::int64_t>(simple_values(model_, leaf.type).size()) != leaf.radix - 1) {
      defined = Translator::truth(false);
      for (const std::int64_t value : simple_values(model_, leaf.type)) {
        const Text code = number(value - code_low(model_, leaf.type) + 1);
        defined = translator_.either(defined, translator_.equal(digit, code));
      }
    }
    all = translator_.both(all, defined);
  }
  Lines& out = translator_.functions();
  out.blank();
  out.line(fmt::format("function {}({}: message): boolean;", name, m));
  out.line("begin");
  out.line(fmt::format("  return {};", all.s));
  out.line("end;");
  return name;
}

Text MurphiExport::offered(const Offers& offers, const Rule& rule, const Text& sender, const Text& receiver,
                           const Text& which) {
  if (!offers.plain) {
    return word(fmt::format("{}({}, {}, {})", offers.function, sender.s, receiver.s, which.s));
  }
  const RoleId from = facts_.live_roles(offers.sender_type)[0];
  return word(fmt::format("{}[{}]", channel(from, rule.role, sender.s, receiver.s), which.s));
}

Text MurphiExport::is_offered(const Offers& offers, const Rule& rule, const Text& message) {
  if (offers.plain) return translator_.is_kind(rule.receive.message_kind, message);
  return translator_.binary(ExprKind::not_equal, message, number(0));
}

void MurphiExport::take(const Offers& offers, const Rule& rule, const Text& sender, const Text& receiver,
                        const Text& which, Lines& out) {
  if (rule.receive.keeps > 0) return;
  const std::int64_t slots = model_.channels.fifo ? 1 : facts_.slots();
  const std::vector<RoleId> roles = facts_.live_roles(offers.sender_type);
  for (const RoleId from : roles) {
    if (!facts_.channel(from, rule.role)) continue;
    Text condition = Translator::truth(true);
    if (roles.size() > 1) {
      const std::int64_t first = model_.role(from).first.value;
      condition = compound(
          fmt::format("{0} >= {1} & {0} <= {2}", sender.s, first, first + model_.role(from).count - 1));
    }
    if (!offers.plain && offers.last > slots) {
      condition = translator_.both(condition, compound(fmt::format("{} <= {}", which.s, slots)));
    }
    const std::string call =
        fmt::format("take_message({}, {});", channel(from, rule.role, sender.s, receiver.s), which.s);
    out.line(condition.is(1) ? call : fmt::format("if {} then {} endif;", condition.s, call));
  }
}

void MurphiExport::write_ruleset(const std::vector<MurphiName>& parameters,
                                 const std::function<void()>& inside) {
  std::vector<std::string> texts;
  for (const MurphiName& parameter : parameters) texts.push_back(parameter.name + ": " + parameter.type);
  rules_.blank();
  if (!texts.empty()) {
    rules_.line("ruleset " + join_text(texts, "; ") + " do");
    rules_.indent();
  }
  inside();
  if (!texts.empty()) {
    rules_.outdent();
    rules_.line("endruleset;");
  }
}

void MurphiExport::write_block(const std::vector<MurphiName>& variables, const Lines& before,
                               const Lines& body) {
  if (!variables.empty()) rules_.line("var");
  for (const MurphiName& variable : variables) rules_.line("  " + variable.name + ": " + variable.type + ";");
  rules_.line("begin");
  rules_.indent();
  rules_.add(before);
  rules_.add(body);
  rules_.outdent();
}

void MurphiExport::write_rule(const std::string& name, const RuleText& text, const Lines& body) {
  if (text.condition.is(0)) return;
  write_ruleset(text.parameters, [&] {
    rules_.line(fmt::format("rule \"{}\"", name));
    const std::vector<std::string>& links = text.condition.links;
    for (std::size_t k = 0; k + 1 < links.size(); ++k)
      rules_.line("  " + links[k] + " " + text.condition.chain);
    rules_.line("  " + (links.empty() ? text.condition.s : links.back()));
    rules_.line("==>");
    write_block(text.variables, text.before, body);
    rules_.line("endrule;");
  });
}

void MurphiExport::loss_rules() {
  for_each_channel([&](RoleId from, RoleId to) {
    RuleText text;
    const std::string a = translator_.parameter("sender");
    const std::string b = translator_.parameter("receiver");
    const std::string s = translator_.parameter("s");
    text.parameters = {{a, translator_.role_type(from)}, {b, translator_.role_type(to)}, {s, "slot"}};
    const std::string where = channel(from, to, a, b);
    text.condition = compound(fmt::format("{}[{}] != 0", where, s));
    Lines body;
    body.line(fmt::format("take_message({}, {});", where, s));
    write_rule(fmt::format("loss of a message from {} to {}", model_.role(from).name, model_.role(to).name),
               text, body);
  });
}

}  // namespace quorate
