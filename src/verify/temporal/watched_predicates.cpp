// A walk over formulas and expressions down to the predicates that have no logical operator outside.
// Quantifiers are expanded over their values, up to a limit; the conditions of their domains are kept beside
// each instance, which counts only where they hold.
#include "verify/temporal/watched_predicates.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "model/bound_values.hpp"

namespace quorate {

namespace {

// A quantifier with more instances than this is watched as a whole.
constexpr std::size_t most_instances = 256;

class Watcher {
 public:
  explicit Watcher(const Model& model) : model_(model) {
    result_.model = model;
    result_.model.properties.clear();
  }

  WatchedModel run() {
    for (const Property& property : model_.properties) {
      result_.properties.push_back({property.name, {}});
      frame_ = &property.frame;
      if (property.kind == PropertyKind::temporal) {
        formula(property.formula, WatchedPart::predicate);
        if (const auto fairness = model_.find_fairness(property.under)) assumptions(*fairness);
      } else {
        predicate(property.predicate, WatchedPart::predicate);
      }
      // A premise comes before its parts.
      std::ranges::stable_sort(result_.properties.back().predicates, {}, [](const WatchedPredicate& p) {
        return std::pair(p.span.begin, UINT32_MAX - p.span.end);
      });
    }
    return std::move(result_);
  }

 private:
  void formula(const Formula& f, WatchedPart part) {
    switch (f.kind) {
      case FormulaKind::atom:
        if (part == WatchedPart::premise && is_composite(f.predicate)) watch(f.predicate, part);
        return predicate(f.predicate, part);
      case FormulaKind::implies:
        formula(f.children[0], WatchedPart::premise);
        return formula(f.children[1], part);
      case FormulaKind::for_all:
      case FormulaKind::for_some:
        return for_values(f.local, f.domain_type, [&] { formula(f.children[0], part); });
      default:
        for (const Formula& child : f.children) formula(child, part);
    }
  }

  void predicate(const Expr& e, WatchedPart part) {
    switch (e.kind) {
      case ExprKind::logical_not:
      case ExprKind::logical_and:
      case ExprKind::logical_or:
      case ExprKind::iff:
        for (const Expr& child : e.children) predicate(child, part);
        return;
      case ExprKind::implies:
        if (is_composite(e.child(0))) watch(e.child(0), WatchedPart::premise);
        predicate(e.child(0), WatchedPart::premise);
        return predicate(e.child(1), part);
      case ExprKind::quantifier:
        if (can_expand(e)) return quantifier(e, part);
        [[fallthrough]];
      default:
        watch(e, part);
    }
  }

  static bool is_composite(const Expr& e) {
    switch (e.kind) {
      case ExprKind::logical_and:
      case ExprKind::logical_or:
      case ExprKind::iff:
      case ExprKind::implies:
        return true;
      case ExprKind::logical_not:
        return is_composite(e.child(0));
      default:
        return false;
    }
  }

  [[nodiscard]] bool can_expand(const Expr& e) const {
    if (e.quantifier != Quantifier::all && e.quantifier != Quantifier::exists) return false;
    return instances_ * model_.values_of(e.domain_type).size() <= most_instances;
  }

  void quantifier(const Expr& e, WatchedPart part) {
    const std::size_t outer = where_.size();
    const Expr& filter = e.child(1);
    const bool filtered = filter.kind != ExprKind::constant || filter.value == 0;
    for_values(e.local, e.domain_type, [&] {
      if (e.has_domain_set) where_.push_back(with_values(in_domain(e), values_));
      if (filtered) {
        predicate(filter, WatchedPart::premise);
        where_.push_back(with_values(filter, values_));
      }
      predicate(e.child(0), part);
      where_.resize(outer);
    });
  }

  [[nodiscard]] Expr in_domain(const Expr& quantifier) const {
    Expr element;
    element.kind = ExprKind::local;
    element.type = quantifier.domain_type;
    element.local = quantifier.local;
    element.span = quantifier.span;
    Expr result;
    result.kind = ExprKind::member;
    result.type = model_.boolean_type;
    result.span = quantifier.span;
    result.children = {element, quantifier.child(2)};
    return result;
  }

  template <typename Visit>
  void for_values(LocalId local, TypeId type, const Visit& visit) {
    const std::vector<std::int64_t> all = model_.values_of(type);
    const std::size_t outer = instances_;
    instances_ *= std::max<std::size_t>(all.size(), 1);
    for (const std::int64_t value : all) {
      values_[local] = value;
      visit();
    }
    values_.erase(local);
    instances_ = outer;
  }

  void watch(const Expr& e, WatchedPart part) {
    if (e.kind == ExprKind::constant) return;
    auto& known = result_.properties.back().predicates;
    auto at = std::ranges::find(known, e.span, &WatchedPredicate::span);
    if (at == known.end()) at = known.insert(at, {part, e.span, {}});
    at->instances.push_back({add(with_values(e, values_)), where()});
  }

  std::int64_t where() {
    if (where_.empty()) return -1;
    Expr all = where_.front();
    for (std::size_t k = 1; k < where_.size(); ++k) {
      Expr both;
      both.kind = ExprKind::logical_and;
      both.type = model_.boolean_type;
      both.span = all.span;
      both.children = {std::move(all), where_[k]};
      all = std::move(both);
    }
    return add(all);
  }

  std::int64_t add(const Expr& e) {
    Property property;
    property.name = result_.properties.back().name;
    property.predicate = e;
    property.frame = *frame_;
    property.span = e.span;
    result_.model.properties.push_back(std::move(property));
    return static_cast<std::int64_t>(result_.model.properties.size()) - 1;
  }

  void assumptions(const FairnessAssumption& fairness) {
    frame_ = &fairness.frame;
    for (const FairnessItem& item : fairness.items) {
      const bool compassion = item.kind == FairnessKind::compassion;
      if (compassion || item.kind == FairnessKind::justice) watch(item.predicate, WatchedPart::assumption);
      if (compassion) watch(item.then, WatchedPart::assumption);
    }
  }

  const Model& model_;
  WatchedModel result_;
  const Frame* frame_ = nullptr;
  BoundValues values_;
  std::vector<Expr> where_;
  std::size_t instances_ = 1;
};

}  // namespace

WatchedModel watched_predicates(const Model& model) {
  return Watcher(model).run();
}

}  // namespace quorate
