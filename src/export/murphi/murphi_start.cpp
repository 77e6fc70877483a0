// Start states in Murphi. Whatever is chosen (initial values, Byzantine processes, parameters of init rules)
// is a parameter of a ruleset; `assume` leaves out combinations that are no initial state. Processes of a
// scalarset cannot be named, so a loop over the role gives the k-th chosen value to the k-th process that it
// visits.
#include <fmt/format.h>

#include "export/murphi/murphi_export.hpp"

namespace quorate {

void MurphiExport::start_states() {
  bool any = false;
  for (const InitialRule& rule : model_.initial_rules) {
    if (!facts_.live(rule)) continue;
    start_state(&rule);
    any = true;
  }
  if (!any && model_.initial_rules.empty()) start_state(nullptr);
}

void MurphiExport::start_state(const InitialRule* rule) {
  translator_.open_scope();
  translator_.defer_sends({});
  std::vector<MurphiName> parameters;
  Environment env;
  Lines body;
  if (rule != nullptr) {
    env.frame = &rule->frame;
    env.locals.resize(rule->frame.size());
    for (const RuleParameter& parameter : rule->parameters) {
      parameters.push_back(bind_parameter(parameter.local, parameter.type, env, body));
    }
  }
  initial_variables(parameters, body);
  for (const FaultAssumption& fault : model_.faults) {
    if (fault.kind == FaultKind::byzantine) byzantine_choice(fault, parameters, body);
  }
  empty_channels(body);
  if (rule != nullptr) {
    const Text guard = translator_.value(rule->guard, env);
    if (!guard.is(1)) body.line("assume " + guard.s + ";");
    translator_.statements(rule->body, env, body);
  }
  silence_byzantine(body);
  if (!model_.monitor.observe.empty()) body.line("observe();");
  const std::vector<MurphiName> variables = translator_.take_variables();
  Lines prologue = translator_.take_prologue();
  write_ruleset(parameters, [&] {
    rules_.line(fmt::format("startstate \"{}\"", rule != nullptr ? rule->name : "start"));
    write_block(variables, prologue, body);
    rules_.line("endstartstate;");
  });
  translator_.close_scope();
}

// A parameter of a ruleset. Numbers in the gaps of a group are left out.
MurphiName MurphiExport::bind_parameter(LocalId local, TypeId type, Environment& env, Lines& out) {
  const MurphiName parameter{translator_.declare(env.name_of(local, "x"), translator_.type_text(type)),
                             translator_.type_text(type)};
  env.bind(local, {word(parameter.name), type, false, nullptr, nullptr});
  const Text valid = value_of_type(type, word(parameter.name));
  if (!valid.is(1)) out.line("assume " + valid.s + ";");
  return parameter;
}

Text MurphiExport::value_of_type(TypeId id, const Text& value) {
  const Type& type = model_.type(id);
  if (type.kind != TypeKind::process || facts_.live_roles(id).size() < 2) return Translator::truth(true);
  if (static_cast<std::int64_t>(model_.values_of(id).size()) == type.size()) return Translator::truth(true);
  Text any = Translator::truth(false);
  for (const std::int64_t process : model_.values_of(id)) {
    any = translator_.either(any, translator_.equal(value, number(process)));
  }
  return any;
}

void MurphiExport::initial_variables(std::vector<MurphiName>& parameters, Lines& out) {
  const Environment nothing;
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId id(static_cast<std::int64_t>(r));
    if (!has_state(id)) continue;
    Environment env;
    const LocalId local(0);
    translator_.for_each(model_.role(id).type, "p", local, env, out, [&](Environment& inner) {
      const Text process = inner.locals[0].text;
      for (const Variable& variable : model_.role(id).variables) {
        if (variable.initial_value != InitialValue::expression) continue;
        const Text place = translator_.process_place(id, process, translator_.field_name(variable.name));
        fill(place, variable.type, variable.initial, out);
      }
      if (facts_.role(id).has_status()) {
        const Text place = translator_.process_place(id, process, "status");
        out.line(translator_.assignment(place, translator_.status_value(Status::correct)));
      }
    });
    for (const Variable& variable : model_.role(id).variables) {
      const bool chosen =
          variable.initial_value == InitialValue::any || variable.initial_value == InitialValue::distinct;
      if (chosen) chosen_variable(id, variable, parameters, out);
    }
  }
  for (std::size_t k = 0; k < model_.monitor.variables.size(); ++k) {
    const Variable& variable = model_.monitor.variables[k];
    const Text place = word(translator_.monitor_name(k));
    if (variable.initial_value == InitialValue::expression) fill(place, variable.type, variable.initial, out);
    if (variable.initial_value == InitialValue::any) {
      const std::string type = translator_.type_text(variable.type);
      parameters.push_back({translator_.declare("any_" + variable.name, type), type});
      out.line(translator_.assignment(place, word(parameters.back().name)));
    }
  }
}

// Assigns the value to every scalar and set of the place.
void MurphiExport::fill(const Text& place, TypeId id, const Expr& value, Lines& out) {
  const Type& type = model_.type(id);
  if (facts_.empty(id)) return;
  if (type.kind == TypeKind::record) {
    for (const Field& field : type.fields) {
      fill(word(place.s + "." + translator_.field_name(field.name)), field.type, value, out);
    }
  } else if (type.kind == TypeKind::array) {
    Environment env;
    translator_.for_each(type.index, "k", LocalId(0), env, out, [&](Environment& inner) {
      fill(translator_.element_place(place, type, inner.locals[0].text), type.element, value, out);
    });
  } else {
    translator_.assign(place, id, value, {}, out);
  }
}

