#include <fmt/format.h>

#include "language/ftdp/check_rules.hpp"

namespace quorate {
namespace {

void collect_sent(const std::vector<Stmt>& all, std::set<KindId>& sent) {
  for (const Stmt& stmt : all) {
    if (stmt.kind == StmtKind::send || stmt.kind == StmtKind::set_outgoing) sent.insert(stmt.message_kind);
    collect_sent(stmt.body, sent);
    collect_sent(stmt.else_body, sent);
  }
}

// Roles to which an `init` rule may give the status byz.
void collect_byzantine(const std::vector<Stmt>& all, std::set<RoleId>& roles) {
  for (const Stmt& stmt : all) {
    const bool sets = stmt.kind == StmtKind::assign && stmt.target.kind == ExprKind::status;
    const bool byzantine = stmt.value.kind != ExprKind::constant ||
                           stmt.value.value == static_cast<std::int64_t>(Status::byzantine);
    if (sets && byzantine) roles.insert(stmt.target.role);
    collect_byzantine(stmt.body, roles);
    collect_byzantine(stmt.else_body, roles);
  }
}

std::set<RoleId> byzantine_roles(const Model& model) {
  std::set<RoleId> roles;
  for (const auto& fault : model.faults) {
    if (fault.kind == FaultKind::byzantine) roles.insert(fault.roles.begin(), fault.roles.end());
  }
  for (const auto& rule : model.initial_rules) collect_byzantine(rule.body, roles);
  return roles;
}

}  // namespace

void warn_about_messages(FtdpChecker& checker) {
  const Model& model = checker.model;
  std::set<KindId> sent;
  for (const auto& rule : model.rules) collect_sent(rule.body, sent);
  const auto byzantine = byzantine_roles(model);
  for (const auto& rule : model.rules) {
    if (rule.receive.kind == ReceiveKind::none || sent.contains(rule.receive.message_kind)) continue;
    bool forged = false;
    for (const RoleId role : model.type(rule.receive.sender_type).roles)
      forged = forged || byzantine.contains(role);
    if (forged) continue;
    checker.warning(rule.name_span, fmt::format("the rule `{}` waits for {}, which nobody sends", rule.name,
                                                model.message(rule.receive.message_kind).name));
  }
}

}  // namespace quorate
