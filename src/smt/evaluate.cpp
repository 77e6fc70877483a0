// Symbolic execution of expressions. An operator is applied to the constants of its operands' cases with
// the interpreter's own arithmetic, so that overflow, truncation and undefined operands have one
// definition.
//
// The right operand of `and`, `or` and `implies`, and both alternatives of a conditional, are evaluated
// under the path condition on which the interpreter reaches them: a model error counts only there. Errors
// are collected in `failure_` and do not stop the evaluation; what is computed after one has no meaning.
// What has no formula (a product of two natural numbers, a value of too many cases) is reported as an
// EncodingProblem, and nothing is proved. The meaning must be that of the bytecode (docs/soundness.md,
// Formulas and the engine).
#include <algorithm>

#include "base/internal_error.hpp"
#include "model/constant_operation.hpp"
#include "smt/evaluator.hpp"
#include "smt/evaluator_path.hpp"

namespace quorate {

Evaluator::Evaluator(const Model& model, const Layout& layout, ValueAlgebra& values,
                     std::vector<SymbolicValue>& cells, std::size_t locals, ChoicePolicy policy)
    : model_(model),
      layout_(layout),
      v_(values),
      f_(values.formulas()),
      cells_(cells),
      locals_(locals),
      policy_(std::move(policy)),
      path_(f_.constant(true)),
      failure_(f_.constant(false)) {}

void Evaluator::receive(std::vector<ReceivedMessage> messages, KindId kind, bool quorum) {
  received_ = std::move(messages);
  received_kind_ = kind;
  quorum_ = quorum;
}

void Evaluator::fail(const Term& condition) {
  failure_ = f_.either(failure_, f_.both(path_, condition));
}

void Evaluator::give_up(const Expr& where, const std::string& why) {
  if (!problem_) problem_ = EncodingProblem{why, where.span};
}

Term Evaluator::condition(const Expr& expression) {
  return v_.truth(eval_defined(expression));
}

SymbolicValue Evaluator::eval_defined(const Expr& expression) {
  SymbolicValue value = eval(expression);
  fail(value.undefined);
  value.undefined = f_.constant(false);
  return value;
}

SymbolicValue Evaluator::eval(const Expr& e) {
  if (v_.too_large()) {
    give_up(e, "the values here have too many combinations for a formula");
    return v_.constant(0);
  }
  switch (e.kind) {
    case ExprKind::variable:
    case ExprKind::status:
    case ExprKind::monitor_variable:
    case ExprKind::field:
    case ExprKind::element:
    case ExprKind::message_field:
      return load(place_of(e), 0);
    case ExprKind::negate:
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::ceiling_divide:
    case ExprKind::modulo:
      return eval_arithmetic(e);
    case ExprKind::equal:
    case ExprKind::not_equal:
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
      return eval_comparison(e);
    case ExprKind::logical_not:
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::implies:
    case ExprKind::iff:
      return eval_logic(e);
    case ExprKind::set_literal:
    case ExprKind::set_union:
    case ExprKind::set_intersection:
    case ExprKind::set_difference:
    case ExprKind::member:
    case ExprKind::subset:
    case ExprKind::set_size:
      return eval_set(e);
    case ExprKind::ordinal:
    case ExprKind::process_of:
      return eval_process(e);
    default:
      return eval_single(e);
  }
}

// The remaining kinds of expressions.
SymbolicValue Evaluator::eval_single(const Expr& e) {
  switch (e.kind) {
    case ExprKind::constant:
      return eval_constant(e);
    case ExprKind::undefined:
      return v_.undefined();
    case ExprKind::local:
      return *locals_[e.local.index()];
    case ExprKind::message_absent:
      return eval_absent(e);
    case ExprKind::conditional: {
      const Term c = condition(e.child(0));
      const auto first = under(c, [&] { return converted(eval(e.child(1)), e.type); });
      const auto second = under(f_.negation(c), [&] { return converted(eval(e.child(2)), e.type); });
      return v_.merge(c, first, second);
    }
    case ExprKind::quantifier:
      return eval_quantifier(e);
    case ExprKind::let:
      locals_[e.local.index()] = eval(e.child(0));
      return eval(e.child(1));
    case ExprKind::call:
      return eval_call(e);
    case ExprKind::is_undefined: {
      Terms parts;
      for (const auto& scalar : scalars_of(e.child(0), e.child(0).type)) parts.push_back(scalar.undefined);
      return v_.boolean(f_.all(parts));
    }
    case ExprKind::waiting:
      return eval_waiting(e);
    default:
      throw InternalError("an expression without a formula");
  }
}

SymbolicValue Evaluator::eval_constant(const Expr& e) {
  const Type& t = type(e.type);
  if (t.kind != TypeKind::set) return v_.constant(e.value);
  const Type& element = type(t.element);
  return v_.constant_set(element.low, std::max<std::int64_t>(0, element.size()), e.value);
}

SymbolicValue Evaluator::eval_arithmetic(const Expr& e) {
  const bool negate = e.kind == ExprKind::negate;
  const SymbolicValue a = negate ? v_.constant(0) : eval_defined(e.child(0));
  const SymbolicValue b = eval_defined(e.child(negate ? 0 : 1));
  if (a.form == ValueForm::number || b.form == ValueForm::number) return eval_natural(e, a, b);
  const ExprKind kind = negate ? ExprKind::subtract : e.kind;
  Term failure = f_.constant(false);
  SymbolicValue result = v_.apply(
      a, b, [&](std::int64_t x, std::int64_t y) { return arithmetic_result(kind, x, y); }, failure);
  fail(failure);
  return result;
}

// Natural numbers are integer terms of the solver and do not overflow.
SymbolicValue Evaluator::eval_natural(const Expr& e, const SymbolicValue& a, const SymbolicValue& b) {
  const Term x = v_.as_number(a);
  const Term y = v_.as_number(b);
  switch (e.kind) {
    case ExprKind::add:
      return v_.number(x + y);
    case ExprKind::negate:
    case ExprKind::subtract:
      return v_.number(x - y);
    case ExprKind::multiply:
      if (a.cases.size() == 1 || b.cases.size() == 1) return v_.number(x * y);
      break;
    default:
      break;
  }
  give_up(e, "natural numbers can be added, subtracted, compared and multiplied by constants; nothing else");
  return v_.number(x);
}

SymbolicValue Evaluator::eval_logic(const Expr& e) {
  const Term left = condition(e.child(0));
  switch (e.kind) {
    case ExprKind::logical_not:
      return v_.boolean(f_.negation(left));
    case ExprKind::logical_and:
      return v_.boolean(f_.both(left, under(left, [&] { return condition(e.child(1)); })));
    case ExprKind::logical_or:
      return v_.boolean(f_.either(left, under(f_.negation(left), [&] { return condition(e.child(1)); })));
    case ExprKind::implies:
      return v_.boolean(f_.implies(left, under(left, [&] { return condition(e.child(1)); })));
    default:
      return v_.boolean(f_.iff(left, condition(e.child(1))));
  }
}

SymbolicValue Evaluator::eval_comparison(const Expr& e) {
  if (e.kind == ExprKind::equal || e.kind == ExprKind::not_equal) {
    const auto left = scalars_of(e.child(0), e.child(0).type);
    const auto right = scalars_of(e.child(1), e.child(1).type);
    Terms same;
    for (std::size_t k = 0; k < left.size() && k < right.size(); ++k) {
      fail(left[k].undefined);
      fail(right[k].undefined);
      same.push_back(v_.equal(left[k], right[k]));
    }
    const Term equal = f_.all(same);
    return v_.boolean(e.kind == ExprKind::equal ? equal : f_.negation(equal));
  }
  const SymbolicValue a = eval_defined(e.child(0));
  const SymbolicValue b = eval_defined(e.child(1));
  const bool or_equal = e.kind == ExprKind::less_equal || e.kind == ExprKind::greater_equal;
  const bool swapped = e.kind == ExprKind::greater || e.kind == ExprKind::greater_equal;
  return v_.boolean(swapped ? v_.less(b, a, or_equal) : v_.less(a, b, or_equal));
}

// Converts a set to another set type. An element that the type does not have is a model error.
SymbolicValue Evaluator::converted(const SymbolicValue& value, TypeId wanted) {
  if (value.form != ValueForm::set || type(wanted).kind != TypeKind::set) return value;
  const Type& element = type(type(wanted).element);
  Terms elements;
  for (std::int64_t e = element.low; e <= element.high; ++e) elements.push_back(v_.has(value, e));
  for (std::size_t k = 0; k < value.elements.size(); ++k) {
    const std::int64_t e = value.low + static_cast<std::int64_t>(k);
    if (e < element.low || e > element.high) fail(f_.both(f_.negation(value.undefined), value.elements[k]));
  }
  SymbolicValue result = v_.set(element.low, std::move(elements));
  result.undefined = value.undefined;
  return result;
}

SymbolicValue Evaluator::eval_set(const Expr& e) {
  if (e.kind == ExprKind::set_literal) {
    const Type& element = type(type(e.type).element);
    Terms inside(static_cast<std::size_t>(std::max<std::int64_t>(0, element.size())), f_.constant(false));
    for (const Expr& child : e.children) {
      const SymbolicValue member = eval_defined(child);
      for (const Case& c : member.cases) {
        if (c.value < element.low || c.value > element.high) {
          fail(c.when);
          continue;
        }
        Term& slot = inside[static_cast<std::size_t>(c.value - element.low)];
        slot = f_.either(slot, c.when);
      }
    }
    return v_.set(element.low, std::move(inside));
  }
  const SymbolicValue a = eval_defined(e.child(0));
  if (e.kind == ExprKind::set_size) return v_.size(a);
  const SymbolicValue b = eval_defined(e.child(1));
  Terms terms;
  if (e.kind == ExprKind::member) {
    for (const Case& c : a.cases) terms.push_back(f_.both(c.when, v_.has(b, c.value)));
    return v_.boolean(f_.any(terms));
  }
  if (e.kind == ExprKind::subset) {
    for (std::size_t k = 0; k < a.elements.size(); ++k) {
      terms.push_back(f_.implies(a.elements[k], v_.has(b, a.low + static_cast<std::int64_t>(k))));
    }
    return v_.boolean(f_.all(terms));
  }
  const SymbolicValue x = converted(a, e.type);
  const SymbolicValue y = converted(b, e.type);
  for (std::size_t k = 0; k < x.elements.size(); ++k) {
    const Term& left = x.elements[k];
    const Term& right = y.elements[k];
    terms.push_back(e.kind == ExprKind::set_union          ? f_.either(left, right)
                    : e.kind == ExprKind::set_intersection ? f_.both(left, right)
                                                           : f_.both(left, f_.negation(right)));
  }
  return v_.set(x.low, std::move(terms));
}

SymbolicValue Evaluator::eval_call(const Expr& e) {
  const Function& function = model_.function(e.function);
  std::vector<std::optional<SymbolicValue>> inner(function.frame.size());
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const RuleParameter& parameter = function.parameters[i];
    inner[parameter.local.index()] = converted(eval(e.child(i)), parameter.type);
  }
  std::swap(locals_, inner);
  SymbolicValue result = eval(function.body);
  std::swap(locals_, inner);
  return converted(result, e.type);
}

SymbolicValue Evaluator::eval_process(const Expr& e) {
  const SymbolicValue operand = eval_defined(e.child(0));
  const bool ordinal = e.kind == ExprKind::ordinal;
  const auto processes = model_.values_of(ordinal ? e.child(0).type : e.type);
  Term failure = f_.constant(false);
  const auto lookup = [&](std::int64_t value, std::int64_t) -> std::optional<std::int64_t> {
    if (ordinal) {
      const auto found = std::ranges::find(processes, value);
      if (found == processes.end()) return std::nullopt;
      return found - processes.begin() + 1;
    }
    if (value < 1 || value > static_cast<std::int64_t>(processes.size())) return std::nullopt;
    return processes[static_cast<std::size_t>(value - 1)];
  };
  SymbolicValue result = v_.apply(operand, v_.constant(0), lookup, failure);
  fail(failure);
  return result;
}

}  // namespace quorate
