// A Model as a Promela program for spin. One process chooses an initial state and then loops: it executes an
// option (promela_options.cpp), then after_step, which updates the monitor, asserts the invariants and sets
// the flags of the temporal formulas. Formulas are about the states from the first initial state on: each is
// written as ([] !started) || (!started U (started && formula)). In Promela a step into a full channel is a
// step to the same state (promela_rules.cpp), so that freedom from deadlock and temporal formulas of such
// models are not exported.
#include "export/promela/promela_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "export/common/heading.hpp"
#include "export/common/refusal.hpp"

namespace quorate {

namespace {

// Promela's keywords, C's (names become members of C structures), names of the generated C program that
// clash, and the names that every exported text uses.
Names promela_names() {
  Names names({"_",        "_last",    "_nr_pr",   "_pid",       "active",  "assert",       "atomic",
               "auto",     "bit",      "bool",     "boq",        "break",   "byte",         "c_code",
               "c_decl",   "c_expr",   "c_state",  "c_track",    "case",    "chan",         "char",
               "const",    "continue", "d_step",   "D_proctype", "default", "depth",        "do",
               "double",   "else",     "empty",    "enabled",    "enum",    "eval",         "extern",
               "false",    "fi",       "float",    "for",        "full",    "get_priority", "goto",
               "hidden",   "if",       "in",       "init",       "inline",  "int",          "len",
               "local",    "long",     "ltl",      "main",       "max",     "min",          "mtype",
               "nempty",   "never",    "nfull",    "notrace",    "now",     "np_",          "od",
               "of",       "pc_value", "pid",      "print",      "printf",  "printm",       "priority",
               "proctype", "provided", "register", "return",     "run",     "select",       "set_priority",
               "short",    "show",     "signed",   "sizeof",     "skip",    "state",        "State",
               "static",   "STDIN",    "struct",   "switch",     "timeout", "trace",        "true",
               "trpt",     "typedef",  "uchar",    "uint",       "ulong",   "union",        "unless",
               "unsigned", "ushort",   "void",     "volatile",   "while",   "xr",           "xs"},
              false, false);
  for (const char* name :
       {"UNDEF",          "DEF",   "FAIL",    "CHECK",          "NONZERO",      "SUBSET",     "RECEIVED",
        "CEILING_DIVIDE", "fails", "channel", "insert_message", "take_message", "after_step", "protocol",
        "slot",           "at",    "to",      "status",         "msg_",         "digit_",     "chan_",
        "from_",          "to_",   "at_",     "no_start"}) {
    names.fresh(name);
  }
  return names;
}

}  // namespace

PromelaExport::PromelaExport(const Model& model, const ExportOptions& options, const Facts& facts,
                             Diagnostics& refusals)
    : model_(model),
      options_(options),
      facts_(facts),
      refusals_(refusals),
      names_(promela_names()),
      translator_(model, facts, names_),
      properties_(exported_properties(model, facts, options)) {
  has_unobserved_rules_ = !std::ranges::all_of(model.rules, &Rule::observed);
  for (const Rule& rule : model.rules) {
    if (facts.live(rule) && may_roll_back(plan_sends(model, facts, rule.body))) rolls_back_ = true;
  }
  if (rolls_back_ && properties_.end_states) {
    properties_.left_out.push_back(properties_.end_states->name +
                                   ": in Promela a step into a full channel is a step to the same state");
    properties_.end_states.reset();
  }
  if (!rolls_back_) return;
  for (const ExportedFormula& formula : properties_.formulas) {
    properties_.left_out.push_back(formula.name +
                                   ": in Promela a step into a full channel is a step to the same state "
                                   "(leave out the channels' bound)");
  }
  properties_.formulas.clear();
}

// Whether a rule may find a channel full after it has changed its process's variables.
bool PromelaExport::may_roll_back(const SendPlan& plan) const {
  return !model_.channels.lossy && model_.channels.bound.has_value() && !plan.recipients.empty();
}

std::string PromelaExport::run() {
  channel_inlines();
  rules();
  after_step();
  Lines process;
  main_process(process);
  Lines all;
  Lines state;
  declarations(state);
  refuse_large_numbers(translator_.too_large(), "spin, which have 32 bits", refusals_);
  heading(all);
  fixed_macros(all);
  for (const auto& [name, value] : translator_.literals())
    all.line(fmt::format("#define {} {}", name, value));
  all.blank();
  all.add(translator_.macros());
  all.blank();
  all.add(state);
  if (!properties_.formulas.empty()) {
    all.blank();
    all.line(
        "/* Predicates of the ltl formulas, after each step; and whether there is a state of the protocol "
        "*/");
    for (const std::string& flag : flags_) all.line(fmt::format("bit {};", flag));
  }
  all.blank();
  all.line("/* Outside the state: scratch variables of single steps */");
  all.line("hidden byte fails[2];");
  all.add(translator_.hidden_variables());
  all.add(translator_.inlines());
  all.blank();
  all.add(rules_);
  all.blank();
  all.add(process);
  all.add(formulas_);
  return all.str();
}

void PromelaExport::heading(Lines& out) const {
  const std::string vector = state_bytes_ > 500 ? fmt::format(" -DVECTORSZ={}", 4 * state_bytes_) : "";
  std::vector<std::string> commands = {
      fmt::format("spin -a -o4 MODEL.pml && cc -O2 -DSAFETY -DNOREDUCE{} -o pan pan.c", vector),
      fmt::format("./pan{} -m1000000", properties_.end_states ? "" : " -E"),
      "Spin stores one state more than the protocol has: the one before the initial states."};
  if (!properties_.formulas.empty()) {
    commands.front() =
        fmt::format("spin -a -o4 MODEL.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE{} -o pan pan.c", vector);
    commands.push_back("For an ltl formula:");
    commands.push_back(fmt::format("spin -a -o4 MODEL.pml && cc -O2 -DNOREDUCE{} -o pan pan.c", vector));
    commands.emplace_back("./pan -a -E -m1000000 -N NAME");
  }
  out.line("/*");
  for (const std::string& line : heading_lines(model_, facts_, options_, properties_, commands)) {
    out.line(line.empty() ? " *" : " * " + line);
  }
  out.line(" */");
  out.blank();
}

void PromelaExport::fixed_macros(Lines& out) const {
  out.line("/* An undefined value, and what must not happen: an index out of bounds stops the check. */");
  out.line(fmt::format("#define UNDEF {}", translator_.undefined_value()));
  out.line("#define FAIL (fails[1 + (1 == 1)])");
  out.line("#define DEF(x) ((x) + fails[2 * ((x) == UNDEF)])");
  out.line("#define CHECK(x, low, high) ((x) + fails[2 * ((x) < (low) || (x) > (high))])");
  out.line("#define SUBSET(x, all) ((x) + fails[2 * (((x) & ~(all)) != 0)])");
  out.line("#define NONZERO(x) ((x) + fails[2 * ((x) == 0)])");
  out.line("#define RECEIVED(x) ((x) + fails[2 * ((x) == 0)])");
  out.line("#define CEILING_DIVIDE(x, y) ((x) / (y) + (((x) % (y)) != 0 && ((x) < 0) == ((y) < 0)))");
  out.blank();
}

void PromelaExport::main_process(Lines& out) {
  out.line("active proctype protocol() {");
  out.indent();
  out.line("atomic {");
  out.indent();
  start(out);
  if (has_after_step_) out.line("after_step();");
  out.outdent();
  out.line("}");
  out.line("do");
  out.line(":: atomic {");
  out.indent();
  option_block(option_lines_, out);
  if (has_after_step_) out.line("after_step();");
  out.outdent();
  out.line("}");
  if (model_.channels.lossy && options_.explicit_loss) losses(out);
  if (properties_.end_states) {
    Environment env;
    env.locals.resize(properties_.end_states->frame->size());
    const Text allowed = translator_.value(properties_.end_states->predicate, env);
    out.line(fmt::format(":: d_step {{ {} -> skip; }}  /* allowed by {} */", allowed.s,
                         properties_.end_states->name));
  }
  out.line("od;");
  if (needs_no_start_) out.line("no_start: skip");
  out.outdent();
  out.line("}");
}

void PromelaExport::option_block(const std::vector<std::string>& options, Lines& out) const {
  out.line("if");
  for (const std::string& option : options) out.line(":: " + option);
  if (options.empty()) out.line(":: false");
  out.line("fi;");
}

void PromelaExport::after_step() {
  Lines body;
  if (!model_.monitor.observe.empty()) {
    Environment env;
    env.locals.resize(model_.monitor.frame.size());
    env.frame = &model_.monitor.frame;
    translator_.defer_sends({});
    if (marks_steps()) translator_.open_if(word(translator_.hidden("tmp_stepped")), body);
    translator_.statements(model_.monitor.observe, env, body);
    if (marks_steps()) translator_.close_if(false, body);
  }
  for (const ExportedInvariant& invariant : properties_.invariants) {
    Environment env;
    env.locals.resize(invariant.frame->size());
    const std::string flag = translator_.hidden(names_.fresh("holds_" + invariant.name));
    body.line(translator_.assignment(word(flag), translator_.value(invariant.predicate, env)));
    body.line(fmt::format("assert({});", flag));
  }
  for (const ExportedFormula& formula : properties_.formulas) linear_formula(formula, body);
  if (!properties_.formulas.empty()) body.line(started() + " = 1;");
  has_after_step_ = !body.empty();
  if (!has_after_step_) return;
  rules_.blank();
  rules_.line("inline after_step() {");
  rules_.line("  d_step {");
  rules_.indent();
  rules_.indent();
  rules_.add(body);
  rules_.outdent();
  rules_.outdent();
  rules_.line("  }");
  rules_.line("}");
}

// The flag that is set in the first state of the protocol.
std::string PromelaExport::started() {
  if (flags_.empty()) flags_.push_back(names_.fresh("started"));
  return flags_.front();
}

void PromelaExport::linear_formula(const ExportedFormula& formula, Lines& after_step) {
  std::string text = formula.text;
  const std::string begun = started();
  for (std::size_t k = 0; k < formula.atoms.size(); ++k) {
    const ExportedAtom& atom = formula.atoms[k];
    Environment env;
    env.locals.resize(atom.frame->size());
    const std::string flag = names_.fresh(fmt::format("{}_{}", formula.name, k + 1));
    flags_.push_back(flag);
    after_step.line(translator_.assignment(word(flag), translator_.value(atom.predicate, env)));
    const std::string place = fmt::format("<{}>", k);
    for (auto at = text.find(place); at != std::string::npos; at = text.find(place)) {
      text.replace(at, place.size(), flag);
    }
  }
  formulas_.blank();
  formulas_.line(fmt::format("ltl {} {{ ([] !{}) || ((!{}) U ({} && {})) }}", names_.fresh(formula.name),
                             begun, begun, begun, text));
}

ExportResult export_promela(const Model& declared, const ExportOptions& options) {
  ExportResult result;
  const Model model = lowered_for_export(declared, result.refusals);
  const Facts facts(model, options);
  refuse_what_cannot_be_exported(model, facts, result.refusals);
  refuse_large_codes(model, facts, INT32_MAX, result.refusals);  // spin's int
  if (result.exported()) result.text = PromelaExport(model, options, facts, result.refusals).run();
  if (!result.exported()) result.text.clear();
  return result;
}

}  // namespace quorate
