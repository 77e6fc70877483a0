// Questions about the syntax of a CTL* formula, and its translation to a hash-consed LTL formula.
#include "temporal/ground_formula.hpp"

#include <algorithm>

namespace quorate {

namespace {

template <typename Is>
bool occurs(const GroundFormula& formula, const Is& is) {
  return is(formula.kind) ||
         std::ranges::any_of(formula.children, [&](const auto& c) { return occurs(c, is); });
}

bool quantifies_paths(FormulaKind kind) {
  return kind == FormulaKind::on_all_paths || kind == FormulaKind::on_some_path;
}

bool looks_ahead(FormulaKind kind) {
  switch (kind) {
    case FormulaKind::next:
    case FormulaKind::eventually:
    case FormulaKind::always:
    case FormulaKind::until:
    case FormulaKind::release:
    case FormulaKind::weak_until:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool has_path_quantifier(const GroundFormula& formula) {
  return occurs(formula, quantifies_paths);
}

bool has_next(const GroundFormula& formula) {
  return occurs(formula, [](FormulaKind kind) { return kind == FormulaKind::next; });
}

bool is_temporal(const GroundFormula& formula) {
  return occurs(formula, [](FormulaKind kind) { return looks_ahead(kind) || quantifies_paths(kind); });
}

bool is_state_formula(const GroundFormula& formula) {
  if (quantifies_paths(formula.kind)) return true;
  return !looks_ahead(formula.kind) && std::ranges::all_of(formula.children, is_state_formula);
}

LtlId to_ltl(LtlPool& pool, const GroundFormula& formula) {
  std::vector<LtlId> c;
  for (const GroundFormula& child : formula.children) c.push_back(to_ltl(pool, child));
  LtlId result = 0;
  switch (formula.kind) {
    case FormulaKind::atom:
      return pool.atom(formula.atom);
    case FormulaKind::logical_not:
      return pool.negation(c[0]);
    case FormulaKind::logical_and:
      result = pool.constant(true);
      for (const LtlId child : c) result = pool.conjunction(result, child);
      return result;
    case FormulaKind::logical_or:
      result = pool.constant(false);
      for (const LtlId child : c) result = pool.disjunction(result, child);
      return result;
    case FormulaKind::implies:
      return pool.implication(c[0], c[1]);
    case FormulaKind::iff:
      return pool.equivalence(c[0], c[1]);
    case FormulaKind::next:
      return pool.next(c[0]);
    case FormulaKind::eventually:
      return pool.eventually(c[0]);
    case FormulaKind::always:
      return pool.always(c[0]);
    case FormulaKind::until:
      return pool.until(c[0], c[1]);
    case FormulaKind::release:
      return pool.release(c[0], c[1]);
    case FormulaKind::weak_until:
      return pool.weak_until(c[0], c[1]);
    default:
      return c[0];
  }
}

}  // namespace quorate
