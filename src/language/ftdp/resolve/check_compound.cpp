// A rule that takes several messages (Rule::compound) is refused where each received message would need a
// choice, a condition or a memory of its own: copies, certificates, what symmetric processes have sent,
// answers of failure detectors.
#include "language/ftdp/resolve/check_compound.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {

namespace {

bool is_symmetric(const Model& model, TypeId senders) {
  return std::ranges::any_of(model.faults, [&](const FaultAssumption& line) {
    const std::vector<RoleId>& roles = model.type(senders).roles;
    return line.symmetric && std::ranges::any_of(roles, [&](RoleId role) {
             return std::ranges::find(line.roles, role) != line.roles.end();
           });
  });
}

// What prevents the rule from taking several messages, or empty.
std::string against(const Model& model, const Rule& rule) {
  if (model.channels.kept || model.channels.duplicating) return "its messages may stay in their channels";
  if (!rule.answers.empty()) return "its guard asks a failure detector";
  for (std::size_t i = 0; i < rule.input_count(); ++i) {
    const Receive& input = rule.input(i);
    const MessageKind& kind = model.message(input.message_kind);
    if (!kind.certificates.empty()) return fmt::format("{} shows who has signed another message", kind.name);
    if (is_symmetric(model, input.sender_type))
      return fmt::format("symmetric Byzantine processes can send {}", kind.name);
  }
  return "";
}

}  // namespace

void check_compound_rules(FtdpChecker& checker) {
  for (const Rule& rule : checker.model.rules) {
    if (!rule.compound()) continue;
    const std::string reason = against(checker.model, rule);
    if (reason.empty()) continue;
    checker.error(rule.name_span,
                  fmt::format("`{}` cannot take several messages, since {}", rule.name, reason),
                  "take one message in each step, or a quorum of one kind");
  }
}

}  // namespace quorate
