// Channels in Murphi, and the procedure that updates the monitor after each step.
//
// A channel is an array of message codes, filled from the first slot on, with 0 behind the last message. FIFO
// channels keep the order of sending, others the greatest code first, so that equal contents are equal
// states. Sending into a full channel is an error if the channel is unbounded (the export has too few slots),
// loses the message if it is lossy, and otherwise ends in `assume false`, which makes rumur drop the step.
// Messages to processes that are crashed, or Byzantine without a state, are dropped as docs/semantics.md
// says.
#include <fmt/format.h>

#include "export/murphi/murphi_export.hpp"

namespace quorate {

std::string MurphiExport::channel(RoleId from, RoleId to, const std::string& sender,
                                  const std::string& receiver) const {
  return fmt::format("{}[{}][{}]", translator_.channel_name(from, to), sender, receiver);
}

void MurphiExport::channel_procedures() {
  if (!facts_.any_channel()) return;
  Lines& out = translator_.functions();
  names_.enter();
  const std::string c = names_.fresh("c");
  const std::string m = names_.fresh("m");
  const std::string at = names_.fresh("at");
  const std::string s = names_.fresh("s");
  const std::string rest = names_.fresh("rest");
  const std::string next = names_.fresh("next");
  names_.leave();
  const std::int64_t slots = facts_.slots();
  out.line(model_.channels.fifo ? "-- Puts a message behind the others." : "-- Puts a message in its place.");
  out.line(fmt::format("procedure insert_message(var {}: channel; {}: message);", c, m));
  if (!model_.channels.fifo) out.line(fmt::format("var {}: message; {}: message;", rest, next));
  out.line("begin");
  out.indent();
  if (model_.channels.set) {
    out.line(fmt::format("if exists {0}: slot do {1}[{0}] = {2} end then return; endif;", s, c, m));
  }
  out.line(fmt::format("if {}[{}] != 0 then", c, slots));
  if (!model_.channels.bound) {
    out.line("  error \"a channel has too few slots: export the model with more\";");
  } else if (model_.channels.lossy) {
    out.line("  return;  -- the channel is full and the message is lost");
  } else {
    out.line("  assume false;  -- the channel is full: there is no such step");
  }
  out.line("endif;");
  if (!model_.channels.fifo) out.line(fmt::format("{} := {};", rest, m));
  out.line(fmt::format("for {}: slot do", s));
  if (model_.channels.fifo) {
    out.line(fmt::format("  if {0}[{1}] = 0 then {0}[{1}] := {2}; return; endif;", c, s, m));
  } else {
    out.line(fmt::format("  if {0}[{1}] < {2} then {3} := {0}[{1}]; {0}[{1}] := {2}; {2} := {3}; endif;", c,
                         s, rest, next));
  }
  out.line("endfor;");
  out.outdent();
  out.line("end;");
  out.blank();
  out.line(fmt::format("procedure take_message(var {}: channel; {}: slot);", c, at));
  out.line("begin");
  out.line(fmt::format("  for {}: slot do", s));
  out.line(fmt::format("    if {0} >= {1} then {2}[{0}] := ({0} = {3}) ? 0 : {2}[{0} + 1]; endif;", s, at, c,
                       slots));
  out.line("  endfor;");
  out.line("end;");
  for_each_channel([&](RoleId from, RoleId to) { send_procedure(from, to); });
}

void MurphiExport::send_procedure(RoleId from, RoleId to) {
  Lines& out = translator_.functions();
  names_.enter();
  const std::string sender = names_.fresh("sender");
  const std::string receiver = names_.fresh("receiver");
  const std::string m = names_.fresh("m");
  names_.leave();
  out.blank();
  out.line(fmt::format("procedure send_{}({}: {}; {}: {}; {}: message);", translator_.channel_name(from, to),
                       sender, translator_.role_type(from), receiver, translator_.role_type(to), m));
  out.line("begin");
  out.indent();
  if (from == to)
    out.line(fmt::format("if {} = {} then error \"a message to oneself\"; endif;", sender, receiver));
  const Text gone = fault_texts(translator_, facts_).is_deaf(exported(model_, to, word(receiver)));
  if (!gone.is(0)) out.line(fmt::format("if {} then return; endif;", gone.s));
  out.line(fmt::format("insert_message({}, {});", channel(from, to, sender, receiver), m));
  out.outdent();
  out.line("end;");
}

void MurphiExport::observe_procedure() {
  if (model_.monitor.observe.empty()) return;
  translator_.open_scope();
  Environment env;
  env.locals.resize(model_.monitor.frame.size());
  env.frame = &model_.monitor.frame;
  Lines body;
  translator_.defer_sends({});
  translator_.statements(model_.monitor.observe, env, body);
  const std::vector<MurphiName> variables = translator_.take_variables();
  Lines& out = translator_.functions();
  out.blank();
  out.line("procedure observe();");
  if (!variables.empty()) out.line("var");
  for (const MurphiName& variable : variables) out.line("  " + variable.name + ": " + variable.type + ";");
  out.line("begin");
  out.indent();
  out.add(translator_.take_prologue());
  out.add(body);
  out.outdent();
  out.line("end;");
  translator_.close_scope();
}

}  // namespace quorate
