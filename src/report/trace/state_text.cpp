// Processes of one role with equal contents share a line, and so do channels of one sender with equal
// contents, so that the state of many processes stays short.
#include "report/trace/state_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {
namespace {

struct Line {
  std::string subject;
  Paragraph content;
};

bool is_undefined(const NamedValue& variable) {
  return to_text(variable.value) == "undefined";
}

// A Byzantine process that has no state of its own is shown by its status alone.
bool is_stateless(const ProcessDescription& process) {
  return process.status == "byz" &&
         std::all_of(process.variables.begin(), process.variables.end(), is_undefined);
}

bool look_alike(const ProcessDescription& first, const ProcessDescription& second) {
  return first.role == second.role && first.status == second.status && first.marks == second.marks &&
         first.variables == second.variables;
}

std::string status_word(const std::string& status) {
  if (status == "crash") return "may crash";
  if (status == "byz") return "Byzantine";
  if (status == "crashed") return "crashed";
  return {};
}

void add_variables(Paragraph& paragraph, const std::vector<NamedValue>& variables) {
  for (const NamedValue& variable : variables) {
    if (!paragraph.empty()) paragraph.glue(",", Ink::faint);
    paragraph.add(variable.name + " ", Ink::faint);
    paragraph.glue(is_undefined(variable) ? "-" : to_text(variable.value));
  }
}

std::vector<Line> process_lines(const StateDescription& state) {
  std::vector<Line> lines;
  std::vector<bool> done(state.processes.size(), false);
  for (std::size_t k = 0; k < state.processes.size(); ++k) {
    if (done[k]) continue;
    const ProcessDescription& process = state.processes[k];
    std::vector<std::string> names;
    for (std::size_t other = k; other < state.processes.size(); ++other) {
      if (done[other] || !look_alike(process, state.processes[other])) continue;
      done[other] = true;
      names.push_back(state.processes[other].name);
    }
    Line line{merged_names(names), {}};
    if (const std::string word = status_word(process.status); !word.empty())
      line.content.add(word, Ink::alarm);
    for (const std::string& mark : process.marks) line.content.add(mark, Ink::alarm);
    if (!is_stateless(process)) add_variables(line.content, process.variables);
    if (line.content.empty()) line.content.add("(no variables)", Ink::faint);
    lines.push_back(std::move(line));
  }
  return lines;
}

void add_messages(Paragraph& paragraph, const std::vector<MessageDescription>& messages,
                  std::string_view remark) {
  for (const MessageDescription& message : messages) {
    if (!paragraph.empty()) paragraph.glue(",", Ink::faint);
    paragraph.add(to_text(message));
    if (!remark.empty()) paragraph.glue(std::string(remark), Ink::faint);
  }
}

bool hold_alike(const ChannelDescription& first, const ChannelDescription& second) {
  auto alike = [](const std::vector<MessageDescription>& some,
                  const std::vector<MessageDescription>& others) {
    return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                      [](const MessageDescription& a, const MessageDescription& b) {
                        return a.kind == b.kind && a.fields == b.fields;
                      });
  };
  return first.from == second.from && alike(first.waiting, second.waiting) &&
         alike(first.delivered, second.delivered);
}

std::vector<Line> channel_lines(const StateDescription& state) {
  std::vector<Line> lines;
  std::vector<bool> done(state.channels.size(), false);
  for (std::size_t k = 0; k < state.channels.size(); ++k) {
    if (done[k]) continue;
    const ChannelDescription& channel = state.channels[k];
    std::vector<std::string> recipients;
    for (std::size_t other = k; other < state.channels.size(); ++other) {
      if (done[other] || !hold_alike(channel, state.channels[other])) continue;
      done[other] = true;
      recipients.push_back(state.channels[other].to);
    }
    Line line{fmt::format("{} -> {}", channel.from, merged_names(recipients)), {}};
    add_messages(line.content, channel.delivered, " (delivered)");
    add_messages(line.content, channel.waiting, {});
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string render(const std::vector<Line>& lines, std::size_t indent, const TextStyle& style) {
  std::size_t subject_width = 0;
  for (const Line& line : lines) subject_width = std::max(subject_width, columns(line.subject));
  std::string text;
  for (const Line& line : lines) {
    Paragraph head;
    head.add(std::string(indent, ' ')).glue(line.subject, Ink::strong);
    text += line.content.lines(head, indent + subject_width + 2, style);
  }
  return text;
}

}  // namespace

bool shows_undefined(const StateDescription& state) {
  auto any_undefined = [](const std::vector<NamedValue>& variables) {
    return std::any_of(variables.begin(), variables.end(), is_undefined);
  };
  return any_undefined(state.monitors) ||
         std::any_of(state.processes.begin(), state.processes.end(), [&](const ProcessDescription& process) {
           return !is_stateless(process) && any_undefined(process.variables);
         });
}

std::string state_text(const StateDescription& state, const TextStyle& style) {
  std::vector<Line> lines = process_lines(state);
  if (!state.monitors.empty()) {
    Line line{state.monitors_are_shared ? "shared" : "monitor", {}};
    add_variables(line.content, state.monitors);
    lines.push_back(std::move(line));
  }
  std::string text = render(lines, 2, style);
  if (!state.channels.empty()) {
    text += "  in the channels\n";
    text += render(channel_lines(state), 4, style);
  }
  return text;
}

}  // namespace quorate