// Writes statements for each process of the roles, given the value or condition that was chosen for it.
void MurphiExport::deal_out(
    const std::vector<RoleId>& roles, const std::vector<Text>& chosen, Lines& out,
    const std::function<void(RoleId, const Text& process, const Text& chosen)>& action) {
  const std::string turn = translator_.variable("turn", "integer");
  out.line(turn + " := 0;");
  std::size_t first = 0;
  for (const RoleId role : roles) {
    const auto count = static_cast<std::size_t>(model_.role(role).count);
    Text value = chosen[first + count - 1];
    for (std::size_t k = first + count - 1; k > first; --k) {
      const Text now = translator_.equal(word(turn), number(static_cast<std::int64_t>(k)));
      value = translator_.select(now, chosen[k - 1], value);
    }
    Environment env;
    translator_.for_each(model_.role(role).type, "p", LocalId(0), env, out, [&](Environment& inner) {
      out.line(fmt::format("{0} := {0} + 1;", turn));
      action(role, inner.locals[0].text, value);
    });
    first += count;
  }
}

void MurphiExport::chosen_variable(RoleId role, const Variable& variable, std::vector<MurphiName>& parameters,
                                   Lines& out) {
  const std::string type = translator_.type_text(variable.type);
  std::vector<Text> chosen;
  for (std::int64_t k = 1; k <= model_.role(role).count; ++k) {
    parameters.push_back({translator_.declare(fmt::format("{}_{}", variable.name, k), type), type});
    chosen.push_back(word(parameters.back().name));
    const Text valid = value_of_type(variable.type, chosen.back());
    if (!valid.is(1)) out.line("assume " + valid.s + ";");
    if (variable.initial_value != InitialValue::distinct) continue;
    for (std::size_t other = 0; other + 1 < chosen.size(); ++other) {
      out.line(fmt::format("assume {} != {};", chosen[other].s, chosen.back().s));
    }
  }
  deal_out({role}, chosen, out, [&](RoleId, const Text& process, const Text& value) {
    const Text place = translator_.process_place(role, process, translator_.field_name(variable.name));
    out.line(translator_.assignment(place, value));
  });
}

void MurphiExport::byzantine_choice(const FaultAssumption& fault, std::vector<MurphiName>& parameters,
                                    Lines& out) {
  std::vector<RoleId> roles;
  std::vector<Text> chosen;
  for (const RoleId role : fault.roles) {
    if (!facts_.role(role).live || !facts_.role(role).has_status()) continue;
    roles.push_back(role);
    for (std::int64_t k = 1; k <= model_.role(role).count; ++k) {
      const std::string wanted = fmt::format("{}_{}_is_byzantine", model_.role(role).name, k);
      parameters.push_back({translator_.declare(wanted, "boolean"), "boolean"});
      chosen.push_back(word(parameters.back().name));
    }
  }
  if (chosen.empty()) {
    if (fault.exactly && fault.count > 0) out.line("assume false;");
    return;
  }
  std::vector<std::string> ones;
  for (const Text& each : chosen) ones.push_back(fmt::format("({} ? 1 : 0)", each.s));
  out.line(
      fmt::format("assume ({}) {} {};", join_text(ones, " + "), fault.exactly ? "=" : "<=", fault.count));
  deal_out(roles, chosen, out, [&](RoleId role, const Text& process, const Text& is_byzantine) {
    const Text status = translator_.process_place(role, process, "status");
    const Text byzantine = translator_.status_value(Status::byzantine);
    out.line(fmt::format("if {} then {} endif;", is_byzantine.s, translator_.assignment(status, byzantine)));
  });
}

void MurphiExport::silence_byzantine(Lines& out) {
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId id(static_cast<std::int64_t>(r));
    if (!facts_.role(id).live || !facts_.role(id).mute) continue;
    Environment env;
    translator_.for_each(model_.role(id).type, "p", LocalId(0), env, out, [&](Environment& inner) {
      const Text process = inner.locals[0].text;
      const Text status = translator_.process_place(id, process, "status");
      translator_.open_if(translator_.equal(status, translator_.status_value(Status::byzantine)), out);
      for (const Variable& variable : model_.role(id).variables) {
        if (variable.hidden || facts_.empty(variable.type)) continue;
        const Text place = translator_.process_place(id, process, translator_.field_name(variable.name));
        translator_.undefine(place, variable.type, out);
      }
      translator_.close_if(false, out);
    });
  }
}

void MurphiExport::empty_channels(Lines& out) {
  for_each_channel([&](RoleId from, RoleId to) {
    const std::string a = translator_.parameter("sender");
    const std::string b = translator_.parameter("receiver");
    const std::string s = translator_.parameter("s");
    out.line(fmt::format("for {}: {} do for {}: {} do for {}: slot do {}[{}] := 0; endfor; endfor; endfor;",
                         a, translator_.role_type(from), b, translator_.role_type(to), s,
                         channel(from, to, a, b), s));
  });
}

}  // namespace quorate
