#include "language/ftdp/resolve/byzantine/check_symmetric.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/kinds/commitments.hpp"
#include "language/ftdp/resolve/check_types.hpp"

namespace quorate {

namespace {

// Who has had which message is remembered for each of its contents.
void check_kind(FtdpChecker& checker, const MessageKind& kind, const std::string& role) {
  std::int64_t contents = 1;
  for (const Field& field : kind.fields) {
    if (!field.type.valid()) return;
    const Type& type = checker.type(field.type);
    if (!type.scalar() || type.unbounded) {
      checker.error(
          field.span,
          fmt::format("a symmetric Byzantine {} cannot send {}", role, describe(checker, field.type)),
          "give the message fields of simple types, or write `byzantine` without `symmetric`");
      return;
    }
    contents = std::min(kMaxScalars + 1, contents * std::max<std::int64_t>(1, type.size()));
  }
  if (contents > kMaxScalars)
    checker.error(kind.span,
                  fmt::format("a symmetric Byzantine {} could send more than {} different messages {}", role,
                              kMaxScalars, kind.name),
                  "make the types of its fields smaller");
}

void check_line(FtdpChecker& checker, const FaultAssumption& line) {
  const Model& model = checker.model;
  if (model.channels.synchronous)
    checker.error(
        line.span, "symmetric Byzantine processes need asynchronous channels",
        "write `byzantine` without `symmetric`: their silence would have to be the same for all, too");
  std::set<KindId> checked;
  for (const RoleId role : line.roles) {
    const std::string& name = model.role(role).name;
    for (const FaultAssumption& other : model.faults) {
      if (other.kind != FaultKind::byzantine || other.symmetric) continue;
      if (std::ranges::find(other.roles, role) == other.roles.end()) continue;
      checker.error(line.span, fmt::format("another line lets {} be Byzantine without being symmetric", name),
                    "name each role in lines of one kind only");
    }
    for (const Rule& rule : model.rules) {
      if (rule.byzantine && rule.role == role)
        checker.error(rule.name_span,
                      fmt::format("a symmetric Byzantine {} executes no rules: it sends what it likes", name),
                      "write `byzantine` without `symmetric` in the `faults` line, or leave the rule out");
      if (rule.receive.kind == ReceiveKind::none || !rule.receive.message_kind.valid()) continue;
      if (!rule.receive.sender_type.valid()) continue;
      const auto& senders = model.type(rule.receive.sender_type).roles;
      if (std::ranges::find(senders, role) == senders.end()) continue;
      const MessageKind& kind = model.message(rule.receive.message_kind);
      if (checked.insert(rule.receive.message_kind).second) check_kind(checker, kind, name);
    }
  }
}

}  // namespace

void resolve_same_for(FtdpChecker& checker, const SyntaxMessage& syntax) {
  if (syntax.same_for.empty()) return;
  const auto id = checker.kinds.find(syntax.name.text);
  if (id == checker.kinds.end()) return;
  MessageKind& kind = checker.model.messages[id->second.index()];
  for (const Name& name : syntax.same_for) {
    const auto field = std::ranges::find(kind.fields, name.text, &Field::name);
    if (field == kind.fields.end()) {
      checker.error(name.span, fmt::format("the message {} has no field `{}`", kind.name, name.text),
                    suggest(name.text, field_names(kind.fields)));
      continue;
    }
    const auto position = static_cast<std::int32_t>(field - kind.fields.begin());
    if (std::ranges::find(kind.same_for, position) == kind.same_for.end()) kind.same_for.push_back(position);
  }
}

void check_symmetric(FtdpChecker& checker) {
  for (const FaultAssumption& line : checker.model.faults) {
    if (line.symmetric) check_line(checker, line);
  }
  if (declares_symmetric(checker.model)) return;
  for (const SyntaxMessage& syntax : checker.syntax.messages) {
    if (syntax.same_for.empty()) continue;
    checker.warning(syntax.same_for.front().span,
                    "`same for` has no effect: no process is symmetric Byzantine",
                    "write `faults at most 1 of ROLE symmetric byzantine`");
  }
}

}  // namespace quorate
