// Warnings about what is well-formed but unlikely to be intended: rules that can never be executed,
// messages that no rule receives, a status that never changes.
#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/check_rules.hpp"

namespace quorate {
namespace {

void collect_sent(const std::vector<Stmt>& all, std::set<KindId>& sent) {
  for (const Stmt& stmt : all) {
    if (stmt.kind == StmtKind::send || stmt.kind == StmtKind::set_outgoing) sent.insert(stmt.message_kind);
    collect_sent(stmt.body, sent);
    collect_sent(stmt.else_body, sent);
  }
}

struct FaultyRoles {
  std::set<RoleId> byzantine;
  std::set<RoleId> any;
};

// Roles whose status an `init` rule may set.
void collect_faulty(const std::vector<Stmt>& all, FaultyRoles& roles) {
  for (const Stmt& stmt : all) {
    const bool sets = stmt.kind == StmtKind::assign && stmt.target.kind == ExprKind::status;
    const bool byzantine = stmt.value.kind != ExprKind::constant ||
                           stmt.value.value == static_cast<std::int64_t>(Status::byzantine);
    if (sets) roles.any.insert(stmt.target.role);
    if (sets && byzantine) roles.byzantine.insert(stmt.target.role);
    collect_faulty(stmt.body, roles);
    collect_faulty(stmt.else_body, roles);
  }
}

FaultyRoles faulty_roles(const Model& model) {
  FaultyRoles roles;
  for (const auto& fault : model.faults) {
    if (fault.kind != FaultKind::lowered) roles.any.insert(fault.roles.begin(), fault.roles.end());
    if (fault.kind == FaultKind::byzantine) roles.byzantine.insert(fault.roles.begin(), fault.roles.end());
  }
  for (const auto& rule : model.initial_rules) collect_faulty(rule.body, roles);
  return roles;
}

// Where a status is read, and of which roles: one place reads several if its process is of a group.
using StatusReads = std::map<std::uint32_t, std::vector<const Expr*>>;

void collect_status(const Expr& expr, StatusReads& reads) {
  if (expr.kind == ExprKind::status) reads[expr.span.begin].push_back(&expr);
  for (const Expr& child : expr.children) collect_status(child, reads);
}

void warn_about_unreceived(FtdpChecker& checker, const std::set<KindId>& sent) {
  std::set<KindId> received;
  for (const auto& rule : checker.model.rules) {
    for (std::size_t i = 0; i < rule.input_count(); ++i) received.insert(rule.input(i).message_kind);
  }
  std::set<KindId> shown;  // signed messages that nobody needs to receive
  for (const MessageKind& kind : checker.model.messages) {
    for (const CertificateField& certificate : kind.certificates) shown.insert(certificate.signed_kind);
  }
  for (const KindId kind : sent) {
    if (!kind.valid() || received.contains(kind) || shown.contains(kind)) continue;
    const MessageKind& message = checker.model.message(kind);
    checker.warning(message.span, fmt::format("nobody receives {}", message.name),
                    fmt::format("write a rule `on {} from ...`", message.name));
  }
}

}  // namespace

void warn_about_messages(FtdpChecker& checker) {
  const Model& model = checker.model;
  std::set<KindId> sent;
  for (const auto& rule : model.rules) collect_sent(rule.body, sent);
  for (const auto& rule : model.recovery_rules) collect_sent(rule.body, sent);
  for (const InitialContents& contents : model.channels.initially) sent.insert(contents.kind);
  const auto byzantine = faulty_roles(model).byzantine;
  warn_about_unreceived(checker, sent);
  for (const auto& rule : model.rules) {
    for (std::size_t i = 0; i < rule.input_count(); ++i) {
      const Receive& receive = rule.input(i);
      if (sent.contains(receive.message_kind)) continue;
      bool forged = false;
      for (const RoleId role : model.type(receive.sender_type).roles)
        forged = forged || byzantine.contains(role);
      if (forged) continue;
      checker.warning(rule.name_span, fmt::format("the rule `{}` waits for {}, which nobody sends", rule.name,
                                                  model.message(receive.message_kind).name));
    }
  }
}

void warn_about_faults(FtdpChecker& checker) {
  const Model& model = checker.model;
  const FaultyRoles roles = faulty_roles(model);
  for (const auto& rule : model.rules) {
    if (!rule.byzantine || roles.byzantine.contains(rule.role)) continue;
    const std::string& role = model.role(rule.role).name;
    checker.warning(rule.name_span,
                    fmt::format("the rule `{}` is never executed: no {} is Byzantine", rule.name, role),
                    fmt::format("write `faults at most 1 of {} byzantine`", role));
  }
  StatusReads reads;
  for (const auto& function : model.functions) collect_status(function.body, reads);
  for (const auto& property : model.properties) collect_status(property.predicate, reads);
  for (const auto& entry : reads) {
    const auto& places = entry.second;
    if (std::ranges::any_of(places, [&](const Expr* place) { return roles.any.contains(place->role); }))
      continue;
    checker.warning(places.front()->span,
                    "this status is always `corr`: nothing says that such a process may be faulty",
                    "write a `faults` line");
  }
}

}  // namespace quorate
