// The guard of a rule is a macro, its body an inline with the same parameters. Where a rule may find a
// channel full when it sends (reliable bounded channels), its messages are kept until the end of the body and
// its variables are saved. If there is no room for all messages, the variables are restored: what is no step
// of the protocol is a step from a state to itself here.
#include <fmt/format.h>

#include "analysis/walk.hpp"
#include "export/promela/promela_export.hpp"

namespace quorate {

void PromelaExport::rules() {
  for (const Rule& each : model_.rules) {
    if (!facts_.live(each) || refusals_.has_errors()) continue;
    if (each.receive.kind == ReceiveKind::single) {
      for (const RoleId sender : facts_.live_roles(each.receive.sender_type))
        rule(each, model_.role(sender).type);
    } else {
      rule(each, each.receive.sender_type);
    }
  }
}

void PromelaExport::rule(const Rule& rule, TypeId sender_type) {
  names_.enter();
  RuleText text;
  text.rule = &rule;
  text.sender_type = sender_type;
  text.name = names_.fresh_at(0, rule.name);
  Environment env;
  env.frame = &rule.frame;
  env.locals.resize(rule.frame.size());
  bind_rule(text, env);
  rules_.blank();
  rule_guard(text, env);
  rule_body(text, env);
  options(text);
  names_.leave();
}

void PromelaExport::bind_rule(RuleText& text, Environment& env) {
  const Rule& rule = *text.rule;
  const auto parameter = [&](LocalId local, TypeId type, const std::string& otherwise) {
    text.parameters.push_back(names_.fresh(env.name_of(local, otherwise)));
    env.bind(local, {word(text.parameters.back()), type, false, nullptr, nullptr});
  };
  const auto unbound = [&](const std::string& wanted) {
    text.parameters.push_back(names_.fresh(wanted));
    return word(text.parameters.back());
  };
  parameter(rule.self, model_.role(rule.role).type, "p");
  env.self_role = rule.role;
  env.self = word(text.parameters[0]);
  env.absent = Translator::truth(false);
  for (const RuleParameter& each : rule.parameters) parameter(each.local, each.type, "x");
  if (rule.receive.kind != ReceiveKind::none) {
    for (const RoleId sender : facts_.live_roles(text.sender_type))
      text.has_absent |= facts_.may_be_absent(sender);
  }
  if (rule.receive.kind == ReceiveKind::single) {
    parameter(rule.receive.sender, text.sender_type, "q");
    env.message = unbound("msg");
    if (text.has_absent) env.absent = unbound("absent");
  } else if (rule.receive.kind == ReceiveKind::quorum) {
    parameter(rule.receive.sender, rule.frame[rule.receive.sender.index()].type, "Q");
    text.senders = model_.values_of(text.sender_type);
    for (const std::int64_t sender : text.senders) {
      env.messages[sender] = unbound(fmt::format("msg{}", sender));
      if (text.has_absent) env.absences[sender] = unbound(fmt::format("absent{}", sender));
    }
  }
  text.choices = find_choices(model_, rule.body);
  for (const Choice& choice : text.choices) {
    ChosenValue value{choice.statement, choice.free, {}, choice.path};
    for (std::int64_t k = 0; k < choice.turns; ++k) value.texts.push_back(unbound("choice"));
    env.choices[choice.expression] = std::move(value);
    if (choice.free || choice.early) continue;
    refusals_.error(
        choice.expression->span,
        fmt::format("the choice in rule `{}` depends on what the rule does before it, and cannot be "
                    "exported to Promela",
                    rule.name),
        "give the choice a name with `let` at the beginning of the rule");
  }
}

void PromelaExport::rule_guard(RuleText& text, Environment& env) {
  Text guard = translator_.value(text.rule->guard, env);
  for (const Choice& choice : text.choices) {
    if (choice.free || !choice.early) continue;
    const Text good = translator_.good_choice(*choice.expression, env.choices[choice.expression], env);
    guard = translator_.both(guard, good);
  }
  text.guarded = !guard.is(1);
  if (!text.guarded) return;
  rules_.line(fmt::format("#define {}_guard({}) ({})", text.name, join_text(text.parameters, ", "), guard.s));
}

void PromelaExport::rule_body(const RuleText& text, Environment& env) {
  const Rule& rule = *text.rule;
  const SendPlan plan = plan_sends(model_, facts_, rule.body);
  const bool roll_back_needed = may_roll_back(plan);
  const std::vector<RoleId>& deferred = roll_back_needed ? plan.recipients : plan.deferred;
  translator_.defer_sends(deferred);
  Lines body;
  for (const RoleId role : deferred) {
    for (const std::int64_t process : model_.values_of(model_.role(role).type)) {
      body.line(translator_.assignment(translator_.outgoing(role, number(process)), number(0)));
    }
  }
  // A rule that is not observed takes no message, for which the mark is also asked.
  const std::string stepped = translator_.hidden("tmp_stepped") + (rule.observed ? " = 1;" : " = 0;");
  Lines saves;
  Lines restores;
  if (roll_back_needed) save_variables(rule, env.self, saves, restores);
  body.add(saves);
  translator_.statements(rule.body, env, body);
  if (roll_back_needed) {
    translator_.open_if(room(plan, env), body);
    translator_.flush(deferred, plan.assembled, env, body);
    body.line(stepped);
    translator_.open_else(body);
    body.add(restores);
    body.line(translator_.hidden("tmp_stepped") + " = 0;");
    translator_.close_if(true, body);
  } else {
    translator_.flush(deferred, plan.assembled, env, body);
    if (marks_steps()) body.line(stepped);
  }
  if (body.empty()) body.line("skip;");
  rules_.line(fmt::format("inline {}({}) {{", text.name, join_text(text.parameters, ", ")));
  rules_.indent();
  rules_.add(body);
  rules_.outdent();
  rules_.line("}");
}

// Writes statements that save and restore the variables that the body may change.
void PromelaExport::save_variables(const Rule& rule, const Text& self, Lines& saves, Lines& restores) {
  std::int64_t count = 0;
  const std::vector<Variable>& variables = model_.role(rule.role).variables;
  for (std::size_t k = 0; k < variables.size(); ++k) {
    Expr variable;
    variable.kind = ExprKind::variable;
    variable.role = rule.role;
    variable.index = static_cast<std::int32_t>(k);
    std::vector<const Stmt*> all;
    visit_statements(rule.body, [&](const Stmt& statement) { all.push_back(&statement); });
    if (facts_.empty(variables[k].type) || !affected_by(model_, variable, all)) continue;
    const Text place = translator_.process_place(rule.role, self, translator_.field_name(variables[k].name));
    for (const auto& [leaf, type] : translator_.leaves(place, variables[k].type)) {
      const Text saved = word(fmt::format(
          "{}[{}]", translator_.hidden("tmp_saved", std::max<std::int64_t>(2, count + 1)), count));
      saves.line(translator_.assignment(saved, leaf));
      restores.line(translator_.assignment(leaf, saved));
      ++count;
    }
  }
}

// Whether there is room for every outgoing message.
Text PromelaExport::room(const SendPlan& plan, const Environment& env) {
  Text all = Translator::truth(true);
  for (const RoleId role : plan.recipients) {
    if (!facts_.channel(env.self_role, role)) continue;
    for (const std::int64_t process : model_.values_of(model_.role(role).type)) {
      const Text message = translator_.outgoing(role, number(process));
      const std::string channel = translator_.channel_place(env.self_role, role, env.self, number(process)).s;
      Text fine = translator_.equal(message, number(0));
      for (const KindId kind : plan.assembled) {
        fine = translator_.either(fine, translator_.equal(message, number(facts_.codes().kind(kind).first)));
      }
      fine = translator_.either(fine, gone(role, number(process)));
      fine = translator_.either(fine, compound(fmt::format("{}.slot[{}] == 0", channel, facts_.slots() - 1)));
      for (std::int64_t s = 0; model_.channels.set && s < facts_.slots(); ++s) {
        fine = translator_.either(fine, compound(fmt::format("{}.slot[{}] == {}", channel, s, message.s)));
      }
      all = translator_.both(all, fine);
    }
  }
  return all;
}

}  // namespace quorate
