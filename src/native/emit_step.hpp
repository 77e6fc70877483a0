// Emits one execution of a rule: the function that tests the guard and makes the steps for given messages,
// for one transition or for a family of transitions whose programs differ in constants only.
#pragma once

#include <string>

#include "native/emit_parts.hpp"

namespace quorate {

struct StepShape {
  std::size_t transition = 0;  // of a family: its first transition
  bool family = false;
  VaryingConstants guard = {};
  VaryingConstants effect = {};
  std::string take = {};      // of a family: the function that removes a message from the channel of a sender
  std::string row_type = {};  // of a family: the type of a row of its table
};

class StepPrinter {
 public:
  StepPrinter(const EmitContext& context, ProcessId process, NativeText& text)
      : c_(context),
        process_(process),
        text_(text),
        crashes_(c_.exec.faults.crash_steps && c_.tracked(process)),
        synchronous_(c_.model.channels.synchronous) {}

  // Emits step_<n>(s, out, [row,] messages, [absent,] positions, [sender crashes]) and returns its name.
  std::string step(const StepShape& shape);
  // Emits perhaps_<n>(s, [row.k,] messages, [absent]), the partial guard with the first `known` messages.
  // Returns its name, or an empty text if it would not be useful.
  std::string partial_guard(const StepShape& shape, std::size_t known);

 private:
  [[nodiscard]] const Transition& transition(std::size_t t) const { return c_.system.transitions()[t]; }
  [[nodiscard]] const Action& action(std::size_t t) const { return c_.exec.actions[t]; }
  [[nodiscard]] std::string message_parameters(std::size_t count) const;
  [[nodiscard]] std::string message_arguments(std::size_t count) const;
  [[nodiscard]] std::string step_parameters(const StepShape& shape) const;
  std::string execute_lines(const StepShape& shape);
  [[nodiscard]] std::string consume_lines(const StepShape& shape) const;
  [[nodiscard]] std::string crashing_senders(std::size_t t) const;
  [[nodiscard]] bool keeps_some(std::size_t t) const;
  [[nodiscard]] bool one_step(std::size_t t) const;
  [[nodiscard]] bool may_send_to(std::size_t t, ProcessId to) const;
  [[nodiscard]] std::string mail_lines(std::size_t t) const;
  [[nodiscard]] std::string send_lines(std::size_t t) const;
  [[nodiscard]] std::string part_lines(const StepShape& shape, const std::string& then) const;

  const EmitContext& c_;
  const ProcessId process_;
  NativeText& text_;
  const bool crashes_;  // the process may crash while it sends
  const bool synchronous_;
};

}  // namespace quorate
