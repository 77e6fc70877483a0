// Increments and timestamp compares [Bokor et al. 2011, IV], recognized by the form of guard and body:
// ballots and round numbers only grow, and old messages are rejected by comparison. Only plain forms are
// recognized; for all others the answer is no, which costs reduction only.
#include "reduction/stubborn/timestamps.hpp"

#include <algorithm>

#include "analysis/walk.hpp"

namespace quorate {

namespace {

bool is_scalar(const RuleInstance& instance, const Expr& e, const AssumedScalar& scalar) {
  const ScalarRange range = instance.range_of(e);
  return range.exact && range.count == 1 && range.covers(scalar);
}

bool may_touch(const RuleInstance& instance, const Expr& whole, const AssumedScalar& scalar) {
  bool found = false;
  visit_expressions(instance.model(), whole, [&](const Expr& e) {
    // The variable below a field or an element is visited as a whole, so that this says yes too often, which
    // is sound.
    found |= e.kind == ExprKind::variable && instance.range_of(e).covers(scalar);
  });
  return found;
}

// The sides of a comparison as (smaller, larger); strict or not does not matter.
struct Sides {
  const Expr* smaller = nullptr;
  const Expr* larger = nullptr;
};

Sides sides_of(const Expr& e) {
  if (e.kind == ExprKind::less || e.kind == ExprKind::less_equal) return {&e.child(0), &e.child(1)};
  if (e.kind == ExprKind::greater || e.kind == ExprKind::greater_equal) return {&e.child(1), &e.child(0)};
  return {};
}

// The conditions that a guard joins with `and`.
void conjuncts(const Expr& e, std::vector<const Expr*>& all) {
  if (e.kind == ExprKind::logical_and) {
    conjuncts(e.child(0), all);
    conjuncts(e.child(1), all);
  } else {
    all.push_back(&e);
  }
}

// The same field of the single consumed message, which does not change during the step.
bool same_message_field(const Expr& a, const Expr& b) {
  return a.kind == ExprKind::message_field && b.kind == ExprKind::message_field && a.index == b.index &&
         a.input == b.input && a.children.empty() && b.children.empty();
}

bool raises(const RuleInstance& instance, const Stmt& s, const AssumedScalar& scalar) {
  if (!is_scalar(instance, s.target, scalar)) return false;
  const Expr& value = s.value;
  if (value.kind == ExprKind::add && is_scalar(instance, value.child(0), scalar)) {
    const Known added = instance.evaluate(value.child(1));
    return added.kind == Known::Kind::value && added.number >= 0;
  }
  std::vector<const Expr*> all;
  conjuncts(instance.rule().guard, all);
  return std::ranges::any_of(all, [&](const Expr* condition) {
    const Sides sides = sides_of(*condition);
    return sides.smaller != nullptr && is_scalar(instance, *sides.smaller, scalar) &&
           same_message_field(*sides.larger, value);
  });
}

}  // namespace

bool only_raises(const RuleInstance& instance, const AssumedScalar& scalar) {
  bool good = true;
  int assignments = 0;
  visit_statements(instance.rule().body, [&](const Stmt& s) {
    const bool writes = s.kind == StmtKind::assign || s.kind == StmtKind::undefine;
    if (s.kind == StmtKind::undefine_role) good = false;
    if (!writes || !may_touch(instance, s.target, scalar)) return;
    // At most one assignment: the guard speaks of the value before the first one, and a second could lower
    // it.
    good = good && ++assignments == 1 && s.kind == StmtKind::assign && raises(instance, s, scalar);
  });
  // A loop may repeat the assignment: it assigns the same number or adds again.
  return good;
}

bool only_bounded_by(const RuleInstance& instance, const AssumedScalar& scalar) {
  std::vector<const Expr*> all;
  conjuncts(instance.rule().guard, all);
  return std::ranges::all_of(all, [&](const Expr* condition) {
    if (!may_touch(instance, *condition, scalar)) return true;
    const Sides sides = sides_of(*condition);
    return sides.smaller != nullptr && is_scalar(instance, *sides.smaller, scalar) &&
           !may_touch(instance, *sides.larger, scalar);
  });
}

}  // namespace quorate
