#include "export/properties.hpp"

#include <algorithm>

namespace quorate {

namespace {

std::optional<ExprKind> operator_of(FormulaKind kind) {
  switch (kind) {
    case FormulaKind::logical_not:
      return ExprKind::logical_not;
    case FormulaKind::logical_and:
      return ExprKind::logical_and;
    case FormulaKind::logical_or:
      return ExprKind::logical_or;
    case FormulaKind::implies:
      return ExprKind::implies;
    case FormulaKind::iff:
      return ExprKind::iff;
    case FormulaKind::for_all:
    case FormulaKind::for_some:
      return ExprKind::quantifier;
    default:
      return std::nullopt;
  }
}

// The formula as an expression; none if it has temporal operators.
std::optional<Expr> state_predicate(const Model& model, const Formula& formula) {
  if (formula.kind == FormulaKind::atom) return formula.predicate;
  const auto kind = operator_of(formula.kind);
  if (!kind) return std::nullopt;
  Expr e;
  e.kind = *kind;
  e.type = model.boolean_type;
  e.span = formula.span;
  for (const Formula& child : formula.children) {
    auto part = state_predicate(model, child);
    if (!part) return std::nullopt;
    e.children.push_back(std::move(*part));
  }
  if (*kind == ExprKind::quantifier) {
    e.quantifier = formula.kind == FormulaKind::for_all ? Quantifier::all : Quantifier::exists;
    e.local = formula.local;
    e.domain_type = formula.domain_type;
    Expr yes;
    yes.type = model.boolean_type;
    yes.value = 1;
    e.children.push_back(yes);
  }
  return e;
}

std::optional<Expr> always_true(const Model& model, const Formula& formula) {
  if (formula.kind == FormulaKind::on_all_paths) return always_true(model, formula.children[0]);
  if (formula.kind == FormulaKind::always) return state_predicate(model, formula.children[0]);
  return std::nullopt;
}

// Why freedom from deadlock cannot be asked of the peer; empty if it can.
std::string deadlock_problem(const Model& model, bool crashes, bool second, const ExportOptions& options) {
  if (model.has_else) return "holds always, since the model has ELSE";
  if (second) return "one property of this kind is exported at a time";
  if (crashes) return "freedom from deadlock depends on crashes, whose steps are left out";
  if (model.channels.lossy && !options.explicit_loss) {
    return "freedom from deadlock depends on losses: export it with explicit losses";
  }
  return "";
}

}  // namespace

ExportedProperties exported_properties(const Model& model, const Facts& facts, const ExportOptions& options) {
  ExportedProperties all;
  bool crashes = false;
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    const RoleFacts& role = facts.role(RoleId(static_cast<std::int64_t>(r)));
    crashes |= role.live && role.may_crash;
  }
  for (const Property& property : model.properties) {
    if (property.kind == PropertyKind::invariant) {
      all.invariants.push_back({property.name, property.predicate, &property.frame});
    } else if (property.kind == PropertyKind::no_deadlock) {
      const std::string problem = deadlock_problem(model, crashes, all.end_states.has_value(), options);
      if (problem.empty()) {
        all.end_states = ExportedInvariant{property.name, property.predicate, &property.frame};
      } else {
        all.left_out.push_back(property.name + ": " + problem);
      }
    } else if (auto predicate = always_true(model, property.formula); predicate && property.under.empty()) {
      all.invariants.push_back({property.name, std::move(*predicate), &property.frame});
    } else if (const std::string against = against_linear_formula(model, property); !against.empty()) {
      all.left_out.push_back(property.name + ": " + against);
    } else {
      all.formulas.push_back(linear_formula(model, property));
    }
  }
  return all;
}

}  // namespace quorate
