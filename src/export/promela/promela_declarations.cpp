// The state in Promela: a record for each role, an array of channels for each pair of roles, the monitor
// variables. A channel is an array of message codes, as in the Murphi export, and not a `chan` of spin.
// Inserting and taking are inlines that use hidden variables. Inserting into a full channel fails the check
// if the channel is unbounded, and loses the message otherwise; rules that may not lose a message test for
// room before (promela_rules.cpp). The size of the state is estimated for spin's -DVECTORSZ.
#include <fmt/format.h>

#include <algorithm>

#include "export/promela/promela_export.hpp"

namespace quorate {

bool PromelaExport::has_state(RoleId id) const {
  if (!facts_.role(id).live) return false;
  if (facts_.role(id).has_status()) return true;
  const std::vector<Variable>& variables = model_.role(id).variables;
  return std::any_of(variables.begin(), variables.end(),
                     [&](const Variable& variable) { return !facts_.empty(variable.type); });
}

void PromelaExport::for_each_channel(const std::function<void(RoleId, RoleId)>& action) const {
  for (std::size_t from = 0; from < model_.roles.size(); ++from) {
    for (std::size_t to = 0; to < model_.roles.size(); ++to) {
      const RoleId sender(static_cast<std::int64_t>(from));
      const RoleId receiver(static_cast<std::int64_t>(to));
      if (facts_.channel(sender, receiver)) action(sender, receiver);
    }
  }
}

void PromelaExport::declarations(Lines& out) {
  Lines types;
  Lines variables;
  std::int64_t scalars = 0;
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId id(static_cast<std::int64_t>(r));
    if (!has_state(id)) continue;
    const Role& role = model_.role(id);
    const std::string record = names_.fresh_at(0, translator_.role_name(id) + "_state");
    types.line(fmt::format("typedef {} {{", record));
    for (const Variable& variable : role.variables) {
      if (facts_.empty(variable.type)) continue;
      const std::string name = translator_.field_name(variable.name);
      types.line("  " + translator_.declaration(variable.type, name) + ";");
      scalars += role.count * static_cast<std::int64_t>(translator_.leaves(word(name), variable.type).size());
    }
    if (facts_.role(id).has_status()) types.line("  byte status;");
    types.line("};");
    variables.line(fmt::format("{} {}[{}];  /* processes {}..{} */", record, translator_.role_name(id),
                               role.count, role.first.value, role.first.value + role.count - 1));
  }
  if (facts_.any_channel()) {
    const std::string code = PromelaTranslator::storage({0, facts_.codes().last()});
    types.line("typedef channel {");
    types.line(fmt::format("  {} slot[{}];  /* {}, then 0 */", code, facts_.slots(),
                           model_.channels.fifo ? "oldest message first" : "greatest code first"));
    types.line("};");
  }
  for_each_channel([&](RoleId from, RoleId to) {
    const std::string name = translator_.channel_name(from, to);
    const std::string row = names_.fresh_at(0, name + "_channels");
    types.line(fmt::format("typedef {} {{ channel to[{}] }};", row, model_.role(to).count));
    variables.line(fmt::format("{} {}[{}];", row, name, model_.role(from).count));
    scalars += model_.role(from).count * model_.role(to).count * facts_.slots();
  });
  for (std::size_t k = 0; k < model_.monitor.variables.size(); ++k) {
    const Variable& variable = model_.monitor.variables[k];
    if (facts_.empty(variable.type)) continue;
    variables.line(translator_.declaration(variable.type, translator_.monitor_name(k)) + ";");
    scalars += static_cast<std::int64_t>(translator_.leaves(word("x"), variable.type).size());
  }
  state_bytes_ = 4 * scalars;
  out.line(fmt::format("/* Codes of messages: 0 none{} */", message_legend()));
  out.add(translator_.types());
  out.add(types);
  out.blank();
  out.add(variables);
}

std::string PromelaExport::message_legend() const {
  std::string legend;
  for (std::size_t k = 0; k < model_.messages.size(); ++k) {
    const KindCode& code = facts_.codes().kind(KindId(static_cast<std::int64_t>(k)));
    legend += fmt::format("; {}..{} {}", code.first, code.last, model_.messages[k].name);
  }
  return legend;
}

