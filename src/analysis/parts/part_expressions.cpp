// The joins that follow from expressions and statements: a variable belongs to the part of the process
// through which it is accessed, and process values that are assigned, compared or used as an index are of
// one part. Each expression gets a slot in the shape of its type, which decomposed_model.cpp reads later.
#include "analysis/parts/part_constraints.hpp"

namespace quorate {

SlotId PartConstraints::expression(const Expr& e, const Place& place) {
  std::vector<SlotId> children;
  for (const Expr& child : e.children) children.push_back(expression(child, place));
  const SlotId slot = slot_of(e, children, place);
  slots_.expressions[&e] = slot;
  return slot;
}

// A new slot of the expression's type, one with all children from `from` on.
SlotId PartConstraints::unified(const Expr& e, const std::vector<SlotId>& children, std::size_t from) {
  const SlotId slot = graph_.add_slot(e.type);
  for (std::size_t i = from; i < children.size(); ++i) graph_.unify(slot, children[i]);
  return slot;
}

SlotId PartConstraints::slot_of(const Expr& e, const std::vector<SlotId>& children, const Place& place) {
  switch (e.kind) {
    case ExprKind::local:
    case ExprKind::variable:
    case ExprKind::monitor_variable:
    case ExprKind::field:
    case ExprKind::element:
    case ExprKind::message_field:
      return place_slot(e, children, place);
    case ExprKind::message_absent:
      if (!children.empty()) graph_.unify(children[0], sender(place));
      return graph_.add_slot(e.type);
    case ExprKind::conditional:
      return unified(e, children, 1);
    case ExprKind::set_union:
    case ExprKind::set_intersection:
    case ExprKind::set_difference:
      return unified(e, children, 0);
    case ExprKind::set_literal: {
      const SlotId slot = graph_.add_slot(e.type);
      for (const SlotId child : children) graph_.unify(graph_.slot(slot).parts[0], child);
      return slot;
    }
    case ExprKind::member:
      graph_.unify(children[0], graph_.slot(children[1]).parts[0]);
      return graph_.add_slot(e.type);
    case ExprKind::quantifier:
      return quantifier(e, children, place);
    case ExprKind::let:
      graph_.unify(local(place, e.local), children[0]);
      return children[1];
    case ExprKind::call:
      return call(e, children);
    default:
      // Operators: both sides of a comparison hold the same kind of processes; an ordinal is a number.
      if (children.size() == 2) graph_.unify(children[0], children[1]);
      return graph_.add_slot(e.type);
  }
}

SlotId PartConstraints::place_slot(const Expr& e, const std::vector<SlotId>& children, const Place& place) {
  switch (e.kind) {
    case ExprKind::variable: {
      const auto index = static_cast<std::size_t>(e.index);
      graph_.join(graph_.node_of(children[0], e.role), variables_[e.role.index()][index]);
      return slots_.variables[e.role.index()][index];
    }
    case ExprKind::monitor_variable:
      return slots_.monitors[static_cast<std::size_t>(e.index)];
    case ExprKind::field:
      return graph_.slot(children[0]).parts[static_cast<std::size_t>(e.index)];
    case ExprKind::element:
      graph_.unify(graph_.slot(children[0]).parts[0], children[1]);
      return graph_.slot(children[0]).parts[1];
    case ExprKind::message_field:
      if (!children.empty()) graph_.unify(children[0], sender(place));
      return slots_.fields[e.message_kind.index()][static_cast<std::size_t>(e.index)];
    default:
      return local(place, e.local);
  }
}

SlotId PartConstraints::quantifier(const Expr& e, const std::vector<SlotId>& children, const Place& place) {
  const SlotId element = graph_.add_slot(e.domain_type);
  slots_.domains[&e] = element;
  graph_.unify(element, local(place, e.local));
  if (e.has_domain_set) graph_.unify(element, graph_.slot(children[2]).parts[0]);
  const SlotId result = graph_.add_slot(e.type);
  switch (e.quantifier) {
    case Quantifier::argmax:
    case Quantifier::argmin:
    case Quantifier::any:
      graph_.unify(result, element);
      if (e.has_default) graph_.unify(result, children.back());
      break;
    case Quantifier::comprehension:
      graph_.unify(graph_.slot(result).parts[0], element);
      break;
    default:
      break;
  }
  return result;
}

SlotId PartConstraints::call(const Expr& e, const std::vector<SlotId>& children) {
  const Function& function = model_.function(e.function);
  const auto& slots = slots_.frames.at(&function.frame);
  for (std::size_t i = 0; i < children.size(); ++i) {
    graph_.unify(slots[function.parameters[i].local.index()], children[i]);
  }
  return slots_.results[e.function.index()];
}

void PartConstraints::statements(const std::vector<Stmt>& body, const Place& place) {
  for (const Stmt& s : body) statement(s, place);
}

void PartConstraints::statement(const Stmt& s, const Place& place) {
  const SlotId target = expression(s.target, place);
  const SlotId value = expression(s.value, place);
  const SlotId recipient = expression(s.recipient, place);
  for (std::size_t i = 0; i < s.arguments.size(); ++i) {
    graph_.unify(slots_.fields[s.message_kind.index()][i], expression(s.arguments[i], place));
  }
  switch (s.kind) {
    case StmtKind::assign:
      graph_.unify(target, value);
      break;
    case StmtKind::set_outgoing:
      graph_.unify(slots_.fields[s.message_kind.index()][static_cast<std::size_t>(s.index)], value);
      send(s, target, place);
      break;
    case StmtKind::send:
      if (s.recipients == Recipients::all) {
        slots_.statements[&s] = graph_.add_slot(s.recipient_type);
        send(s, slots_.statements[&s], place);
      } else {
        send(s, s.recipients == Recipients::set ? graph_.slot(recipient).parts[0] : recipient, place);
      }
      break;
    case StmtKind::loop: {
      const SlotId element = graph_.add_slot(s.domain_type);
      slots_.statements[&s] = element;
      graph_.unify(element, local(place, s.local));
      if (s.has_domain_set) graph_.unify(element, graph_.slot(value).parts[0]);
      break;
    }
    case StmtKind::let:
      graph_.unify(local(place, s.local), value);
      break;
    default:
      break;
  }
  statements(s.body, place);
  statements(s.else_body, place);
}

}  // namespace quorate
