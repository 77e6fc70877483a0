// The printers of emitted programs, in the order in which their results depend on each other. What they print
// refers to: C<k> the type of channel k, deliver_<k> sending into it, status_<p>, forges_<p>, may_crash_<p>,
// crash_<p>, delivered_<p> of process p, cells and message_cells, table_<k>, forged_<k>, observe.
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

// A run of consecutive transitions that one function makes the steps of.
struct TransitionGroup {
  std::size_t first = 0;
  std::size_t end = 0;
};

// The steps of a rule of one process: a function step_<t> for each transition, and one for the group. Its
// name.
std::string emit_rule(const EmitContext& context, TransitionGroup group, NativeText& text);
// The steps of one transition that is no rule. The function's name.
std::string emit_other(const EmitContext& context, std::size_t transition, NativeText& text);

// The lines that make a step out of the state t: observing, writing it down with the transition's number (an
// expression). `observed`: the monitor looks.
std::string finish_lines(const EmitContext& context, const std::string& transition, bool observed);

}  // namespace quorate
