// The heading is a comment of the target, so every line of it is made harmless: a name may have a line end or
// */ in it.
#include "export/common/heading.hpp"

#include <fmt/format.h>

#include "base/shown_text.hpp"
#include "export/common/text.hpp"

namespace quorate {

namespace {

std::string channels_line(const Model& model, const ExportOptions& options) {
  const Channels& channels = model.channels;
  std::vector<std::string> words = {channels.synchronous ? "synchronous" : "asynchronous",
                                    channels.lossy ? "lossy" : "reliable",
                                    channels.fifo ? "fifo" : "unordered"};
  if (channels.set) words.emplace_back(channels.kept ? "kept" : "set");
  if (channels.duplicating && !channels.kept) words.emplace_back("duplicating");
  words.push_back(channels.bound ? fmt::format("bound {}", *channels.bound) : "unbounded");
  std::string line = "Channels: " + join_text(words, ", ") + ".";
  if (!channels.bound) {
    line += fmt::format(" Each has {} slots here, and the check fails if that is too few.", options.slots);
  }
  if (channels.lossy) {
    line +=
        options.explicit_loss ? " A loss is a step." : " Losses are implicit: a lost message stays unread.";
  }
  return line;
}

std::string processes_line(const Model& model) {
  std::vector<std::string> words;
  for (const Role& role : model.roles) words.push_back(fmt::format("{} {}", role.count, role.name));
  return "Processes: " + join_text(words, ", ") + ".";
}

}  // namespace

std::vector<std::string> heading_lines(const Model& model, const Facts& facts, const ExportOptions& options,
                                       const ExportedProperties& properties,
                                       const std::vector<std::string>& commands) {
  std::vector<std::string> lines;
  std::string what = model.name.empty() ? "A protocol" : model.name;
  std::vector<std::string> values;
  for (const Parameter& parameter : model.parameters) {
    values.push_back(fmt::format("{} = {}", parameter.name, parameter.value));
  }
  if (!values.empty()) what += " (" + join_text(values, ", ") + ")";
  lines.push_back(what + ", exported by Quorate" + (options.source.empty() ? "" : " from " + options.source) +
                  ".");
  lines.push_back("Do not edit: change the protocol's model and export it again.");
  lines.emplace_back();
  lines.push_back(processes_line(model));
  lines.push_back(channels_line(model, options));
  std::string semantics = "Traffic model M: a message can be received as soon as it is sent.";
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    if (!facts.role(RoleId(static_cast<std::int64_t>(r))).may_crash) continue;
    semantics += " Crashes are implicit: a crashed process takes no more steps.";
    break;
  }
  lines.push_back(semantics);
  for (const std::string& property : properties.left_out) lines.push_back("Not exported: " + property + ".");
  lines.emplace_back();
  lines.emplace_back("To check it:");
  for (const std::string& command : commands) lines.push_back("  " + command);
  // A name with a line end or */ must not end the comment that it is in.
  for (std::string& line : lines) line = shown_in_comment(line);
  return lines;
}

}  // namespace quorate
