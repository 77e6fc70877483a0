// Initial states in Promela: whatever is chosen (initial values, Byzantine processes, an init rule and its
// parameters) is an option of an `if` before the loop, so that spin tries all combinations. Where no init
// rule applies, the process jumps to the label no_start and ends without a state of the protocol.
#include <fmt/format.h>

#include <algorithm>

#include "export/promela/promela_export.hpp"

namespace quorate {

namespace {

// The statements as a d_step on one line.
std::string d_step(const Lines& statements) {
  return "d_step { " + join_text(statements.all(), " ") + " }";
}

}  // namespace

void PromelaExport::start(Lines& out) {
  Lines fixed;
  initial_values(fixed);
  if (marks_steps() && !model_.monitor.observe.empty())
    fixed.line(translator_.hidden("tmp_stepped") + " = 1;");
  if (!fixed.empty()) {
    out.line("d_step {");
    out.indent();
    out.add(fixed);
    out.outdent();
    out.line("}");
  }
  choose_values(out);
  choose_byzantine(out);
  initial_rules(out);
  Lines silence;
  silence_byzantine(silence);
  if (silence.empty()) return;
  out.line("d_step {");
  out.indent();
  out.add(silence);
  out.outdent();
  out.line("}");
}

void PromelaExport::initial_values(Lines& out) {
  const auto start_variable = [&](const Text& place, const Variable& variable) {
    if (facts_.empty(variable.type)) return;
    translator_.undefine(place, variable.type, out);
    if (variable.initial_value == InitialValue::expression) {
      Lines values;
      fill(place, variable.type, variable.initial, values);
      out.add(values);
    }
  };
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId id(static_cast<std::int64_t>(r));
    if (!has_state(id)) continue;
    for (const std::int64_t process : model_.values_of(model_.role(id).type)) {
      for (const Variable& variable : model_.role(id).variables) {
        const std::string name = translator_.field_name(variable.name);
        start_variable(translator_.process_place(id, number(process), name), variable);
      }
      if (!facts_.role(id).has_status()) continue;
      const Text status = translator_.process_place(id, number(process), "status");
      out.line(translator_.assignment(status, translator_.status_value(Status::correct)));
    }
  }
  for (std::size_t k = 0; k < model_.monitor.variables.size(); ++k) {
    start_variable(word(translator_.monitor_name(k)), model_.monitor.variables[k]);
  }
}

// Assigns the value to every scalar and set of the place.
void PromelaExport::fill(const Text& place, TypeId type, const Expr& value, Lines& out) {
  for (const auto& [leaf, simple] : translator_.leaves(place, type))
    translator_.assign(leaf, simple, value, {}, out);
}

void PromelaExport::choose_values(Lines& out) {
  const auto any_value = [&](const Text& place, TypeId type) {
    std::vector<std::string> options;
    for (const std::int64_t value : simple_values(model_, type)) {
      options.push_back(place.s + " = " + translator_.literal(type, value).s);
    }
    option_block(options, out);
  };
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId id(static_cast<std::int64_t>(r));
    const std::vector<std::int64_t> processes = model_.values_of(model_.role(id).type);
    for (const Variable& variable : model_.role(id).variables) {
      const auto place = [&](std::int64_t process) {
        return translator_.process_place(id, number(process), translator_.field_name(variable.name));
      };
      if (variable.initial_value == InitialValue::any) {
        for (const std::int64_t process : processes) any_value(place(process), variable.type);
      }
      if (variable.initial_value != InitialValue::distinct || processes.empty()) continue;
      std::vector<std::string> options;
      std::vector<std::int64_t> chosen;
      const std::vector<std::int64_t> values = simple_values(model_, variable.type);
      const std::function<void()> deal = [&] {
        if (chosen.size() == processes.size()) {
          Lines statements;
          for (std::size_t k = 0; k < chosen.size(); ++k) {
            statements.line(
                translator_.assignment(place(processes[k]), translator_.literal(variable.type, chosen[k])));
          }
          options.push_back(d_step(statements));
          return;
        }
        for (const std::int64_t value : values) {
          if (std::find(chosen.begin(), chosen.end(), value) != chosen.end()) continue;
          chosen.push_back(value);
          deal();
          chosen.pop_back();
        }
      };
      deal();
      option_block(options, out);
    }
  }
  for (std::size_t k = 0; k < model_.monitor.variables.size(); ++k) {
    const Variable& variable = model_.monitor.variables[k];
    if (variable.initial_value == InitialValue::any)
      any_value(word(translator_.monitor_name(k)), variable.type);
  }
}

