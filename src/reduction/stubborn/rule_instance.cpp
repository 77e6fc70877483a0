// Partial evaluation with three kinds of results: a value, unknown, or a model error. The process, the
// parameters and the senders of a transition are known; variables are unknown, except for the scalar and the
// field that the caller assumes. "Unknown" is always sound and only costs reduction; a value or an error must
// be the result in every state.
#include "reduction/stubborn/rule_instance.hpp"

#include <algorithm>

#include "model/constant_operation.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

RuleInstance::RuleInstance(const Model& model, const Transition& transition, const Definedness& definedness)
    : model_(model),
      rule_(model.rules[static_cast<std::size_t>(transition.rule)]),
      definedness_(definedness),
      self_(transition.process),
      senders_(transition.senders),
      locals_(rule_.frame.size()) {
  bind(rule_.self, Known::of(transition.process.value));
  for (std::size_t i = 0; i < rule_.parameters.size(); ++i) {
    bind(rule_.parameters[i].local, Known::of(transition.parameters[i]));
  }
  if (rule_.compound()) return;  // senders and positions stay unknown
  if (rule_.receive.kind == ReceiveKind::single) {
    bind(rule_.receive.sender, Known::of(transition.senders[0].value));
  } else if (rule_.receive.kind == ReceiveKind::quorum) {
    bind(rule_.receive.sender, Known::of(set_of(transition.senders, model.type(rule_.receive.sender_type))));
  }
}

ScalarRange RuleInstance::range_of(const Expr& place) const {
  const auto count = scalar_count(model_, place.type);
  if (place.kind == ExprKind::variable) {
    const bool own = place.role == rule_.role && evaluate(place.child(0)).is(self_.value);
    return own ? ScalarRange{place.index, 0, count, true} : ScalarRange{};
  }
  if (place.kind != ExprKind::field && place.kind != ExprKind::element) return {};
  ScalarRange inside = range_of(place.child(0));
  if (inside.variable < 0) return {};
  const Type& whole = model_.type(place.child(0).type);
  if (place.kind == ExprKind::field) {
    if (inside.exact) {
      inside.first += field_offset(model_, whole, static_cast<std::size_t>(place.index));
      inside.count = count;
    }
    return inside;
  }
  const Known index = evaluate(place.child(1));
  if (inside.exact && index.kind == Known::Kind::value && model_.has_value(whole.index, index.number)) {
    inside.first += static_cast<std::uint32_t>(index.number - model_.type(whole.index).low) * count;
    inside.count = count;
  } else {
    inside.exact = false;
  }
  return inside;
}

Known RuleInstance::evaluate_place(const Expr& e) const {
  if (scalar.variable < 0 || !model_.type(e.type).simple()) return Known::unknown();
  const ScalarRange range = range_of(e);
  return range.exact && range.covers(scalar) ? Known::of(scalar.value) : Known::unknown();
}

Known RuleInstance::evaluate_logical(const Expr& e) const {
  const Known left = evaluate(e.child(0));
  if (left.kind == Known::Kind::error || left.is(undefined_value)) return Known::error();
  const std::int64_t deciding = e.kind == ExprKind::logical_or ? 1 : 0;
  const std::int64_t decided = e.kind == ExprKind::logical_and ? 0 : 1;
  if (left.is(deciding)) return Known::of(decided);
  const Known right = evaluate(e.child(1));
  if (left.kind == Known::Kind::value) return right.is(undefined_value) ? Known::error() : right;
  // The right side decides too (in an implication if it is true), unless the left side can be a model error:
  // then the whole is an error, not a value.
  return right.is(decided) && cannot_fail(e.child(0)) ? right : Known::unknown();
}

bool RuleInstance::cannot_fail(const Expr& e) const {
  const auto local = [&](LocalId id) -> FailureAnalysis::LocalFacts {
    if (id.index() >= locals_.size()) return {};
    const Known& known = locals_[id.index()];
    if (known.kind != Known::Kind::value || known.is(undefined_value)) return {};
    const bool sends =
        !rule_.compound() && std::ranges::find(senders_, ProcessId(known.number)) != senders_.end();
    return {.defined = true, .in_quorum = sends, .value = known.number};
  };
  const auto is_quorum = [&](const Expr& set) {
    return !rule_.compound() && set.kind == ExprKind::local && rule_.receive.kind == ReceiveKind::quorum &&
           set.local == rule_.receive.sender;
  };
  return FailureAnalysis(model_, definedness_, {local, is_quorum}).cannot_fail(e);
}

Known RuleInstance::evaluate_arithmetic(const Expr& e) const {
  // Not for sets, since sets of different types encode the same elements differently.
  if (model_.type(e.child(0).type).kind == TypeKind::set) return Known::unknown();
  const Known left = evaluate(e.child(0));
  const Known right = evaluate(e.child(1));
  for (const Known& side : {left, right}) {
    if (side.kind == Known::Kind::error || side.is(undefined_value)) return Known::error();
  }
  if (left.kind != Known::Kind::value || right.kind != Known::Kind::value) return Known::unknown();
  const std::int64_t a = left.number;
  const std::int64_t b = right.number;
  if (const auto truth = comparison_result(e.kind, a, b)) return Known::of(*truth ? 1 : 0);
  const auto number = arithmetic_result(e.kind, a, b);
  return number ? Known::of(*number) : Known::error();
}

Known RuleInstance::evaluate(const Expr& e) const {
  switch (e.kind) {
    case ExprKind::constant:
      return Known::of(e.value);
    case ExprKind::undefined:
      return Known::of(undefined_value);
    case ExprKind::local:
      return locals_[e.local.index()];
    case ExprKind::variable:
    case ExprKind::field:
    case ExprKind::element:
      return evaluate_place(e);
    case ExprKind::message_field:
      return e.index == field.field && !rule_.compound() ? Known::of(field.value) : Known::unknown();
    case ExprKind::logical_not: {
      const Known operand = evaluate(e.child(0));
      if (operand.is(undefined_value)) return Known::error();
      return operand.kind == Known::Kind::value ? Known::of(1 - operand.number) : operand;
    }
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::implies:
      return evaluate_logical(e);
    case ExprKind::is_undefined: {
      const Known operand = evaluate(e.child(0));
      return operand.kind == Known::Kind::value ? Known::of(operand.is(undefined_value) ? 1 : 0)
                                                : Known::unknown();
    }
    case ExprKind::conditional: {
      const Known condition = evaluate(e.child(0));
      if (condition.kind == Known::Kind::value && !condition.is(undefined_value)) {
        return evaluate(e.child(condition.is(1) ? 1 : 2));
      }
      return condition.kind == Known::Kind::error ? condition : Known::unknown();
    }
    case ExprKind::equal:
    case ExprKind::not_equal:
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
    case ExprKind::iff:
    case ExprKind::add:
    case ExprKind::subtract:
      return evaluate_arithmetic(e);
    default:
      return Known::unknown();
  }
}

}  // namespace quorate
