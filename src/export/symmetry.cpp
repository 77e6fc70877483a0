// The restrictions of scalarsets (document 004, C1 to C5) as they concern our export: no names or order for
// single processes; not in messages, which are coded as numbers; not in groups where a value could be of
// several roles; and no loop whose result depends on the order of the processes.
#include "export/symmetry.hpp"

#include "analysis/walk.hpp"
#include "export/choices.hpp"

namespace quorate {

namespace {

// A place that the loop's own element selects, so that each turn has its own.
bool selected_by(const Expr& place, LocalId local) {
  const auto is_local = [&](const Expr& e) { return e.kind == ExprKind::local && e.local == local; };
  if (place.kind == ExprKind::element) return is_local(place.child(1)) || selected_by(place.child(0), local);
  if (place.kind == ExprKind::field) return selected_by(place.child(0), local);
  if (place.kind == ExprKind::variable || place.kind == ExprKind::status) return is_local(place.child(0));
  return is_local(place);
}

class ObstacleFinder {
 public:
  ObstacleFinder(const Model& model, const Facts& facts)
      : model_(model), facts_(facts), all_(model.roles.size()) {}

  std::vector<std::string> run() {
    for (const MessageKind& kind : model_.messages) {
      for (const Field& field : kind.fields) in_type(field.type, true, "its processes are in messages");
    }
    for (const Role& role : model_.roles) variables(role.variables);
    variables(model_.monitor.variables);
    for (const Rule& rule : model_.rules) {
      if (facts_.live(rule)) in_rule(rule);
    }
    for (const InitialRule& rule : model_.initial_rules) {
      for (const RuleParameter& parameter : rule.parameters) in_type(parameter.type, false, group_reason);
      expression(rule.guard);
      statements(rule.body);
    }
    statements(model_.monitor.observe);
    for (const Property& property : model_.properties) expression(property.predicate);
    return all_;
  }

 private:
  static constexpr const char* group_reason = "a value can be one of its processes or one of another role";

  void add(TypeId process_type, const std::string& reason) {
    for (const RoleId role : model_.type(process_type).roles) {
      if (all_[role.index()].empty()) all_[role.index()] = reason;
    }
  }

  // Process types inside a type: all of them, or those of several roles only.
  void in_type(TypeId id, bool every, const std::string& reason) {
    const Type& type = model_.type(id);
    if (type.kind == TypeKind::process && (every || facts_.live_roles(id).size() > 1)) add(id, reason);
    if (type.kind == TypeKind::set || type.kind == TypeKind::array) in_type(type.element, every, reason);
    if (type.kind == TypeKind::array) in_type(type.index, every, reason);
    for (const Field& field : type.fields) in_type(field.type, every, reason);
  }

  void variables(const std::vector<Variable>& all) {
    for (const Variable& variable : all) {
      in_type(variable.type, false, group_reason);
      if (variable.initial_value == InitialValue::expression) expression(variable.initial);
    }
  }

  void in_rule(const Rule& rule) {
    for (const RuleParameter& parameter : rule.parameters) in_type(parameter.type, false, group_reason);
    if (rule.receive.kind == ReceiveKind::quorum) in_type(rule.receive.sender_type, false, group_reason);
    for (const Choice& choice : find_choices(model_, rule.body)) {
      in_type(choice.expression->domain_type, false, group_reason);
    }
    expression(rule.guard);
    statements(rule.body);
  }

  void expression(const Expr& whole) {
    visit_expressions(model_, whole, [&](const Expr& e) {
      if (!e.type.valid()) return;
      const Type& type = model_.type(e.type);
      const bool named = e.kind == ExprKind::constant || e.kind == ExprKind::process_of;
      if (named && type.kind == TypeKind::process) add(e.type, "single processes of it are named");
      if (e.kind == ExprKind::constant && type.kind == TypeKind::set && e.value != 0) {
        in_type(e.type, true, "single processes of it are named");
      }
      if (e.kind == ExprKind::ordinal) add(e.child(0).type, "its processes' numbers are used");
      const bool order = e.kind == ExprKind::less || e.kind == ExprKind::less_equal ||
                         e.kind == ExprKind::greater || e.kind == ExprKind::greater_equal;
      if (order) in_type(e.child(0).type, true, "its processes are ordered");
      const bool extremum = e.kind == ExprKind::quantifier &&
                            (e.quantifier == Quantifier::maximum || e.quantifier == Quantifier::minimum);
      if (extremum) in_type(e.child(0).type, true, "its processes are ordered");
    });
  }

  void statements(const std::vector<Stmt>& body) {
    visit_statements(body, [&](const Stmt& statement) {
      for (const Expr* e : own_expressions(statement)) expression(*e);
      const bool loop =
          statement.kind == StmtKind::loop && model_.type(statement.domain_type).kind == TypeKind::process;
      if (loop && order_matters(statement)) {
        add(statement.domain_type, "the order of its processes may matter in a loop");
      }
    });
  }

  [[nodiscard]] bool order_matters(const Stmt& loop) const {
    bool matters = false;
    std::vector<const Stmt*> inside;
    visit_statements(loop.body, [&](const Stmt& s) {
      inside.push_back(&s);
      if (s.kind == StmtKind::assign || s.kind == StmtKind::undefine) {
        const bool same = s.kind == StmtKind::undefine || s.value.kind == ExprKind::constant;
        matters |= !selected_by(s.target, loop.local) && !same;
      }
    });
    // Each turn writes its own places; it must not read what another turn has written.
    for (const Stmt* reader : inside) {
      for (const Expr* e : own_expressions(*reader)) matters |= reads_other_turns(*e, inside, loop.local);
    }
    return matters;
  }

  [[nodiscard]] bool reads_other_turns(const Expr& e, const std::vector<const Stmt*>& writers,
                                       LocalId local) const {
    const bool place = e.kind == ExprKind::element || e.kind == ExprKind::field ||
                       e.kind == ExprKind::variable || e.kind == ExprKind::status;
    bool found = false;
    if (place && selected_by(e, local)) {
      // Its indices may still read something else.
    } else if (e.kind == ExprKind::variable || e.kind == ExprKind::status ||
               e.kind == ExprKind::monitor_variable) {
      for (const Stmt* writer : writers) {
        if (writer->kind != StmtKind::assign && writer->kind != StmtKind::undefine) continue;
        const Expr& root = place_root(writer->target);
        found |= root.kind == e.kind && root.role == e.role && root.index == e.index;
      }
    }
    if (e.kind == ExprKind::call) found |= affected_by(model_, e, writers);
    if (place && selected_by(e, local)) return found;
    for (const Expr& child : e.children) found |= reads_other_turns(child, writers, local);
    return found;
  }

  const Model& model_;
  const Facts& facts_;
  std::vector<std::string> all_;
};

}  // namespace

std::vector<std::string> scalarset_obstacles(const Model& model, const Facts& facts) {
  return ObstacleFinder(model, facts).run();
}

}  // namespace quorate
