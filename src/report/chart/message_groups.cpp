// Messages are grouped by their content and one of their ends. A StepDescription has no list of its rule's
// arguments, so rule_arguments reads them from the text of the transition and leaves out the process and the
// senders, which a report shows elsewhere.
#include "report/chart/message_groups.hpp"

#include <algorithm>
#include <string_view>

namespace quorate {
namespace {

using Member = std::string MessageDescription::*;

std::vector<MessageGroup> group(const std::vector<MessageDescription>& messages, Member fixed,
                                Member partner) {
  std::vector<MessageGroup> groups;
  for (const MessageDescription& message : messages) {
    auto found = std::find_if(groups.begin(), groups.end(), [&](const MessageGroup& g) {
      return same_content(g.message, message) && g.message.*fixed == message.*fixed;
    });
    if (found == groups.end()) found = groups.insert(groups.end(), {message, {}});
    found->partners.push_back(message.*partner);
  }
  return groups;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Splits at the commas outside of brackets.
std::vector<std::string_view> split_arguments(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      parts.push_back(trimmed(text.substr(begin, k - begin)));
      begin = k + 1;
    }
  }
  const std::string_view last = trimmed(text.substr(begin));
  if (!last.empty()) parts.push_back(last);
  return parts;
}

bool is_sender(const StepDescription& step, std::string_view name) {
  return std::any_of(step.consumed.begin(), step.consumed.end(),
                     [&](const MessageDescription& message) { return message.from == name; });
}

bool is_set_of_senders(const StepDescription& step, std::string_view text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return false;
  const auto elements = split_arguments(text.substr(1, text.size() - 2));
  return std::all_of(elements.begin(), elements.end(),
                     [&](std::string_view element) { return is_sender(step, element); });
}

}  // namespace

bool same_content(const MessageDescription& first, const MessageDescription& second) {
  return first.kind == second.kind && first.absent == second.absent && first.forged == second.forged &&
         first.fields == second.fields;
}

std::vector<MessageGroup> group_by_recipients(const std::vector<MessageDescription>& messages) {
  return group(messages, &MessageDescription::from, &MessageDescription::to);
}

std::vector<MessageGroup> group_by_senders(const std::vector<MessageDescription>& messages) {
  return group(messages, &MessageDescription::to, &MessageDescription::from);
}

std::vector<std::string> rule_arguments(const StepDescription& step) {
  const std::string_view text = step.transition;
  // In Promela a rule is named by its text, which may have parentheses of its own.
  const auto open = text.find('(', text.starts_with(step.rule) ? step.rule.size() : 0);
  if (open == std::string_view::npos || text.back() != ')') return {};
  std::vector<std::string> arguments;
  for (std::string_view argument : split_arguments(text.substr(open + 1, text.size() - open - 2))) {
    if (argument == step.process || is_sender(step, argument) || is_set_of_senders(step, argument)) continue;
    arguments.emplace_back(argument);
  }
  return arguments;
}

}  // namespace quorate
