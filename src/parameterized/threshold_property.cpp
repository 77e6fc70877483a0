// The question to the temporal engine. Negations are pushed inwards down to conditions over counts, since
// an abstraction can answer "can it hold" and nothing else. A fairness assumption of the form []<>p becomes
// justice of the temporal engine; any other assumption is a conjunct of the violation. A safety property is
// asked without fairness: what violates it is a finite beginning of a run.
#include "parameterized/threshold_property.hpp"

#include <algorithm>

namespace quorate {

namespace {

bool is_propositional(const TemporalFormula& formula) {
  return !has_temporal_operator(formula);
}

bool is_always_propositional(const TemporalFormula& formula) {
  return formula.kind == TemporalKind::always && is_propositional(formula.operands[0]);
}

// Whether the formula (or its negation) is a safety property: with negations pushed inwards it has no <>
// and no U.
bool is_safety(const TemporalFormula& formula, bool negated) {
  if (is_propositional(formula)) return true;
  const auto part = [&](std::size_t i, bool negate) { return is_safety(formula.operands[i], negate); };
  switch (formula.kind) {
    case TemporalKind::logical_not:
      return part(0, !negated);
    case TemporalKind::logical_and:
    case TemporalKind::logical_or:
      return part(0, negated) && part(1, negated);
    case TemporalKind::implies:
      return part(0, !negated) && part(1, negated);
    case TemporalKind::iff:
      return part(0, false) && part(0, true) && part(1, false) && part(1, true);
    case TemporalKind::always:
      return !negated && part(0, false);
    case TemporalKind::eventually:
      return negated && part(0, true);
    case TemporalKind::until:
      return negated && part(0, true) && part(1, true);
    default:  // release, weak until
      return !negated && part(0, false) && part(1, false);
  }
}

// The usual forms, for which a violating prefix of a run can be searched for.
bool has_bad_prefix(const TemporalFormula& formula) {
  if (is_propositional(formula) || is_always_propositional(formula)) return true;
  const bool two = formula.kind == TemporalKind::implies || formula.kind == TemporalKind::logical_or;
  return two && is_propositional(formula.operands[0]) && is_always_propositional(formula.operands[1]);
}

class QuestionMaker {
 public:
  QuestionMaker(const RuleSystem& rules, ViolationQuestion& question) : rules_(rules), question_(question) {}

  LtlId ltl(const TemporalFormula& formula, bool negated) {
    if (is_propositional(formula)) return predicate(condition(formula, negated));
    LtlPool& pool = question_.pool;
    const auto part = [&](std::size_t i, bool negate) { return ltl(formula.operands[i], negate); };
    switch (formula.kind) {
      case TemporalKind::logical_not:
        return part(0, !negated);
      case TemporalKind::logical_and:
        return negated ? pool.disjunction(part(0, true), part(1, true))
                       : pool.conjunction(part(0, false), part(1, false));
      case TemporalKind::logical_or:
        return negated ? pool.conjunction(part(0, true), part(1, true))
                       : pool.disjunction(part(0, false), part(1, false));
      case TemporalKind::implies:
        return negated ? pool.conjunction(part(0, false), part(1, true))
                       : pool.disjunction(part(0, true), part(1, false));
      case TemporalKind::iff:
        return pool.disjunction(pool.conjunction(part(0, false), part(1, negated)),
                                pool.conjunction(part(0, true), part(1, !negated)));
      case TemporalKind::always:
        return negated ? pool.eventually(part(0, true)) : pool.always(part(0, false));
      case TemporalKind::eventually:
        return negated ? pool.always(part(0, true)) : pool.eventually(part(0, false));
      case TemporalKind::until:
        return negated ? pool.release(part(0, true), part(1, true))
                       : pool.until(part(0, false), part(1, false));
      case TemporalKind::release:
        return negated ? pool.until(part(0, true), part(1, true))
                       : pool.release(part(0, false), part(1, false));
      default:  // a W b is b R (a || b); its negation is !b U (!a && !b)
        if (negated) return pool.until(part(1, true), pool.conjunction(part(0, true), part(1, true)));
        return pool.release(part(1, false), pool.disjunction(part(0, false), part(1, false)));
    }
  }

