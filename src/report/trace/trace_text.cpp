// Three columns: the number of the step, the process that takes it, and what happens. The first two are
// narrow and never wrapped, so that a reader can follow them down the page; everything else is in the third.
#include "report/trace/trace_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/chart/message_groups.hpp"
#include "report/trace/changes.hpp"
#include "report/trace/state_text.hpp"

namespace quorate {
namespace {

constexpr std::size_t label_width = 8;      // "monitor" and a space
constexpr std::size_t widest_process = 24;  // the rule is on a line of its own after longer names
constexpr const char* network = "network";  // who takes steps of delivery and loss
constexpr const char* nobody = "(nobody)";  // who takes the step if none is possible

class TraceWriter {
 public:
  TraceWriter(const TraceDescription& trace, const TextStyle& style, TraceDetail detail)
      : trace_(trace), style_(style), detail_(detail) {
    number_width_ = std::to_string(trace.steps.size()).size();
    std::size_t process_width = 0;
    for (std::size_t k = 0; k < trace.steps.size(); ++k) {
      process_width = std::max(process_width, columns(actor(k)));
    }
    indent_ = number_width_ + 6 + std::min(process_width, widest_process);
  }

  std::string write(const std::string& failure_place) {
    write_initial_state();
    for (std::size_t k = 0; k < trace_.steps.size(); ++k) {
      const std::size_t begin = text_.size();
      write_step(k);
      if (trace_.loop_start && k >= *trace_.loop_start) draw_bar(begin);
    }
    write_ending(failure_place);
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool stutters() const {
    return trace_.loop_start && *trace_.loop_start >= trace_.steps.size();
  }

  // Draws a bar down the left margin, from `begin` to the end of the text. Every line there starts with a
  // space.
  void draw_bar(std::size_t begin) {
    for (std::size_t line = begin; line < text_.size(); line = text_.find('\n', line) + 1) {
      if (text_[line] == ' ') text_[line] = '|';
    }
  }

  void put(const Paragraph& content) { text_ += content.lines({}, 0, style_); }

  void heading(const std::string& title, const StateDescription& state) {
    Paragraph line;
    line.add(title, Ink::strong);
    if (shows_undefined(state)) line.add(" (- is undefined)", Ink::faint);
    put(line);
    text_ += state_text(state, style_);
  }

  void write_initial_state() {
    if (trace_.states.empty()) return;
    heading(trace_.steps.empty() ? "Initial state, where the trace ends" : "Initial state",
            trace_.states.front());
    if (!trace_.steps.empty()) text_ += '\n';
  }

  // The processes whose status became `crashed` in this step.
  [[nodiscard]] std::vector<std::string> newly_crashed(std::size_t step) const {
    std::vector<std::string> names;
    for (const Change& change : changes_between(trace_.states[step], trace_.states[step + 1])) {
      if (change.is_status() && change.after.text == "crashed") names.push_back(change.process);
    }
    return names;
  }

  [[nodiscard]] std::string actor(std::size_t step) const {
    const StepDescription& description = trace_.steps[step];
    switch (description.kind) {
      case StepKind::rule:
      case StepKind::fault:
        return description.process;
      case StepKind::delivery:
      case StepKind::loss:
        return network;
      case StepKind::crash: {
        const auto names = newly_crashed(step);
        return names.size() == 1 ? names.front() : description.process;
      }
      case StepKind::otherwise:
        return nobody;
    }
    return {};
  }

  void write_step(std::size_t step) {
    if (trace_.loop_start == step) {
      put(Paragraph().add("--- from here on the steps repeat for ever ---", Ink::faint));
    }
    const StepDescription& description = trace_.steps[step];
    Paragraph head;
    head.add(" ").glue(fmt::format(" {:>{}}", step + 1, number_width_), Ink::faint);
    head.add(" ").glue(actor(step), Ink::strong);
    Paragraph what = headline(description);
    if (head.width() + 2 > indent_) {
      text_ += head.line(style_) + '\n';
      text_ += what.lines({}, indent_, style_);
    } else {
      text_ += what.lines(head, indent_, style_);
    }
    if (detail_ == TraceDetail::full) write_details(step);
  }

  [[nodiscard]] Paragraph headline(const StepDescription& step) const {
    Paragraph line;
    switch (step.kind) {
      case StepKind::rule: {
        line.add(step.rule, Ink::rule);
        if (const auto arguments = rule_arguments(step); !arguments.empty()) {
          line.glue(fmt::format("({})", fmt::join(arguments, ", ")));
        }
        break;
      }
      case StepKind::delivery:
      case StepKind::loss:
        line.add(step.kind == StepKind::loss ? "loses" : "delivers", Ink::rule);
        for (const MessageDescription& message : step.consumed) add_way(line, message);
        break;
      case StepKind::crash:
        line.add("crashes", Ink::alarm);
        break;
      case StepKind::fault:
        line.add(step.rule, Ink::alarm);
        break;
      case StepKind::otherwise:
        line.add("can move; the state stays as it is", Ink::faint);
        break;
    }
    if (!step.note.empty()) line.glue(",").add(step.note, Ink::alarm);
    return line;
  }

  static void add_way(Paragraph& line, const MessageDescription& message) {
    line.add(to_text(message));
    line.add(fmt::format("from {}", message.from)).add(fmt::format("to {}", message.to));
  }

  void detail(const char* label, const Paragraph& content) {
    if (content.empty()) return;
    Paragraph head;
    head.add(std::string(indent_, ' ')).glue(label, Ink::faint);
    text_ += content.lines(head, indent_ + label_width, style_);
  }

  void write_details(std::size_t step) {
    const StepDescription& description = trace_.steps[step];
    if (description.kind == StepKind::rule) {
      for (const MessageGroup& group : group_by_senders(description.consumed)) detail("takes", taken(group));
    } else if (description.kind == StepKind::crash) {
      for (const MessageDescription& message : description.consumed) {
        Paragraph line;
        add_way(line, message);
        detail("loses", line);
      }
      write_vanished(step);
    }
    write_changes(step);
    for (const MessageGroup& group : group_by_recipients(description.sent)) {
      detail("sends", Paragraph().add(to_text(group.message)).add("to " + merged_names(group.partners)));
    }
  }

  [[nodiscard]] static Paragraph taken(const MessageGroup& group) {
    Paragraph line;
    line.add(to_text(group.message));
    if (group.message.forged) {
      line.add("forged by", Ink::alarm).add(merged_names(group.partners));
    } else {
      line.add("from " + merged_names(group.partners));
    }
    return line;
  }

  // A crash empties the process's input channels.
  void write_vanished(std::size_t step) {
    const std::string name = actor(step);
    std::size_t count = 0;
    for (const ChannelDescription& channel : trace_.states[step].channels) {
      if (channel.to == name) count += channel.waiting.size() + channel.delivered.size();
    }
    if (count == 0) return;
    detail("loses",
           Paragraph().add(count == 1 ? "the message that was on its way to it"
                                      : fmt::format("the {} messages that were on their way to it", count)));
  }

  void write_changes(std::size_t step) {
    const std::string mover = actor(step);
    Paragraph own;
    Paragraph monitored;
    for (const Change& change : changes_between(trace_.states[step], trace_.states[step + 1])) {
      const bool said =
          trace_.steps[step].kind == StepKind::crash && change.is_status() && change.process == mover;
      if (said) continue;
      Paragraph& line = change.process.empty() ? monitored : own;
      if (!line.empty()) line.glue(",", Ink::faint);
      const bool foreign = !change.process.empty() && change.process != mover;
      line.add(fmt::format("{}{}: ", foreign ? change.process + "." : "", change.place));
      const ChangeText text = change_text(change);
      if (!text.before.empty()) line.glue(text.before + " -> ", Ink::faint);
      line.glue(text.after, Ink::fresh);
    }
    detail("sets", own);
    detail(trace_.states[step].monitors_are_shared ? "shared" : "monitor", monitored);
  }

  void write_ending(const std::string& failure_place) {
    if (!trace_.steps.empty()) {
      text_ += '\n';
      heading(fmt::format("Last state, after step {}", trace_.steps.size()), trace_.states.back());
    }
    if (stutters()) {
      text_ += "\nThe run stays in this state for ever.\n";
    } else if (trace_.loop_start && *trace_.loop_start + 1 == trace_.steps.size()) {
      text_ += fmt::format("\nThe run repeats step {} for ever.\n", trace_.steps.size());
    } else if (trace_.loop_start) {
      text_ += fmt::format("\nThe run repeats the steps {} to {} for ever.\n", *trace_.loop_start + 1,
                           trace_.steps.size());
    }
    if (trace_.failure.empty()) return;
    text_ += '\n';
    Paragraph heading;
    heading.add("Model error:", Ink::alarm);
    if (failure_place.empty()) heading.add(trace_.failure);  // the place repeats it
    put(heading);
    write_indented(failure_place);
  }

  void write_indented(const std::string& place) {
    for (std::size_t begin = 0; begin < place.size();) {
      const std::size_t end = std::min(place.find('\n', begin), place.size());
      if (end > begin) text_ += "  " + place.substr(begin, end - begin);
      text_ += '\n';
      begin = end + 1;
    }
  }

  const TraceDescription& trace_;
  const TextStyle& style_;
  TraceDetail detail_;
  std::string text_;
  std::size_t number_width_ = 1;
  std::size_t indent_ = 0;
};

}  // namespace

std::string trace_text(const TraceDescription& trace, const TextStyle& style,
                       const std::string& failure_place, TraceDetail detail) {
  return TraceWriter(trace, style, detail).write(failure_place);
}

}  // namespace quorate
