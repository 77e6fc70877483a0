// Quantifiers become conjunctions and disjunctions over the values of their types; bound names are replaced
// by constants in the predicates inside. Equal predicates get one number, and constant ones none.
#include "verify/temporal/grounding.hpp"

#include "base/budget.hpp"
#include "model/bound_values.hpp"
#include "model/same_expression.hpp"

namespace quorate {

namespace {

class Grounding {
 public:
  Grounding(const Model& model, const Property& property) : model_(model), property_(property) {
    result_.model = model;
    result_.model.properties.clear();
  }

  GroundProperty run(const Formula& formula) {
    result_.formula = expand(formula);
    result_.atoms = static_cast<std::uint32_t>(result_.model.properties.size());
    if (const auto fairness = model_.find_fairness(property_.under)) assume(*fairness);
    return std::move(result_);
  }

 private:
  static GroundFormula constant(bool value) {
    return {value ? FormulaKind::logical_and : FormulaKind::logical_or, 0, {}};
  }

  GroundFormula expand(const Formula& formula) {
    Budget::ask();
    switch (formula.kind) {
      case FormulaKind::atom: {
        const Expr predicate = with_values(formula.predicate, values_);
        if (predicate.kind == ExprKind::constant) return constant(predicate.value != 0);
        return {FormulaKind::atom, number(predicate, property_.frame), {}};
      }
      case FormulaKind::for_all:
      case FormulaKind::for_some:
        return expand_quantifier(formula);
      default: {
        GroundFormula result{formula.kind, 0, {}};
        for (const Formula& child : formula.children) result.children.push_back(expand(child));
        return result;
      }
    }
  }

  GroundFormula expand_quantifier(const Formula& formula) {
    GroundFormula result = constant(formula.kind == FormulaKind::for_all);
    for (const std::int64_t value : model_.values_of(formula.domain_type)) {
      values_[formula.local] = value;
      result.children.push_back(expand(formula.children[0]));
    }
    values_.erase(formula.local);
    return result;
  }

  std::uint32_t number(const Expr& predicate, const Frame& frame) {
    auto& properties = result_.model.properties;
    for (std::size_t k = 0; k < properties.size(); ++k) {
      const bool same_frame = frames_[k] == &frame;
      if (same_frame && same_expression(properties[k].predicate, predicate)) {
        return static_cast<std::uint32_t>(k);
      }
    }
    Property atom;
    atom.name = property_.name;
    atom.predicate = predicate;
    atom.frame = frame;
    atom.span = predicate.span;
    properties.push_back(std::move(atom));
    frames_.push_back(&frame);
    return static_cast<std::uint32_t>(properties.size() - 1);
  }

  void assume(const FairnessAssumption& fairness) {
    for (const FairnessItem& item : fairness.items) {
      switch (item.kind) {
        case FairnessKind::processes:
          result_.fairness.processes = true;
          break;
        case FairnessKind::messages:
          result_.fairness.messages = true;
          break;
        case FairnessKind::justice:
          result_.fairness.justice.push_back(number(item.predicate, fairness.frame));
          break;
        case FairnessKind::compassion:
          result_.fairness.compassion.emplace_back(number(item.predicate, fairness.frame),
                                                   number(item.then, fairness.frame));
          break;
        case FairnessKind::weak_rule:
          result_.fairness.weak_rules.push_back(item.rule);
          break;
        case FairnessKind::strong_rule:
          result_.fairness.strong_rules.push_back(item.rule);
          break;
      }
    }
  }

  const Model& model_;
  const Property& property_;
  GroundProperty result_;
  BoundValues values_;
  std::vector<const Frame*> frames_;  // [predicate]; predicates of different frames are never equal
};

}  // namespace

GroundProperty ground(const Model& model, const Property& property, const Formula& formula) {
  return Grounding(model, property).run(formula);
}

}  // namespace quorate
