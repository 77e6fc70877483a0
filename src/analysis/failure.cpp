// A walk over the expression, in the order of evaluation. Every operator needs defined operands, so the
// question is mostly which places are defined: by the fixpoint over the text (Definedness), or because the
// expression itself tested them before (`isdefined(x) and x = y`), which holds for the rest of the
// expression since nothing is written meanwhile. Indices and processes must lie in the type that they are
// used for: a stored value does, and so does a bound name. Every other form is taken to fail.
#include "analysis/failure.hpp"

#include <algorithm>

#include "model/same_expression.hpp"

namespace quorate {

namespace {

bool mentions(const Expr& e, LocalId id) {
  return (e.kind == ExprKind::local && e.local == id) ||
         std::any_of(e.children.begin(), e.children.end(),
                     [&](const Expr& child) { return mentions(child, id); });
}

}  // namespace

bool ranges_over_processes(const Model& model, const Expr& quantifier) {
  const Type& domain = model.type(quantifier.domain_type);
  return domain.kind == TypeKind::process || domain.positions != 0;
}

template <typename Check>
bool FailureAnalysis::knowing(const Expr& condition, bool truth, const Check& check) {
  const std::size_t before = known_.size();
  learn(condition, truth);
  const bool result = check();
  known_.resize(before);
  return result;
}

template <typename Check>
bool FailureAnalysis::binding(LocalId id, LocalFacts facts, const Check& check) {
  const auto before = bound_;
  const auto known = known_;  // facts about this name were about another value
  bound_[id] = facts;
  std::erase_if(known_, [&](const Expr* place) { return mentions(*place, id); });
  const bool result = check();
  bound_ = before;
  known_ = known;
  return result;
}

FailureAnalysis::LocalFacts FailureAnalysis::local(LocalId id) const {
  const auto found = bound_.find(id);
  return found != bound_.end() ? found->second : context_.local(id);
}

void FailureAnalysis::learn(const Expr& condition, bool truth) {
  switch (condition.kind) {
    case ExprKind::is_undefined:
      if (!truth && model_.type(condition.child(0).type).simple()) known_.push_back(&condition.child(0));
      break;
    case ExprKind::logical_not:
      learn(condition.child(0), !truth);
      break;
    case ExprKind::logical_and:
      if (!truth) break;
      learn(condition.child(0), true);
      learn(condition.child(1), true);
      break;
    case ExprKind::logical_or:
    case ExprKind::implies:
      if (truth) break;
      learn(condition.child(0), condition.kind == ExprKind::implies);
      learn(condition.child(1), false);
      break;
    default:
      break;
  }
}

bool FailureAnalysis::known_defined(const Expr& place) const {
  return std::any_of(known_.begin(), known_.end(),
                     [&](const Expr* other) { return same_place(*other, place); });
}

bool FailureAnalysis::may_be_undefined(const Expr& e) const {
  return definedness_.may_be_undefined(e, [&](LocalId id) { return !local(id).defined; });
}

bool FailureAnalysis::contains(TypeId type, TypeId part) const {
  const auto values = model_.values_of(part);
  return std::all_of(values.begin(), values.end(),
                     [&](std::int64_t value) { return model_.has_value(type, value); });
}

bool FailureAnalysis::fits(const Expr& e, TypeId type) {
  return defined(e) && in_type(e, type);
}

// If the value is defined, it is one of the type.
bool FailureAnalysis::in_type(const Expr& e, TypeId type) const {
  if (!model_.type(type).scalar() || !model_.type(e.type).scalar()) return false;
  if (e.kind == ExprKind::constant) return model_.has_value(type, e.value);
  if (e.kind == ExprKind::local && local(e.local).value) return model_.has_value(type, *local(e.local).value);
  if (e.kind == ExprKind::local ? !local(e.local).fits : !is_place(e)) return false;
  return e.type == type || (model_.type(e.type).size() < 100 && contains(type, e.type));
}

// So small that the sum and product of two such numbers fit into 64 bits.
bool FailureAnalysis::small(const Expr& e) const {
  constexpr std::int64_t limit = std::int64_t{1} << 31;
  if (e.kind == ExprKind::constant) return e.value > -limit && e.value < limit;
  if (e.kind == ExprKind::set_size) return true;
  if (e.kind == ExprKind::quantifier) return e.quantifier == Quantifier::count;
  if (e.kind == ExprKind::local ? !local(e.local).fits : !is_place(e)) return false;
  const Type& type = model_.type(e.type);
  return type.kind == TypeKind::range && type.low > -limit && type.high < limit;
}

bool FailureAnalysis::defined(const Expr& e) {
  if (!evaluates(e)) return false;
  if (model_.type(e.type).simple() && is_place(e) && known_defined(e)) return true;
  return !may_be_undefined(e);
}

bool FailureAnalysis::all_defined(const Expr& e) {
  return std::all_of(e.children.begin(), e.children.end(), [&](const Expr& child) { return defined(child); });
}

bool FailureAnalysis::place_evaluates(const Expr& e) {
  switch (e.kind) {
    case ExprKind::variable:
    case ExprKind::status:
      return model_.role(e.role).count > 0 && fits(e.child(0), model_.role(e.role).type);
    case ExprKind::field:
      return evaluates(e.child(0));
    case ExprKind::element:
      return evaluates(e.child(0)) && fits(e.child(1), model_.type(e.child(0).type).index);
    default:
      return true;
  }
}

bool FailureAnalysis::message_evaluates(const Expr& e) {
  if (e.children.empty()) return true;
  return e.child(0).kind == ExprKind::local && local(e.child(0).local).in_quorum;
}

bool FailureAnalysis::logic_evaluates(const Expr& e) {
  switch (e.kind) {
    case ExprKind::logical_and:
    case ExprKind::implies:
      return defined(e.child(0)) && knowing(e.child(0), true, [&] { return defined(e.child(1)); });
    case ExprKind::logical_or:
      return defined(e.child(0)) && knowing(e.child(0), false, [&] { return defined(e.child(1)); });
    default:  // conditional
      return defined(e.child(0)) && knowing(e.child(0), true, [&] { return evaluates(e.child(1)); }) &&
             knowing(e.child(0), false, [&] { return evaluates(e.child(2)); }) &&
             model_.type(e.type).scalar();
  }
}

bool FailureAnalysis::elements_cannot_fail(const Expr& e) {
  LocalFacts facts{.defined = true, .fits = true};
  if (e.has_domain_set) {
    const Expr& set = e.child(2);
    facts.in_quorum = context_.is_quorum(set);
    facts.fits = model_.type(set.type).element == e.domain_type;
  }
  return binding(e.local, facts, [&] {
    return defined(e.child(1)) && knowing(e.child(1), true, [&] { return defined(e.child(0)); });
  });
}

bool FailureAnalysis::quantifier_evaluates(const Expr& e) {
  if (e.has_domain_set && !defined(e.child(2))) return false;
  switch (e.quantifier) {
    case Quantifier::all:
    case Quantifier::exists:
    case Quantifier::count:
      return elements_cannot_fail(e);
    case Quantifier::comprehension:
      return model_.type(e.type).element == e.domain_type && elements_cannot_fail(e);
    case Quantifier::maximum:
    case Quantifier::minimum:
      return e.has_default && evaluates(e.children.back()) && elements_cannot_fail(e);
    default:
      return false;  // overflow, nothing to choose from, a choice where none is allowed
  }
}

bool FailureAnalysis::call_evaluates(const Expr& e) {
  const Function& function = model_.function(e.function);
  std::map<LocalId, LocalFacts> inner;
  for (std::size_t k = 0; k < e.children.size(); ++k) {
    const RuleParameter& parameter = function.parameters[k];
    const bool known = defined(e.child(k));
    if (!model_.type(parameter.type).scalar() || !(known || evaluates(e.child(k)))) return false;
    inner[parameter.local] = {known, in_type(e.child(k), parameter.type)};
  }
  if (!model_.type(function.result).scalar()) return false;
  FailureAnalysis body(model_, definedness_,
                       {[](LocalId) { return LocalFacts{}; }, [](const Expr&) { return false; }});
  body.bound_ = std::move(inner);
  return body.evaluates(function.body);
}

bool FailureAnalysis::let_evaluates(const Expr& e) {
  const bool known = defined(e.child(0));
  return (known || evaluates(e.child(0))) && binding(e.local, {known, in_type(e.child(0), e.child(0).type)},
                                                     [&] { return evaluates(e.child(1)); });
}

bool FailureAnalysis::evaluates(const Expr& e) {
  switch (e.kind) {
    case ExprKind::constant:
    case ExprKind::undefined:
    case ExprKind::local:
      return true;
    case ExprKind::variable:
    case ExprKind::status:
    case ExprKind::monitor_variable:
    case ExprKind::field:
    case ExprKind::element:
      return place_evaluates(e);
    case ExprKind::message_field:
    case ExprKind::message_absent:
      return message_evaluates(e);
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::multiply:
      return all_defined(e) && small(e.child(0)) && small(e.child(1));
    case ExprKind::divide:
    case ExprKind::modulo:
      return all_defined(e) && e.child(1).kind == ExprKind::constant && e.child(1).value > 0;
    case ExprKind::logical_not:
    case ExprKind::equal:
    case ExprKind::not_equal:
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
    case ExprKind::iff:
    case ExprKind::member:
    case ExprKind::subset:
    case ExprKind::set_size:
      return all_defined(e);
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::implies:
    case ExprKind::conditional:
      return logic_evaluates(e);
    case ExprKind::set_literal:
      return std::all_of(e.children.begin(), e.children.end(),
                         [&](const Expr& child) { return fits(child, model_.type(e.type).element); });
    case ExprKind::set_union:
    case ExprKind::set_intersection:
    case ExprKind::set_difference:
      return all_defined(e) && e.child(0).type == e.type && e.child(1).type == e.type;
    case ExprKind::quantifier:
      return quantifier_evaluates(e);
    case ExprKind::let:
      return let_evaluates(e);
    case ExprKind::call:
      return call_evaluates(e);
    case ExprKind::is_undefined:
      return evaluates(e.child(0));
    case ExprKind::ordinal:
      return fits(e.child(0), e.child(0).type);
    default:
      return false;
  }
}

}  // namespace quorate
