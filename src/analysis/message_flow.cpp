#include "analysis/message_flow.hpp"

#include "analysis/walk.hpp"

namespace quorate {

namespace {

TypeId recipient_process_type(const Model& model, const Stmt& send) {
  if (send.recipients == Recipients::all) return send.recipient_type;
  if (send.recipients == Recipients::set) return model.type(send.recipient.type).element;
  return send.recipient.type;
}

}  // namespace

RuleSends rule_sends(const Model& model, const Rule& rule) {
  RuleSends sends;
  visit_statements(rule.body, [&](const Stmt& statement) {
    TypeId recipients;
    if (statement.kind == StmtKind::send) recipients = recipient_process_type(model, statement);
    if (statement.kind == StmtKind::set_outgoing) recipients = statement.target.type;
    if (!recipients.valid()) return;
    sends.kinds.insert(statement.message_kind);
    for (const RoleId role : model.type(recipients).roles) sends.roles.insert(role);
  });
  return sends;
}

MessageFlow analyze_message_flow(const Model& model) {
  MessageFlow flow;
  flow.kinds.assign(model.roles.size(), std::vector<std::set<KindId>>(model.roles.size()));
  for (const Rule& rule : model.rules) {
    visit_statements(rule.body, [&](const Stmt& statement) {
      TypeId recipients;
      if (statement.kind == StmtKind::send) recipients = recipient_process_type(model, statement);
      if (statement.kind == StmtKind::set_outgoing) recipients = statement.target.type;
      if (!recipients.valid()) return;
      for (const RoleId role : model.type(recipients).roles) {
        flow.kinds[rule.role.index()][role.index()].insert(statement.message_kind);
      }
    });
  }
  return flow;
}

std::set<std::int32_t> message_fields_read(const Model& model, const Rule& rule) {
  std::set<std::int32_t> fields;
  const auto note = [&](const Expr& expression) {
    if (expression.kind == ExprKind::message_field) fields.insert(expression.index);
  };
  visit_expressions(model, rule.guard, note);
  visit_expressions(model, rule.body, note);
  return fields;
}

std::set<RoleId> status_read(const Model& model, const Property& property) {
  std::set<RoleId> roles;
  const auto note = [&](const Expr& expression) {
    if (expression.kind == ExprKind::status) roles.insert(expression.role);
  };
  if (property.kind == PropertyKind::temporal) {
    visit_expressions(model, property.formula, note);
  } else {
    visit_expressions(model, property.predicate, note);
  }
  // What observe reads may decide what the property sees.
  visit_expressions(model, model.monitor.observe, note);
  return roles;
}

namespace {

std::set<RoleId> roles_assigned(const Model& model, bool crash_only) {
  std::set<RoleId> roles;
  for (const InitialRule& rule : model.initial_rules) {
    visit_statements(rule.body, [&](const Stmt& statement) {
      if (statement.kind != StmtKind::assign || statement.target.kind != ExprKind::status) return;
      const bool harmless = statement.value.kind == ExprKind::constant &&
                            (statement.value.value == static_cast<std::int64_t>(Status::correct) ||
                             statement.value.value == static_cast<std::int64_t>(Status::byzantine));
      if (!crash_only || !harmless) roles.insert(statement.target.role);
    });
  }
  return roles;
}

}  // namespace

std::set<RoleId> status_assigned(const Model& model) {
  return roles_assigned(model, false);
}

std::set<RoleId> crash_status_assigned(const Model& model) {
  return roles_assigned(model, true);
}

}  // namespace quorate
