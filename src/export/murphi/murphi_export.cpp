// A Model as a Murphi program. Rules, start states and properties are written first: they decide which
// functions, types and constants are needed. The declarations are written last and put in front.
#include "export/murphi/murphi_export.hpp"

#include <fmt/format.h>

#include <iterator>
#include <sstream>
#include <string>

#include "export/common/heading.hpp"
#include "export/common/refusal.hpp"
#include "export/common/symmetry.hpp"

namespace quorate {

namespace {

// Keywords of Murphi, rumur and CMurphi, and predefined names.
constexpr const char* murphi_keywords =
    "alias array assert assume begin boolean by case clear const cover do else elsif end endalias "
    "endexists endfor endforall endfunction endif endprocedure endrecord endrule endruleset "
    "endstartstate endswitch endwhile enum error exists false flushinvariants for forall function if "
    "in interleaved invariant isundefined ismember liveness multiset multisetadd multisetcount "
    "multisetremove multisetremovepred of procedure process program put real record return rule "
    "ruleset scalarset startstate switch symmetry then to traceuntil true type undefine undefined "
    "union var while";

// The keywords, and the names that every exported text uses.
Names murphi_names() {
  std::istringstream words(murphi_keywords);
  Names names({std::istream_iterator<std::string>(words), {}}, true, true);
  for (const char* name : {"integer", "message", "slot", "channel", "process_status", "insert_message",
                           "take_message", "observe"}) {
    names.fresh(name);
  }
  return names;
}

}  // namespace

MurphiExport::MurphiExport(const Model& model, const ExportOptions& options, const Facts& facts,
                           Diagnostics& refusals)
    : model_(model),
      options_(options),
      facts_(facts),
      refusals_(refusals),
      names_(murphi_names()),
      translator_(model, facts, names_, scalarset_obstacles(model, facts)),
      properties_(exported_properties(model, facts, options)) {
  for (const ExportedFormula& formula : properties_.formulas) {
    properties_.left_out.push_back(formula.name + ": a temporal property");
  }
}

std::string MurphiExport::run() {
  channel_procedures();
  observe_procedure();
  start_states();
  rules();
  Lines invariants;
  properties(invariants);
  refuse_large_numbers(translator_.too_large(), "rumur, which have 64 bits", refusals_);
  Lines all;
  heading(all);
  declarations(all);
  all.add(translator_.functions());
  all.blank();
  all.add(rules_);
  all.blank();
  all.add(invariants);
  return all.str();
}

void MurphiExport::heading(Lines& out) const {
  const std::string deadlock = properties_.end_states ? "stuck" : "off";
  const std::vector<std::string> commands = {
      fmt::format("rumur --deadlock-detection={} --output model.c MODEL.m", deadlock),
      "cc -O3 -march=native -o model model.c -lpthread -latomic && ./model",
      "Add --symmetry-reduction=off for a state of rumur for each state of the protocol."};
  for (const std::string& line : heading_lines(model_, facts_, options_, properties_, commands)) {
    out.line(line.empty() ? "--" : "-- " + line);
  }
  out.blank();
}

void MurphiExport::declarations(Lines& out) {
  if (!translator_.literals().empty()) {
    out.line("const");
    for (const auto& [name, value] : translator_.literals()) out.line(fmt::format("  {}: {};", name, value));
    out.blank();
  }
  out.line("type");
  out.indent();
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId id(static_cast<std::int64_t>(r));
    const Role& role = model_.role(id);
    if (!facts_.role(id).live) continue;
    if (translator_.obstacle(id).empty()) {
      out.line(fmt::format("{}: scalarset({});", translator_.role_type(id), role.count));
    } else {
      out.line(fmt::format("{}: {}..{};  -- no scalarset: {}", translator_.role_type(id), role.first.value,
                           role.first.value + role.count - 1, translator_.obstacle(id)));
    }
  }
  out.line("integer: -2147483648..2147483647;");
  Lines records;
  for (std::size_t r = 0; r < model_.roles.size(); ++r)
    process_record(RoleId(static_cast<std::int64_t>(r)), records);
  Lines state;
  variables(state);
  out.add(translator_.type_declarations());
  out.line(fmt::format("message: 0..{};  -- 0: none", facts_.codes().last()));
  for (std::size_t k = 0; k < model_.messages.size(); ++k) {
    const KindCode& code = facts_.codes().kind(KindId(static_cast<std::int64_t>(k)));
    out.line(fmt::format("  -- {}..{}: {}", code.first, code.last, model_.messages[k].name));
  }
  out.line(fmt::format("slot: 1..{};", facts_.slots()));
  out.line(fmt::format("channel: array [slot] of message;  -- {}, then 0",
                       model_.channels.fifo ? "oldest message first" : "greatest code first"));
  out.add(records);
  out.outdent();
  out.blank();
  out.add(state);
  out.blank();
}

