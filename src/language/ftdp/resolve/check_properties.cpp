// A formula is split at its temporal operators: a part without any is a state predicate, checked as any
// expression; the others become Formulas. A formula that says only "p holds in every state" becomes an
// invariant, because invariants are checked while the states are enumerated.
#include "language/ftdp/resolve/check_properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "language/ftdp/resolve/check_locality.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"
#include "model/invariant_form.hpp"

namespace quorate {
namespace {

std::optional<FormulaKind> temporal_kind(SyntaxOp op) {
  switch (op) {
    case SyntaxOp::next:
      return FormulaKind::next;
    case SyntaxOp::eventually:
      return FormulaKind::eventually;
    case SyntaxOp::always:
      return FormulaKind::always;
    case SyntaxOp::until:
      return FormulaKind::until;
    case SyntaxOp::release:
      return FormulaKind::release;
    case SyntaxOp::weak_until:
      return FormulaKind::weak_until;
    case SyntaxOp::on_all_paths:
      return FormulaKind::on_all_paths;
    case SyntaxOp::on_some_path:
      return FormulaKind::on_some_path;
    default:
      return {};
  }
}

std::optional<FormulaKind> logical_kind(SyntaxOp op) {
  switch (op) {
    case SyntaxOp::not_:
      return FormulaKind::logical_not;
    case SyntaxOp::and_:
      return FormulaKind::logical_and;
    case SyntaxOp::or_:
      return FormulaKind::logical_or;
    case SyntaxOp::implies:
      return FormulaKind::implies;
    case SyntaxOp::iff:
      return FormulaKind::iff;
    default:
      return {};
  }
}

bool is_operator(const SyntaxExpr& syntax) {
  return syntax.kind == SyntaxExprKind::prefix || syntax.kind == SyntaxExprKind::infix;
}

bool has_temporal(const SyntaxExpr& syntax, int depth = 0) {
  if (depth > kMaxNesting) return false;
  if (is_operator(syntax) && temporal_kind(syntax.op)) return true;
  return std::ranges::any_of(syntax.children,
                             [&](const SyntaxExpr& child) { return has_temporal(child, depth + 1); });
}

Formula atom(Expr predicate) {
  Formula formula;
  formula.span = predicate.span;
  formula.predicate = std::move(predicate);
  return formula;
}

Formula combine(FormulaKind kind, Span span, std::vector<Formula> children) {
  Formula formula;
  formula.kind = kind;
  formula.span = span;
  formula.children = std::move(children);
  return formula;
}

Formula check_formula(FtdpScope& scope, const SyntaxExpr& syntax);

// all(i: T where f | p): for every value of T, (i in the domain's set and f) implies p.
Formula check_quantified(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  BinderDomain domain = check_domain(scope, syntax.domain[0]);
  const bool all = syntax.quantifier == Quantifier::all;
  const FtdpInnerScope inner(scope);
  Formula formula;
  formula.kind = all ? FormulaKind::for_all : FormulaKind::for_some;
  formula.span = syntax.span;
  formula.domain_type = domain.type;
  formula.local = scope.bind(syntax.bound.text, domain.type);
  Expr condition = boolean(checker, true, syntax.span);
  if (domain.set) {
    condition = node(checker, ExprKind::member, checker.model.boolean_type, syntax.span,
                     local_value(scope, formula.local, syntax.span), std::move(*domain.set));
  }
  if (syntax.has_filter && syntax.children.size() > 1) {
    condition = conjunction(checker, std::move(condition),
                            check_boolean(scope, syntax.children[1], "what follows `where`"));
  }
  Formula body = check_formula(scope, syntax.children[0]);
  if (!is_constant(condition)) {
    body = combine(all ? FormulaKind::implies : FormulaKind::logical_and, syntax.span,
                   {atom(std::move(condition)), std::move(body)});
  }
  formula.children.push_back(std::move(body));
  return formula;
}

Formula check_choice(FtdpScope& scope, const SyntaxExpr& syntax) {
  Formula condition = check_formula(scope, syntax.children[0]);
  Formula negated = combine(FormulaKind::logical_not, syntax.span, {condition});
  Formula first = check_formula(scope, syntax.children[1]);
  Formula second = check_formula(scope, syntax.children[2]);
  return combine(FormulaKind::logical_and, syntax.span,
                 {combine(FormulaKind::implies, syntax.span, {std::move(condition), std::move(first)}),
                  combine(FormulaKind::implies, syntax.span, {std::move(negated), std::move(second)})});
}

Formula check_formula(FtdpScope& scope, const SyntaxExpr& syntax) {
  const FtdpNesting nesting(scope);
  if (nesting.exceeded(syntax.span)) return atom(broken(syntax.span));
  const bool quantified = syntax.kind == SyntaxExprKind::quantifier && syntax.domain.size() == 1 &&
                          (syntax.quantifier == Quantifier::all || syntax.quantifier == Quantifier::exists);
  if (has_temporal(syntax)) {
    if (is_operator(syntax)) {
      auto kind = temporal_kind(syntax.op);
      if (!kind) kind = logical_kind(syntax.op);
      if (kind) {
        std::vector<Formula> children;
        for (const auto& child : syntax.children) children.push_back(check_formula(scope, child));
        return combine(*kind, syntax.span, std::move(children));
      }
    }
    if (quantified && !syntax.children.empty()) return check_quantified(scope, syntax);
    if (syntax.kind == SyntaxExprKind::conditional && syntax.children.size() == 3)
      return check_choice(scope, syntax);
  }
  return atom(check_boolean(scope, syntax, "a property"));
}

void check_choices(FtdpChecker& checker, const Formula& formula) {
  check_no_choice(checker, formula.predicate);
  for (const Formula& child : formula.children) check_choices(checker, child);
}

void classify(FtdpChecker& checker, const SyntaxProperty& syntax, Formula formula, Property& property) {
  // A formula is about initial states. One without a temporal operator is more often a slip than intended.
  if (formula.kind == FormulaKind::atom && !is_broken(formula.predicate)) {
    checker.warning(
        syntax.name.span,
        fmt::format("`{}` has no temporal operator: it speaks of the initial states only", syntax.name.text),
        fmt::format("for every reachable state write `invariant {}: ...`, or `property {}: G (...)`",
                    syntax.name.text, syntax.name.text));
  }
  // Under a fairness assumption a reachable state need not be on a fair run, so the formula is not an
  // invariant.
  if (auto predicate = syntax.under ? std::nullopt : invariant_form(checker.model, formula)) {
    property.predicate = std::move(*predicate);
    return;
  }
  property.kind = PropertyKind::temporal;
  property.formula = std::move(formula);
}

// The position of the rule whose steps are to be fair.
std::optional<std::size_t> fair_rule(FtdpChecker& checker, const SyntaxFairnessItem& syntax) {
  const Name& name = syntax.rule;
  const auto& rules = checker.model.rules;
  const auto found = std::ranges::find(rules, name.text, &Rule::name);
  if (found == rules.end()) {
    std::vector<std::string> names;
    for (const Rule& rule : rules) names.push_back(rule.name);
    const auto& recovery = checker.model.recovery_rules;
    const bool recovers = std::ranges::find(recovery, name.text, &Rule::name) != recovery.end();
    checker.error(name.span,
                  recovers ? fmt::format("`{}` is a part of restarts, not a step", name.text)
                           : fmt::format("there is no rule `{}`", name.text),
                  recovers ? "write `recovers` in the `faults` line, so that restarts are owed"
                           : suggest(name.text, names));
    return std::nullopt;
  }
  if (found->byzantine) {
    checker.error(name.span,
                  fmt::format("`{}` is a rule of Byzantine processes, which owe nothing", name.text),
                  "fairness is about the rules of correct processes");
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - rules.begin());
}

void check_fairness_item(FtdpScope& scope, const SyntaxFairnessItem& syntax, FairnessAssumption& fairness) {
  FtdpChecker& checker = scope.checker;
  FairnessItem item;
  const auto predicate = [&](std::size_t k) {
    Expr checked =
        check_boolean(scope, syntax.predicates[k], fmt::format("what follows `{}`", syntax.word.text));
    check_no_choice(checker, checked);
    return checked;
  };
  if (syntax.word.text == "messages") item.kind = FairnessKind::messages;
  if (syntax.word.text == "justice" && syntax.predicates.size() == 1) {
    item.kind = FairnessKind::justice;
    item.predicate = predicate(0);
  }
  if (syntax.word.text == "compassion" && syntax.predicates.size() == 2) {
    item.kind = FairnessKind::compassion;
    item.predicate = predicate(0);
    item.then = predicate(1);
  }
  if (syntax.word.text == "weak" || syntax.word.text == "strong") {
    item.kind = syntax.word.text == "weak" ? FairnessKind::weak_rule : FairnessKind::strong_rule;
    const auto rule = fair_rule(checker, syntax);
    if (!rule) return;
    item.rule = *rule;
  }
  fairness.items.push_back(std::move(item));
}

void check_fairness(FtdpChecker& checker) {
  std::map<std::string, Span> seen;
  for (const SyntaxFairness& syntax : checker.syntax.fairness) {
    checker.declare(seen, syntax.name, "the fairness assumption");
    if (syntax.name.text == "none")
      checker.error(syntax.name.span,
                    "`none` is no name for a fairness assumption: `--fairness none` means without any",
                    "choose another name");
    FtdpScope scope(checker, BodyKind::property);
    FairnessAssumption fairness;
    fairness.name = syntax.name.text;
    fairness.span = syntax.span;
    for (const SyntaxFairnessItem& item : syntax.items) check_fairness_item(scope, item, fairness);
    fairness.frame = std::move(scope.frame);
    checker.model.fairness.push_back(std::move(fairness));
  }
}

void check_under(FtdpChecker& checker, const Name& name) {
  if (name.text.empty() || checker.model.find_fairness(name.text)) return;
  std::vector<std::string> candidates{"fair", "processes", "messages"};
  for (const FairnessAssumption& declared : checker.model.fairness) candidates.push_back(declared.name);
  checker.error(name.span, fmt::format("there is no fairness assumption `{}`", name.text),
                suggest(name.text, candidates,
                        fmt::format("declare it: `fairness {}: justice ...`; predefined are fair, processes "
                                    "and messages",
                                    name.text)));
}

void check_property(FtdpChecker& checker, const SyntaxProperty& syntax) {
  FtdpScope scope(checker, BodyKind::property);
  Property property;
  scope.lemma = syntax.kind == SyntaxPropertyKind::lemma;
  property.name = syntax.name.text;
  property.span = syntax.span;
  if (syntax.under) {
    property.under = syntax.under->text;
    check_under(checker, *syntax.under);
  }
  if (syntax.kind == SyntaxPropertyKind::formula) {
    if (!syntax.formula) return;
    classify(checker, syntax, check_formula(scope, *syntax.formula), property);
  } else if (syntax.kind == SyntaxPropertyKind::invariant) {
    if (!syntax.formula) return;
    property.predicate = check_boolean(scope, *syntax.formula, "an invariant");
  } else if (syntax.kind == SyntaxPropertyKind::lemma) {
    if (!syntax.formula) return;
    property.predicate = check_boolean(scope, *syntax.formula, "a lemma");
  } else {
    property.kind = PropertyKind::no_deadlock;
    property.predicate = syntax.formula ? check_boolean(scope, *syntax.formula, "what follows `unless`")
                                        : boolean(checker, false, syntax.span);
  }
  check_no_choice(checker, property.predicate);
  check_choices(checker, property.formula);
  property.frame = std::move(scope.frame);
  const bool lemma = syntax.kind == SyntaxPropertyKind::lemma;
  (lemma ? checker.model.lemmas : checker.model.properties).push_back(std::move(property));
}

}  // namespace

void check_properties(FtdpChecker& checker) {
  check_fairness(checker);
  std::map<std::string, Span> seen;
  for (const auto& property : checker.syntax.properties) {
    if (!property.name.text.empty())
      checker.declare(seen, property.name,
                      property.kind == SyntaxPropertyKind::lemma ? "the lemma" : "the property");
    check_property(checker, property);
  }
}

}  // namespace quorate
