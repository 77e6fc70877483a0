// Recognizes G p and formulas that are equivalent to one by a law of the logic: G G p, A G p, not F p, not E
// F p, conjunctions of such, and quantifiers over values around such. Other safety formulas (p W q, G (p => X
// q)) are left to the automata, since they are no invariants of single states.
#include "model/invariant_form.hpp"

#include <utility>

#include "model/make_expression.hpp"

namespace quorate {

namespace {

class InvariantForm {
 public:
  explicit InvariantForm(const Model& model) : model_(model) {}

  // The invariant of a formula about runs.
  [[nodiscard]] std::optional<Expr> always(const Formula& f) const {
    switch (f.kind) {
      case FormulaKind::always:
        if (auto inner = in_state(f.children[0], true)) return inner;
        return always(f.children[0]);
      case FormulaKind::on_all_paths:
        return always(f.children[0]);
      case FormulaKind::logical_not:
        return never(f.children[0]);
      case FormulaKind::logical_and:
        return joined(f, [&](const Formula& child) { return always(child); });
      case FormulaKind::for_all:
        return for_each(f, always(f.children[0]));
      default:
        return std::nullopt;
    }
  }

 private:
  [[nodiscard]] std::optional<Expr> never(const Formula& f) const {
    if (f.kind == FormulaKind::eventually) {
      if (auto inner = in_state(f.children[0], false)) return inner;
      return never(f.children[0]);
    }
    if (f.kind == FormulaKind::on_some_path) return never(f.children[0]);
    if (f.kind == FormulaKind::logical_not) return always(f.children[0]);
    return std::nullopt;
  }

  // The predicate of a formula without temporal operators, negated unless `positive`.
  [[nodiscard]] std::optional<Expr> in_state(const Formula& f, bool positive) const {
    if (f.kind == FormulaKind::atom)
      return positive ? f.predicate
                      : combined(ExprKind::logical_not, model_.boolean_type, {f.predicate}, f.span);
    if (f.kind == FormulaKind::logical_not) return in_state(f.children[0], !positive);
    if (f.kind == FormulaKind::logical_and && positive)
      return joined(f, [&](const Formula& child) { return in_state(child, true); });
    return std::nullopt;
  }

  template <typename Part>
  [[nodiscard]] std::optional<Expr> joined(const Formula& f, const Part& part) const {
    std::optional<Expr> result;
    for (const Formula& child : f.children) {
      auto next = part(child);
      if (!next) return std::nullopt;
      result = result ? combined(ExprKind::logical_and, model_.boolean_type,
                                 {*std::move(result), *std::move(next)}, f.span)
                      : std::move(next);
    }
    return result;
  }

  [[nodiscard]] std::optional<Expr> for_each(const Formula& f, std::optional<Expr> body) const {
    if (!body) return std::nullopt;
    Expr everything = constant(model_.boolean_type, 1, f.span);
    Expr result = combined(ExprKind::quantifier, model_.boolean_type,
                           {*std::move(body), std::move(everything)}, f.span);
    result.quantifier = Quantifier::all;
    result.local = f.local;
    result.domain_type = f.domain_type;
    return result;
  }

  const Model& model_;
};

}  // namespace

std::optional<Expr> invariant_form(const Model& model, const Formula& formula) {
  return InvariantForm(model).always(formula);
}

}  // namespace quorate