void PromelaExport::channel_inlines() {
  if (!facts_.any_channel()) return;
  Lines& out = translator_.inlines();
  const std::string at = translator_.hidden("tmp_at");
  const std::string carry = translator_.hidden("tmp_carry");
  const std::string spare = translator_.hidden("tmp_spare");
  const std::int64_t slots = facts_.slots();
  out.blank();
  out.line("inline insert_message(chan_, msg_) {");
  out.indent();
  out.line(fmt::format("{} = msg_;", carry));
  if (model_.channels.set) {
    for (std::int64_t s = 0; s < slots; ++s) {
      out.line(fmt::format("if :: chan_.slot[{0}] == msg_ -> {1} = 0 :: else fi;", s, carry));
    }
  }
  const std::string full = fmt::format("chan_.slot[{}] != 0 && {} != 0", slots - 1, carry);
  if (!model_.channels.bound) {
    out.line(fmt::format("{} = !({});", translator_.hidden("enough_slots"), full));
    out.line("assert(enough_slots);  /* else export the model with more slots */");
  } else {
    out.line(fmt::format("if :: {} -> {} = 0 :: else fi;  /* the message is lost */", full, carry));
  }
  out.line(fmt::format("{} = 0;", at));
  out.line("do");
  out.line(fmt::format(":: {} < {} ->", at, slots));
  const std::string place = model_.channels.fifo ? fmt::format("chan_.slot[{}] == 0", at)
                                                 : fmt::format("chan_.slot[{}] < {}", at, carry);
  out.line(fmt::format("   if :: {2} -> {3} = chan_.slot[{0}]; chan_.slot[{0}] = {1}; {1} = {3} :: else fi;",
                       at, carry, place, spare));
  out.line(fmt::format("   {0} = {0} + 1", at));
  out.line(":: else -> break");
  out.line("od;");
  out.line(fmt::format("{} = 0;", at));  // a d_step may not end with the loop
  out.outdent();
  out.line("}");
  out.blank();
  out.line("inline take_message(chan_, at_) {");
  out.line(fmt::format("  {} = at_;", at));
  out.line("  do");
  out.line(
      fmt::format("  :: {0} < {1} -> chan_.slot[{0}] = chan_.slot[{0} + 1]; {0} = {0} + 1", at, slots - 1));
  out.line("  :: else -> break");
  out.line("  od;");
  out.line(fmt::format("  chan_.slot[{}] = 0;", slots - 1));
  out.line("}");
  for_each_channel([&](RoleId from, RoleId to) { send_inline(from, to); });
}

// Whether messages to the process are dropped.
Text PromelaExport::gone(RoleId role, const Text& process) {
  return fault_texts(translator_, facts_).is_deaf(exported(model_, role, process));
}

void PromelaExport::send_inline(RoleId from, RoleId to) {
  Lines& out = translator_.inlines();
  const Text sender = word("from_");
  const Text receiver = word("to_");
  out.blank();
  out.line(fmt::format("inline send_{}(from_, to_, msg_) {{", translator_.channel_name(from, to)));
  out.indent();
  if (from == to) out.line("assert(from_ != to_);  /* not: a message to oneself */");
  const std::string insert =
      fmt::format("insert_message({}, msg_)", translator_.channel_place(from, to, sender, receiver).s);
  const Text vanishes = gone(to, receiver);
  if (vanishes.is(0)) {
    out.line(insert + ";");
  } else {
    out.line("if");
    out.line(fmt::format(":: {} -> skip", vanishes.s));
    out.line(fmt::format(":: else -> {}", insert));
    out.line("fi;");
  }
  out.outdent();
  out.line("}");
}

void PromelaExport::losses(Lines& out) {
  for_each_channel([&](RoleId from, RoleId to) {
    for (const std::int64_t sender : model_.values_of(model_.role(from).type)) {
      for (const std::int64_t receiver : model_.values_of(model_.role(to).type)) {
        if (sender == receiver) continue;
        const std::string place = translator_.channel_place(from, to, number(sender), number(receiver)).s;
        for (std::int64_t s = 0; s < facts_.slots(); ++s) {
          out.line(fmt::format(":: d_step {{ {0}.slot[{1}] != 0 -> take_message({0}, {1}); }}  /* loss */",
                               place, s));
        }
      }
    }
  });
}

}  // namespace quorate
