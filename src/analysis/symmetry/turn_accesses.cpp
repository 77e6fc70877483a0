// Each access of a turn is a path from a variable through indices and fields; an index is the loop's
// element, a constant, or anything else. The names of the element are followed through `let` and the
// parameters of functions, so that t[k] in a called function is still known to be the turn's own. An
// accumulation x := x op e does not count as a read of x, which is what allows turns to count or to join; e
// does.
#include "analysis/symmetry/turn_accesses.hpp"

#include <algorithm>
#include <utility>

#include "analysis/walk.hpp"
#include "model/same_expression.hpp"

namespace quorate {

namespace {

bool is_state_root(const Expr& e) {
  return e.kind == ExprKind::variable || e.kind == ExprKind::status || e.kind == ExprKind::monitor_variable;
}

class Collector {
 public:
  Collector(const Model& model, LocalId element) : model_(model), turn_{element} {
    found.bound.insert(element);
  }

  TurnAccesses found;

  void statements(const std::vector<Stmt>& all) {
    for (const Stmt& s : all) {
      statement(s);
      statements(s.body);
      statements(s.else_body);
    }
  }

 private:
  void statement(const Stmt& s) {
    switch (s.kind) {
      case StmtKind::assign:
      case StmtKind::undefine:
        write(s);
        break;
      case StmtKind::undefine_role:
        for (std::size_t i = 0; i < model_.role(s.role).variables.size(); ++i) {
          found.writes.push_back(
              {Access::Root::variable, s.role, static_cast<std::int32_t>(i), {}, s.span, &s});
        }
        break;
      case StmtKind::set_outgoing:
        found.writes.push_back({Access::Root::outgoing,
                                {},
                                s.message_kind.value,
                                {selector(s.target), {Selector::Kind::fixed, s.index}},
                                s.span,
                                &s});
        read(s.target);
        read(s.value);
        break;
      default:
        for (const Expr* e : own_expressions(s)) read(*e);
    }
    if (s.kind == StmtKind::let && is_turn(s.value)) turn_.insert(s.local);
    if (s.kind == StmtKind::let || s.kind == StmtKind::loop) found.bound.insert(s.local);
  }

  void write(const Stmt& s) {
    Access access = access_to(s.target);
    access.statement = &s;
    found.writes.push_back(access);
    indices(s.target);
    if (s.kind != StmtKind::assign) return;
    skipped_ = accumulation_of(s).base;
    read(s.value);
    skipped_ = nullptr;
  }

  void read(const Expr& e) {
    if (&e == skipped_) return indices(e);
    if (is_place(e) && is_state_root(place_root(e))) {
      found.reads.push_back(access_to(e));
      return indices(e);
    }
    for (std::size_t k = 0; k < e.children.size(); ++k) {
      read(e.child(k));
      if (e.kind == ExprKind::let && k == 0 && is_turn(e.child(0))) turn_.insert(e.local);
    }
    if (e.kind == ExprKind::call) call(e);
  }

  // Reads the indices of a place.
  void indices(const Expr& place) {
    if (place.kind == ExprKind::element) read(place.child(1));
    if (place.kind == ExprKind::variable || place.kind == ExprKind::status) read(place.child(0));
    if (place.kind == ExprKind::element || place.kind == ExprKind::field) indices(place.child(0));
  }

  // A function has its own names; parameters that are given the loop's element are names of it. A call of
  // the same function with the same such parameters is followed once.
  void call(const Expr& e) {
    const Function& function = model_.function(e.function);
    std::set<LocalId> inner;
    for (std::size_t k = 0; k < e.children.size() && k < function.parameters.size(); ++k) {
      if (is_turn(e.child(k))) inner.insert(function.parameters[k].local);
    }
    if (!followed_.insert({e.function, inner}).second) return;
    std::swap(inner, turn_);
    read(function.body);
    std::swap(inner, turn_);
  }

  [[nodiscard]] bool is_turn(const Expr& e) const {
    return e.kind == ExprKind::local && turn_.contains(e.local);
  }

  [[nodiscard]] Selector selector(const Expr& index) const {
    if (is_turn(index)) return {Selector::Kind::turn, 0};
    if (index.kind == ExprKind::constant) return {Selector::Kind::fixed, index.value};
    return {};
  }

  [[nodiscard]] Access access_to(const Expr& place) const {
    Access access;
    access.span = place.span;
    const Expr* at = &place;
    for (; !is_state_root(*at); at = &at->child(0)) {
      access.path.push_back(at->kind == ExprKind::field ? Selector{Selector::Kind::fixed, at->index}
                                                        : selector(at->child(1)));
    }
    access.index = at->index;
    access.role = at->role;
    if (at->kind == ExprKind::monitor_variable) {
      access.root = Access::Root::monitor_variable;
    } else {
      access.root = at->kind == ExprKind::variable ? Access::Root::variable : Access::Root::status;
      access.path.push_back(selector(at->child(0)));
    }
    std::ranges::reverse(access.path);
    return access;
  }

  const Model& model_;
  std::set<LocalId> turn_;  // names of the loop's element
  const Expr* skipped_ = nullptr;
  std::set<std::pair<FunctionId, std::set<LocalId>>> followed_;
};

// The leftmost operand of a chain x op a op b.
const Expr& start_of_chain(const Expr& e, ExprKind op) {
  return e.kind == op ? start_of_chain(e.child(0), op) : e;
}

}  // namespace

TurnAccesses turn_accesses(const Model& model, const Stmt& loop) {
  Collector collector(model, loop.local);
  collector.statements(loop.body);
  return std::move(collector.found);
}

bool apart_in_different_turns(const Access& a, const Access& b) {
  if (a.root != b.root || a.role != b.role || a.index != b.index) return true;
  for (std::size_t k = 0; k < std::min(a.path.size(), b.path.size()); ++k) {
    const Selector& x = a.path[k];
    const Selector& y = b.path[k];
    if (x.kind != y.kind) continue;
    if (x.kind == Selector::Kind::turn) return true;
    if (x.kind == Selector::Kind::fixed && x.value != y.value) return true;
  }
  return false;
}

Accumulation accumulation_of(const Stmt& statement) {
  if (statement.kind != StmtKind::assign) return {};
  const Expr& value = statement.value;
  const auto starts_from_target = [&](const Expr& e) { return same_expression(e, statement.target); };
  switch (value.kind) {
    case ExprKind::set_union:
    case ExprKind::set_intersection:
    case ExprKind::set_difference: {
      const Expr& start = start_of_chain(value, value.kind);
      if (starts_from_target(start)) return {value.kind, &start};
      if (value.kind != ExprKind::set_difference && starts_from_target(value.child(1))) {
        return {value.kind, &value.child(1)};
      }
      return {};
    }
    case ExprKind::add:
    case ExprKind::subtract:
      // Positive constants only: whether the value leaves its range on the way is then decided by the
      // total.
      if (value.child(1).kind == ExprKind::constant && value.child(1).value > 0 &&
          starts_from_target(value.child(0))) {
        return {value.kind, &value.child(0)};
      }
      return {};
    default:
      return {};
  }
}

}  // namespace quorate