  // A conjunction of []<>p, <>[]p and other formulas: the first become justice, the others part of the
  // violation.
  void assume(const TemporalFormula& formula) {
    if (formula.kind == TemporalKind::logical_and && !is_propositional(formula)) {
      for (const auto& operand : formula.operands) assume(operand);
      return;
    }
    const bool justice = formula.kind == TemporalKind::always &&
                         formula.operands[0].kind == TemporalKind::eventually &&
                         is_propositional(formula.operands[0].operands[0]);
    if (!justice) {
      assumed_ = question_.pool.conjunction(assumed_, ltl(formula, false));
      return;
    }
    const LtlId id = predicate(condition(formula.operands[0].operands[0], false));
    if (id == question_.pool.constant(false)) {
      assumed_ = id;  // no run is fair
    } else if (id != question_.pool.constant(true)) {
      question_.fairness.justice.emplace_back(question_.pool.node(id).atom);
    }
  }

  [[nodiscard]] LtlId assumed() const { return assumed_; }

  // p -> []q is violated by p initially and not q later, p || []q by neither.
  [[nodiscard]] BadPrefix bad_prefix(const TemporalFormula& formula) const {
    if (is_propositional(formula)) return {condition(formula, true), truth_of(true)};
    if (is_always_propositional(formula)) return {truth_of(true), condition(formula.operands[0], true)};
    return {condition(formula.operands[0], formula.kind == TemporalKind::logical_or),
            condition(formula.operands[1].operands[0], true)};
  }

 private:
  [[nodiscard]] Condition condition(const TemporalFormula& formula, bool negated) const {
    const auto part = [&](std::size_t i, bool negate) { return condition(formula.operands[i], negate); };
    switch (formula.kind) {
      case TemporalKind::truth:
        return truth_of(!negated);
      case TemporalKind::logical_not:
        return part(0, !negated);
      case TemporalKind::logical_and:
        return negated ? disjunction({part(0, true), part(1, true)})
                       : conjunction({part(0, false), part(1, false)});
      case TemporalKind::logical_or:
        return negated ? conjunction({part(0, true), part(1, true)})
                       : disjunction({part(0, false), part(1, false)});
      case TemporalKind::implies:
        return negated ? conjunction({part(0, false), part(1, true)})
                       : disjunction({part(0, true), part(1, false)});
      case TemporalKind::iff:
        return disjunction({conjunction({part(0, false), part(1, negated)}),
                            conjunction({part(0, true), part(1, !negated)})});
      default: {
        const Condition& known = rules_.propositions[static_cast<std::size_t>(formula.proposition)];
        return negated ? negation(known) : known;
      }
    }
  }

  LtlId predicate(const Condition& condition) {
    if (condition.is(ConditionKind::truth)) return question_.pool.constant(true);
    if (condition.is(ConditionKind::falsity)) return question_.pool.constant(false);
    auto& known = question_.predicates;
    auto found = std::ranges::find(known, condition);
    if (found == known.end()) found = known.insert(known.end(), condition);
    return question_.pool.atom(static_cast<std::uint32_t>(found - known.begin()));
  }

  const RuleSystem& rules_;
  ViolationQuestion& question_;
  LtlId assumed_ = 1;
};

}  // namespace

LtlQuestion ViolationQuestion::question() {
  LtlQuestion result{&pool, formula, {}};
  for (std::size_t i = 0; i < predicates.size(); ++i) result.atoms.emplace_back(static_cast<std::int64_t>(i));
  return result;
}

std::unique_ptr<ViolationQuestion> violation_question(const RuleSystem& rules,
                                                      const ThresholdProperty& property, FairnessUse use) {
  auto result = std::make_unique<ViolationQuestion>();
  QuestionMaker maker(rules, *result);
  if (has_bad_prefix(property.formula)) result->prefix = maker.bad_prefix(property.formula);
  if (!is_safety(property.formula, false)) {
    for (const auto& assumption : rules.model->fairness) {
      if (use == FairnessUse::exact_name && assumption.name != "fairness") continue;
      result->fair = true;
      maker.assume(assumption.formula);
    }
  }
  const LtlId violation = result->pool.conjunction(maker.ltl(property.formula, true), maker.assumed());
  result->formula = result->pool.negation(violation);
  return result;
}

}  // namespace quorate
