// The printers of emitted programs, in the order in which their results depend on each other. Names in the
// emitted text: C<k> is the type of channel k, deliver_<k> sends into it; status_<p>, forges_<p>,
// may_crash_<p>, crash_<p> and delivered_<p> belong to process p; cells, message_cells, table_<k> and
// forged_<k> are tables; observe is a function.
#pragma once

#include <cstddef>
#include <vector>

#include "native/emit_program.hpp"
#include "native/native_text.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

struct EmitContext {
  explicit EmitContext(const ModelSystem& of)
      : system(of),
        model(of.model()),
        semantics(of.semantics()),
        layout(of.layout()),
        exec(of.executable()),
        programs{of.layout(), of.tables()} {}

  const ModelSystem& system;
  const Model& model;
  const Semantics semantics;
  const Layout& layout;
  const Executable& exec;
  const ProgramContext programs;

  [[nodiscard]] std::size_t number(const ChannelLayout& channel) const {
    return static_cast<std::size_t>(&channel - layout.channels.data());
  }
  [[nodiscard]] bool tracked(ProcessId process) const { return layout.status_cells[process.index()] >= 0; }
  [[nodiscard]] bool observes() const { return !model.monitor.observe.empty(); }
};

// Tables of constants: cells, message scalars, index tables, forged messages.
void emit_tables(const EmitContext& context, NativeText& text);
void emit_channels(const EmitContext& context, NativeText& text);
void emit_processes(const EmitContext& context, NativeText& text);
// Sending: deliver_<channel> and deliver_from_<process>, no_message.
void emit_sending(const EmitContext& context, NativeText& text);

// A run of consecutive transitions whose steps one function makes.
struct TransitionGroup {
  std::size_t first = 0;
  std::size_t end = 0;
};

// Emits the steps of a rule of one process: a function step_<t> for each transition, and one for the group,
// whose name is returned.
std::string emit_rule(const EmitContext& context, TransitionGroup group, NativeText& text);
// Emits the steps of one transition that is no rule. Returns the function's name.
std::string emit_other(const EmitContext& context, std::size_t transition, NativeText& text);

// The lines that add the state t as a step: `observe`, and the output with the transition's number (an
// expression). observed: `observe` must run.
std::string finish_lines(const EmitContext& context, const std::string& transition, bool observed);

}  // namespace quorate