void PromelaExport::choose_byzantine(Lines& out) {
  for (const FaultAssumption& fault : model_.faults) {
    if (fault.kind != FaultKind::byzantine || fault.count <= 0) continue;
    std::vector<std::pair<RoleId, std::int64_t>> processes;
    for (const RoleId role : fault.roles) {
      for (const std::int64_t process : model_.values_of(model_.role(role).type))
        processes.emplace_back(role, process);
    }
    std::vector<std::string> options;
    for (std::uint64_t set = 0; set < (std::uint64_t{1} << processes.size()); ++set) {
      const auto size = static_cast<std::int64_t>(__builtin_popcountll(set));
      if (size > fault.count || (fault.exactly && size != fault.count)) continue;
      Lines statements;
      for (std::size_t k = 0; k < processes.size(); ++k) {
        if (((set >> k) & 1) == 0) continue;
        const Text status =
            translator_.process_place(processes[k].first, number(processes[k].second), "status");
        statements.line(translator_.assignment(status, translator_.status_value(Status::byzantine)));
      }
      if (statements.empty()) statements.line("skip;");
      options.push_back(d_step(statements));
    }
    option_block(options, out);
  }
}

void PromelaExport::initial_rules(Lines& out) {
  if (model_.initial_rules.empty()) return;
  std::vector<std::string> options;
  bool may_fail = true;
  for (const InitialRule& rule : model_.initial_rules) {
    if (!facts_.live(rule)) continue;
    names_.enter();
    const std::string name = names_.fresh_at(0, rule.name);
    Environment env;
    env.frame = &rule.frame;
    env.locals.resize(rule.frame.size());
    std::vector<std::string> parameters;
    std::vector<std::vector<std::string>> arguments = {{}};
    for (const RuleParameter& parameter : rule.parameters) {
      parameters.push_back(names_.fresh(env.name_of(parameter.local, "x")));
      env.bind(parameter.local, {word(parameters.back()), parameter.type, false, nullptr, nullptr});
      std::vector<std::vector<std::string>> longer;
      for (const auto& prefix : arguments) {
        for (const std::int64_t value : simple_values(model_, parameter.type)) {
          longer.push_back(prefix);
          longer.back().push_back(translator_.literal(parameter.type, value).s);
        }
      }
      arguments = std::move(longer);
    }
    const std::string list = join_text(parameters, ", ");
    const Text guard = translator_.value(rule.guard, env);
    if (guard.is(1)) may_fail = false;
    rules_.blank();
    rules_.line(fmt::format("#define {}_guard({}) ({})", name, list, guard.s));
    rules_.line(fmt::format("inline {}({}) {{", name, list));
    rules_.indent();
    translator_.defer_sends({});
    const std::size_t before = rules_.size();
    translator_.statements(rule.body, env, rules_);
    if (rules_.size() == before) rules_.line("skip;");
    rules_.outdent();
    rules_.line("}");
    for (const auto& texts : arguments) {
      const std::string all = join_text(texts, ", ");
      options.push_back(fmt::format("d_step {{ {0}_guard({1}) -> {0}({1}); }}", name, all));
    }
    names_.leave();
  }
  if (may_fail) {
    options.emplace_back("else -> goto no_start");
    needs_no_start_ = true;
  }
  option_block(options, out);
}

void PromelaExport::silence_byzantine(Lines& out) {
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId id(static_cast<std::int64_t>(r));
    if (!facts_.role(id).live || !facts_.role(id).mute) continue;
    for (const std::int64_t process : model_.values_of(model_.role(id).type)) {
      const Text status = translator_.process_place(id, number(process), "status");
      translator_.open_if(translator_.equal(status, translator_.status_value(Status::byzantine)), out);
      for (const Variable& variable : model_.role(id).variables) {
        if (variable.hidden || facts_.empty(variable.type)) continue;
        const std::string name = translator_.field_name(variable.name);
        translator_.undefine(translator_.process_place(id, number(process), name), variable.type, out);
      }
      translator_.close_if(false, out);
    }
  }
}

}  // namespace quorate
