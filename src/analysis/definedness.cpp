// A least fixpoint over the text: a variable or field may be undefined if it starts so, is undefined by a
// statement, or is assigned a value that may be. The order and the conditions of statements are ignored, so
// that "never undefined" holds in every reachable state. A message assembled field by field lacks the
// fields that the rule does not assign. Local names are followed through `let`, calls and defaults.
#include "analysis/definedness.hpp"

#include "analysis/walk.hpp"

namespace quorate {

namespace {

bool starts_undefined(const Variable& variable) {
  return variable.initial_value == InitialValue::undefined ||
         (variable.initial_value == InitialValue::expression && variable.initial.kind == ExprKind::undefined);
}

}  // namespace

Definedness::Definedness(const Model& model, const std::vector<bool>& mute) : model_(model) {
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    std::vector<bool> flags;
    for (const Variable& variable : model.roles[r].variables) {
      flags.push_back((mute[r] && !variable.hidden) || starts_undefined(variable));
    }
    variables_.push_back(std::move(flags));
  }
  for (const MessageKind& kind : model.messages) fields_.emplace_back(kind.fields.size(), false);
  for (const Variable& variable : model.monitor.variables) monitors_.push_back(starts_undefined(variable));
  do {
    changed_ = false;
    const auto note = [&](const std::vector<Stmt>& statements, const Frame& frame) {
      std::vector<bool> locals(frame.size(), false);
      note_statements(statements, locals);
    };
    for (const InitialRule& rule : model.initial_rules) note(rule.body, rule.frame);
    for (const Rule& rule : model.rules) note(rule.body, rule.frame);
    note(model.monitor.observe, model.monitor.frame);
  } while (changed_);
}

bool Definedness::may_be_undefined(const Expr& e, const LocalDefinedness& local) const {
  switch (e.kind) {
    case ExprKind::undefined:
      return true;
    case ExprKind::local:
      return local(e.local);
    case ExprKind::variable:
      return variables_[e.role.index()][static_cast<std::size_t>(e.index)];
    case ExprKind::monitor_variable:
      return monitors_[static_cast<std::size_t>(e.index)];
    case ExprKind::message_field:
      return fields_[e.message_kind.index()][static_cast<std::size_t>(e.index)];
    case ExprKind::field:
    case ExprKind::element:
      return may_be_undefined(e.child(0), local);
    case ExprKind::conditional:
      return may_be_undefined(e.child(1), local) || may_be_undefined(e.child(2), local);
    case ExprKind::let: {
      const bool bound = may_be_undefined(e.child(0), local);
      return may_be_undefined(e.child(1), [&](LocalId id) { return id == e.local ? bound : local(id); });
    }
    case ExprKind::call: {
      const Function& function = model_.function(e.function);
      return may_be_undefined(function.body, [&](LocalId id) {
        for (std::size_t k = 0; k < function.parameters.size(); ++k) {
          if (function.parameters[k].local == id) return may_be_undefined(e.child(k), local);
        }
        return false;
      });
    }
    case ExprKind::quantifier:
      return e.has_default && may_be_undefined(e.children.back(), local);
    default:
      return false;
  }
}

void Definedness::note_statements(const std::vector<Stmt>& statements, std::vector<bool>& locals) {
  for (const Stmt& statement : statements) note_statement(statement, locals);
}

void Definedness::note_statement(const Stmt& statement, std::vector<bool>& locals) {
  const LocalDefinedness local = [&](LocalId id) { return id.index() < locals.size() && locals[id.index()]; };
  switch (statement.kind) {
    case StmtKind::assign:
      if (may_be_undefined(statement.value, local)) note_target(statement.target);
      break;
    case StmtKind::undefine:
      note_target(statement.target);
      break;
    case StmtKind::undefine_role:
      for (std::size_t k = 0; k < variables_[statement.role.index()].size(); ++k) {
        if (model_.role(statement.role).variables[k].hidden) continue;
        if (!variables_[statement.role.index()][k]) changed_ = true;
        variables_[statement.role.index()][k] = true;
      }
      break;
    case StmtKind::send:
    case StmtKind::set_outgoing:
      note_sent(statement, local);
      break;
    case StmtKind::let:
      locals[statement.local.index()] = may_be_undefined(statement.value, local);
      break;
    case StmtKind::branch:
    case StmtKind::loop:
      note_statements(statement.body, locals);
      note_statements(statement.else_body, locals);
      break;
  }
}

void Definedness::note_target(const Expr& target) {
  const Expr& root = place_root(target);
  const auto position = static_cast<std::size_t>(root.index);
  if (root.kind == ExprKind::variable && !variables_[root.role.index()][position]) {
    variables_[root.role.index()][position] = true;
    changed_ = true;
  }
  if (root.kind == ExprKind::monitor_variable && !monitors_[position]) {
    monitors_[position] = true;
    changed_ = true;
  }
}

void Definedness::note_sent(const Stmt& send, const LocalDefinedness& local) {
  auto& fields = fields_[send.message_kind.index()];
  // A message with one simple field, assembled without it, does not exist.
  const MessageKind& kind = model_.message(send.message_kind);
  if (send.kind == StmtKind::set_outgoing && fields.size() == 1 &&
      model_.type(kind.fields[0].type).simple()) {
    return;
  }
  for (std::size_t k = 0; k < fields.size(); ++k) {
    // A message assembled field by field lacks those that the rule does not assign.
    const bool missing = send.kind == StmtKind::set_outgoing || k >= send.arguments.size();
    if (fields[k] || !(missing || may_be_undefined(send.arguments[k], local))) continue;
    fields[k] = true;
    changed_ = true;
  }
}

}  // namespace quorate
