// One ruleset for each rule, over its process, its parameters, its senders and their offers; for a single
// receive one for each role of senders, for a quorum one for each number of senders. Senders that are numbers
// are taken in ascending order, so that each set is tried once. Scalarset values have no order: they are only
// kept distinct, and rumur tries a set in every order. The guard of a quorum rule needs the senders and their
// messages in arrays, which a function of its own makes.
#include <fmt/format.h>

#include "export/murphi/murphi_export.hpp"
#include "export/translation/choices.hpp"

namespace quorate {

void MurphiExport::rules() {
  for (const Rule& each : model_.rules) {
    if (!facts_.live(each)) continue;
    if (each.receive.kind == ReceiveKind::none) {
      rule({&each, {}, 0});
    } else if (each.receive.kind == ReceiveKind::single) {
      for (const RoleId sender : facts_.live_roles(each.receive.sender_type)) {
        if (sender == each.role && model_.role(sender).count < 2) continue;
        rule({&each, model_.role(sender).type, 0});
      }
    } else {
      const std::vector<RoleId> senders = facts_.live_roles(each.receive.sender_type);
      std::int64_t most = std::find(senders.begin(), senders.end(), each.role) != senders.end() ? -1 : 0;
      for (const RoleId sender : senders) most += model_.role(sender).count;
      const std::int64_t last = each.receive.at_least ? most : std::min(most, each.receive.quorum_size);
      for (std::int64_t size = each.receive.quorum_size; size <= last; ++size) {
        rule({&each, each.receive.sender_type, size});
      }
    }
  }
  if (model_.channels.lossy && options_.explicit_loss) loss_rules();
}

void MurphiExport::rule(const RuleVariant& variant) {
  const Rule& rule = *variant.rule;
  translator_.open_scope();
  RuleText text;
  Environment env;
  env.frame = &rule.frame;
  env.locals.resize(rule.frame.size());
  env.absent = Translator::truth(false);
  text.parameters.push_back(bind_parameter(rule.self, model_.role(rule.role).type, env, text.before));
  env.self_role = rule.role;
  env.self = env.locals[rule.self.index()].text;
  text.condition = acting(rule, env.self);
  for (const RuleParameter& parameter : rule.parameters) {
    text.parameters.push_back(bind_parameter(parameter.local, parameter.type, env, text.before));
  }
  if (rule.receive.kind == ReceiveKind::none) {
    text.condition = translator_.both(text.condition, translator_.value(rule.guard, env));
  } else if (rule.receive.kind == ReceiveKind::single) {
    single_receive(variant, env, text);
  } else {
    quorum_receive(variant, env, text);
  }
  choice_parameters(rule, env, text);
  const SendPlan plan = plan_sends(model_, facts_, rule.body);
  translator_.defer_sends(plan.deferred);
  Lines body;
  translator_.statements(rule.body, env, body);
  translator_.flush(plan.deferred, plan.assembled, env, body);
  if (rule.observed && !model_.monitor.observe.empty()) body.line("observe();");
  const Lines prologue = translator_.take_prologue();
  text.before.add(prologue);
  text.variables = translator_.take_variables();
  write_rule(rule.name, text, body);
  translator_.close_scope();
}

Text MurphiExport::acting(const Rule& rule, const Text& self) {
  return fault_texts(translator_, facts_).acts(exported(model_, rule.role, self), rule.byzantine);
}

void MurphiExport::single_receive(const RuleVariant& variant, Environment& env, RuleText& text) {
  const Rule& rule = *variant.rule;
  const RoleId sender_role = model_.type(variant.sender_type).roles[0];
  text.parameters.push_back(bind_parameter(rule.receive.sender, variant.sender_type, env, text.before));
  // The type of the parameter is one role, not the group that the rule names.
  const Text sender = word(text.parameters.back().name);
  if (sender_role == rule.role) {
    text.condition =
        translator_.both(text.condition, compound(fmt::format("{} != {}", sender.s, env.self.s)));
  }
  const Offers source = offers(rule, variant.sender_type);
  Text which = number(1);
  if (!source.numbers.empty()) {
    text.parameters.push_back(
        {translator_.declare(source.plain ? "s" : "o", source.numbers), source.numbers});
    which = word(text.parameters.back().name);
  }
  env.message = offered(source, rule, sender, env.self, which);
  if (source.absent_from > 0) {
    env.absent = translator_.binary(ExprKind::greater_equal, which, number(source.absent_from));
  }
  text.condition = translator_.both(text.condition, is_offered(source, rule, env.message));
  text.condition = translator_.both(text.condition, translator_.value(rule.guard, env));
  const std::string message = translator_.variable("msg", "message");
  text.before.line(translator_.assignment(word(message), env.message));
  take(source, rule, sender, env.self, which, text.before);
  env.message = word(message);
}

void MurphiExport::quorum_receive(const RuleVariant& variant, Environment& env, RuleText& text) {
  const Rule& rule = *variant.rule;
  const Offers source = offers(rule, variant.sender_type);
  const std::string type = translator_.type_text(variant.sender_type);
  const std::vector<RoleId> roles = facts_.live_roles(variant.sender_type);
  const bool includes_self = std::find(roles.begin(), roles.end(), rule.role) != roles.end();
  const bool ordered = !translator_.obstacle(roles[0]).empty();
  const std::string set = env.name_of(rule.receive.sender, "Q");
  std::vector<Text> senders;
  std::vector<Text> which;
  for (std::int64_t k = 1; k <= variant.quorum; ++k) {
    const Type& all = model_.type(variant.sender_type);
    const std::string narrow = fmt::format("{}..{}", all.low + k - 1, all.high - variant.quorum + k);
    text.parameters.push_back(
        {translator_.declare(fmt::format("{}{}", set, k), type), ordered ? narrow : type});
    senders.push_back(word(text.parameters.back().name));
    which.push_back(number(1));
    if (!source.numbers.empty()) {
      text.parameters.push_back({translator_.declare(fmt::format("o{}", k), source.numbers), source.numbers});
      which.back() = word(text.parameters.back().name);
    }
  }
  for (std::size_t k = 0; k < senders.size(); ++k) {
    Text good = value_of_type(variant.sender_type, senders[k]);
    if (includes_self)
      good = translator_.both(good, compound(fmt::format("{} != {}", senders[k].s, env.self.s)));
    for (std::size_t other = 0; other < k; ++other) {
      const std::string order = ordered ? "<" : "!=";
      if (ordered && other + 1 < k) continue;
      good = translator_.both(good, compound(fmt::format("{} {} {}", senders[other].s, order, senders[k].s)));
    }
    const Text message = offered(source, rule, senders[k], env.self, which[k]);
    good = translator_.both(good, is_offered(source, rule, message));
    text.condition = translator_.both(text.condition, good);
  }
  const auto gather = [&](const QuorumNames& names, Lines& out) {
    gather_quorum(names, source, rule, type, senders, which, env.self, out);
  };
  quorum_guard(variant, source, env, text, gather);
  const QuorumNames names = quorum_names(
      variant, source, set,
      [&](const std::string& wanted, const std::string& kind) { return translator_.variable(wanted, kind); });
  bind_quorum(rule, names, env);
  gather(names, text.before);
  for (std::size_t k = 0; k < senders.size(); ++k)
    take(source, rule, senders[k], env.self, which[k], text.before);
}

void MurphiExport::quorum_guard(const RuleVariant& variant, const Offers& source, const Environment& env,
                                RuleText& text,
                                const std::function<void(const QuorumNames&, Lines&)>& gather) {
  const Rule& rule = *variant.rule;
  translator_.open_scope();
  std::vector<MurphiName> variables;
  const QuorumNames names = quorum_names(variant, source, env.name_of(rule.receive.sender, "Q"),
                                         [&](const std::string& wanted, const std::string& kind) {
                                           variables.push_back({translator_.declare(wanted, kind), kind});
                                           return variables.back().name;
                                         });
  Environment inner = env;
  bind_quorum(rule, names, inner);
  const Text guard = translator_.value(rule.guard, inner);
  Lines body;
  gather(names, body);
  body.line("return " + guard.s + ";");
  translator_.close_scope();
  if (guard.is(1)) return;
  text.condition =
      translator_.both(text.condition, translator_.lift(rule.name + "_guard", "boolean", variables, body));
}

MurphiExport::QuorumNames MurphiExport::quorum_names(
    const RuleVariant& variant, const Offers& source, const std::string& set,
    const std::function<std::string(const std::string&, const std::string&)>& make) {
  const std::string type = translator_.type_text(variant.sender_type);
  QuorumNames names;
  names.senders = make(set, fmt::format("array [{}] of boolean", type));
  names.messages = make("msg", fmt::format("array [{}] of message", type));
  if (source.absent_from > 0) names.absent = make("absent", fmt::format("array [{}] of boolean", type));
  return names;
}

void MurphiExport::bind_quorum(const Rule& rule, const QuorumNames& names, Environment& env) const {
  const TypeId type = rule.frame[rule.receive.sender.index()].type;
  env.bind(rule.receive.sender, {word(names.senders), type, false, nullptr, nullptr});
  env.message = word(names.messages);
  if (!names.absent.empty()) env.absent = word(names.absent);
}

void MurphiExport::gather_quorum(const QuorumNames& names, const Offers& source, const Rule& rule,
                                 const std::string& type, const std::vector<Text>& senders,
                                 const std::vector<Text>& which, const Text& receiver, Lines& out) {
  const std::string q = translator_.parameter("q");
  const std::string absent = names.absent.empty() ? "" : fmt::format(" {}[{}] := false;", names.absent, q);
  out.line(fmt::format("for {0}: {1} do {2}[{0}] := false; {3}[{0}] := 0;{4} endfor;", q, type, names.senders,
                       names.messages, absent));
  for (std::size_t k = 0; k < senders.size(); ++k) {
    const Text message = offered(source, rule, senders[k], receiver, which[k]);
    out.line(fmt::format("{}[{}] := true;", names.senders, senders[k].s));
    out.line(fmt::format("{}[{}] := {};", names.messages, senders[k].s, message.s));
    if (names.absent.empty()) continue;
    out.line(fmt::format("{}[{}] := {} >= {};", names.absent, senders[k].s, which[k].s, source.absent_from));
  }
}

void MurphiExport::choice_parameters(const Rule& rule, Environment& env, RuleText& text) {
  for (const Choice& choice : find_choices(model_, rule.body)) {
    ChosenValue value;
    value.statement = choice.statement;
    value.free = choice.free;
    value.path = choice.path;
    const TypeId type = choice.expression->domain_type;
    for (std::int64_t k = 0; k < choice.turns; ++k) {
      const std::string name = translator_.declare("choice", translator_.type_text(type));
      text.parameters.push_back({name, translator_.type_text(type)});
      value.texts.push_back(word(name));
      const Text valid = value_of_type(type, value.texts.back());
      if (!valid.is(1)) text.before.line("assume " + valid.s + ";");
    }
    env.choices[choice.expression] = std::move(value);
  }
}

}  // namespace quorate
