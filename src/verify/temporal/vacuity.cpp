// A walk over the formula that keeps track of polarity: at a positive place a stronger part makes the whole
// stronger. There the conclusion of each implication is replaced by `false`, one at a time. Both sides of an
// equivalence have both polarities and are left alone.
#include "verify/temporal/vacuity.hpp"

#include <fmt/format.h>

namespace quorate {

namespace {

class Strengthener {
 public:
  explicit Strengthener(const Model& model, const Formula& formula) : model_(model), whole_(formula) {}

  std::vector<Strengthening> run() {
    visit(whole_, true, true);
    return std::move(found_);
  }

 private:
  [[nodiscard]] Expr falsehood(Span span) const {
    Expr expression;
    expression.type = model_.boolean_type;
    expression.span = span;
    return expression;
  }

  // place: a part of whole_, which is changed temporarily. only_always: only G, A, `and` and universal
  // quantifiers are around it.
  void visit(Formula& place, bool positive, bool only_always) {
    switch (place.kind) {
      case FormulaKind::atom:
        if (positive) visit_predicate(place.predicate, only_always);
        return;
      case FormulaKind::iff:
        return;
      case FormulaKind::logical_not:
        return visit(place.children[0], !positive, false);
      case FormulaKind::implies:
        if (positive) weaken(place, only_always);
        visit(place.children[0], !positive, false);
        return visit(place.children[1], positive, false);
      case FormulaKind::always:
      case FormulaKind::on_all_paths:
      case FormulaKind::for_all:
      case FormulaKind::logical_and:
        for (Formula& child : place.children) visit(child, positive, only_always);
        return;
      default:
        for (Formula& child : place.children) visit(child, positive, false);
        return;
    }
  }

  void weaken(Formula& implication, bool only_always) {
    Formula falsity;
    falsity.span = implication.children[1].span;
    falsity.predicate = falsehood(falsity.span);
    std::swap(implication.children[1], falsity);
    found_.push_back({whole_, implication.children[0].span, only_always});
    std::swap(implication.children[1], falsity);
  }

  void visit_predicate(Expr& place, bool only_always) {
    if (place.kind == ExprKind::quantifier && place.quantifier == Quantifier::all) {
      return visit_predicate(place.children[0], only_always);
    }
    if (place.kind == ExprKind::logical_and) {
      for (Expr& child : place.children) visit_predicate(child, only_always);
    }
    if (place.kind != ExprKind::implies) return;
    Expr falsity = falsehood(place.children[1].span);
    std::swap(place.children[1], falsity);
    found_.push_back({whole_, place.children[0].span, only_always});
    std::swap(place.children[1], falsity);
  }

  const Model& model_;
  Formula whole_;
  std::vector<Strengthening> found_;
};

}  // namespace

std::string vacuity_text(const std::string& property, const Strengthening& stronger) {
  return fmt::format("{} holds vacuously: {}", property,
                     stronger.always ? "this premise never holds"
                                     : "it would also hold with `false` as the consequence of this premise");
}

std::vector<Strengthening> strengthenings(const Model& model, const Formula& formula) {
  return Strengthener(model, formula).run();
}

}  // namespace quorate