// A role without variables has no record.
bool MurphiExport::has_state(RoleId id) const {
  if (!facts_.role(id).live) return false;
  if (facts_.role(id).has_status()) return true;
  const std::vector<Variable>& variables = model_.role(id).variables;
  return std::any_of(variables.begin(), variables.end(),
                     [&](const Variable& variable) { return !facts_.empty(variable.type); });
}

void MurphiExport::process_record(RoleId id, Lines& out) {
  if (!has_state(id)) return;
  out.line(fmt::format("{}_state: record", translator_.role_name(id)));
  for (const Variable& variable : model_.role(id).variables) {
    if (facts_.empty(variable.type)) continue;
    out.line(fmt::format("  {}: {};", translator_.field_name(variable.name),
                         translator_.type_text(variable.type)));
  }
  if (facts_.role(id).has_status()) out.line("  status: " + translator_.type_text(model_.status_type) + ";");
  out.line("end;");
}

void MurphiExport::variables(Lines& out) {
  out.line("var");
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId id(static_cast<std::int64_t>(r));
    if (!has_state(id)) continue;
    out.line(fmt::format("  {0}: array [{1}] of {0}_state;", translator_.role_name(id),
                         translator_.role_type(id)));
  }
  for_each_channel([&](RoleId from, RoleId to) {
    out.line(fmt::format("  {}: array [{}] of array [{}] of channel;", translator_.channel_name(from, to),
                         translator_.role_type(from), translator_.role_type(to)));
  });
  for (std::size_t k = 0; k < model_.monitor.variables.size(); ++k) {
    const Variable& variable = model_.monitor.variables[k];
    if (facts_.empty(variable.type)) continue;
    out.line(fmt::format("  {}: {};", translator_.monitor_name(k), translator_.type_text(variable.type)));
  }
}

void MurphiExport::properties(Lines& out) {
  for (const ExportedInvariant& invariant : properties_.invariants) {
    translator_.open_scope();
    Environment env;
    env.locals.resize(invariant.frame->size());
    env.frame = invariant.frame;
    const Text predicate = translator_.value(invariant.predicate, env);
    out.line(fmt::format("invariant \"{}\"", invariant.name));
    out.line(fmt::format("  {};", predicate.s));
    out.blank();
    translator_.close_scope();
  }
  if (!properties_.end_states) return;
  translator_.open_scope();
  Environment env;
  env.locals.resize(properties_.end_states->frame->size());
  env.frame = properties_.end_states->frame;
  const Text allowed = translator_.value(properties_.end_states->predicate, env);
  translator_.close_scope();
  if (allowed.is(0)) return;
  out.line("-- The end states that " + properties_.end_states->name + " allows");
  out.line("rule \"end\"");
  out.line("  " + allowed.s);
  out.line("==>");
  out.line("begin");
  out.line("endrule;");
}

void MurphiExport::for_each_channel(const std::function<void(RoleId, RoleId)>& action) const {
  for (std::size_t from = 0; from < model_.roles.size(); ++from) {
    for (std::size_t to = 0; to < model_.roles.size(); ++to) {
      const RoleId sender(static_cast<std::int64_t>(from));
      const RoleId receiver(static_cast<std::int64_t>(to));
      if (facts_.channel(sender, receiver)) action(sender, receiver);
    }
  }
}

ExportResult export_murphi(const Model& declared, const ExportOptions& options) {
  ExportResult result;
  const Model model = lowered_for_export(declared, result.refusals);
  const Facts facts(model, options);
  refuse_what_cannot_be_exported(model, facts, result.refusals);
  if (result.exported()) result.text = MurphiExport(model, options, facts, result.refusals).run();
  if (!result.exported()) result.text.clear();
  return result;
}

}  // namespace quorate
