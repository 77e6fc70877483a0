// Names to terms of the ThresholdModel. Where an expression stands decides what it may mention
// (PromelaPlace). Terms must be linear: a product needs a constant factor, only parameters can be divided,
// and only by positive numbers. A quantifier is about one proctype, which the variables that it mentions
// determine. A number counts as a truth value, as in Promela.
#include "language/promela/promela_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "model/constant_operation.hpp"

namespace quorate {

bool is_truth(const ThresholdTerm& term) {
  switch (term.kind) {
    case TermKind::equal:
    case TermKind::not_equal:
    case TermKind::less:
    case TermKind::less_equal:
    case TermKind::greater:
    case TermKind::greater_equal:
    case TermKind::logical_and:
    case TermKind::logical_or:
    case TermKind::logical_not:
    case TermKind::for_all:
    case TermKind::for_some:
      return true;
    default:
      return false;
  }
}

ThresholdTerm PromelaResolver::constant(std::int64_t value, Span span) {
  ThresholdTerm term;
  term.value = value;
  term.span = span;
  return term;
}

ThresholdTerm PromelaResolver::error(Span span, std::string message, std::string hint) {
  diagnostics_.error(span, std::move(message), std::move(hint));
  return constant(0, span);
}

std::optional<std::int64_t> PromelaResolver::constant_value(const ThresholdTerm& term) {
  const auto part = [&](std::size_t i) { return constant_value(term.operands[i]); };
  switch (term.kind) {
    case TermKind::constant:
      return term.value;
    case TermKind::negate:
      if (const auto value = part(0)) return arithmetic_result(ExprKind::subtract, 0, *value);
      return {};
    case TermKind::plus:
    case TermKind::minus:
    case TermKind::times:
    case TermKind::divide: {
      const auto left = part(0);
      const auto right = part(1);
      if (!left || !right) return {};
      return arithmetic_result(term.kind == TermKind::plus    ? ExprKind::add
                               : term.kind == TermKind::minus ? ExprKind::subtract
                               : term.kind == TermKind::times ? ExprKind::multiply
                                                              : ExprKind::divide,
                               *left, *right);
    }
    default:
      return {};
  }
}

ThresholdTerm PromelaResolver::number(const PromelaExpression& expression, PromelaPlace place) {
  ThresholdTerm term = operation(expression, place);
  if (is_truth(term))
    return error(expression.span, "a number is expected here, and this is a condition",
                 "compare it in a guard and assign a number in each branch");
  return term;
}

ThresholdTerm PromelaResolver::truth(const PromelaExpression& expression, PromelaPlace place) {
  ThresholdTerm term = operation(expression, place);
  if (is_truth(term)) return term;
  // As in Promela, a number is true unless it is zero.
  ThresholdTerm result;
  result.kind = TermKind::not_equal;
  result.span = expression.span;
  result.operands.push_back(std::move(term));
  result.operands.push_back(constant(0, expression.span));
  return result;
}

ThresholdTerm PromelaResolver::assigned(const PromelaExpression& expression, VariableRef target) {
  ThresholdTerm variable_term;
  variable_term.kind = target.shared ? TermKind::shared : TermKind::local;
  variable_term.index = target.index;
  variable_term.process = process_;
  if (auto status = status_value(expression)) {
    remember_name(variable_term, expression, status->value);
    return *status;
  }
  ThresholdTerm term = number(expression, PromelaPlace::statement);
  if (term.kind == TermKind::constant) remember_name(variable_term, expression, term.value);
  if (term.kind == TermKind::local && !target.shared) {
    copies_.emplace_back(target, term.index);
    copy_process_.push_back(process_);
  }
  return term;
}

ThresholdTerm PromelaResolver::operation(const PromelaExpression& expression, PromelaPlace place) {
  switch (expression.kind) {
    case PromelaExpressionKind::number:
      return constant(expression.value, expression.span);
    case PromelaExpressionKind::name:
      return name(expression, place);
    case PromelaExpressionKind::member:
      return member(expression);
    case PromelaExpressionKind::at_label:
      return at_label(expression);
    case PromelaExpressionKind::operation:
      break;
  }
  ThresholdTerm result;
  result.kind = expression.operation;
  result.span = expression.span;
  switch (expression.operation) {
    case TermKind::logical_and:
    case TermKind::logical_or:
    case TermKind::logical_not:
      for (const auto& operand : expression.operands) result.operands.push_back(truth(operand, place));
      return result;
    case TermKind::for_all:
    case TermKind::for_some:
    case TermKind::count:
      return quantified(expression, place);
    case TermKind::negate:
      result.operands.push_back(number(expression.operands[0], place));
      return result;
    case TermKind::plus:
    case TermKind::minus:
    case TermKind::times:
    case TermKind::divide:
      return product(number(expression.operands[0], place), number(expression.operands[1], place),
                     expression.operation, expression.span);
    default:
      return comparison(expression, place);
  }
}

static bool mentions_variable(const ThresholdTerm& term) {
  return term.kind == TermKind::shared || term.kind == TermKind::local || term.kind == TermKind::count ||
         std::ranges::any_of(term.operands, mentions_variable);
}

// Whether a term has numbers only: if it has no value, the value is too large.
static bool is_number(const ThresholdTerm& term) {
  return term.kind == TermKind::constant || (!term.operands.empty() && term.kind != TermKind::count &&
                                             std::ranges::all_of(term.operands, is_number));
}

ThresholdTerm PromelaResolver::product(ThresholdTerm left, ThresholdTerm right, TermKind kind, Span span) {
  if (kind == TermKind::times && !constant_value(left) && !constant_value(right))
    return error(span, "a product of two variables or parameters is not linear",
                 "thresholds are linear: a number times a parameter, added up");
  if (kind == TermKind::divide) {
    const auto divisor = constant_value(right);
    if (!divisor || *divisor <= 0)
      return error(right.span, "a divisor must be a positive number", "as in (N + T) / 2");
    if (mentions_variable(left))
      return error(left.span, "only parameters can be divided", "multiply the other side: 2 * x >= N + T");
  }
  ThresholdTerm result;
  result.kind = kind;
  result.span = span;
  result.operands.push_back(std::move(left));
  result.operands.push_back(std::move(right));
  if (is_number(result) && !constant_value(result)) return error(span, "this number is too large");
  return result;
}

ThresholdTerm PromelaResolver::comparison(const PromelaExpression& expression, PromelaPlace place) {
  ThresholdTerm result;
  result.kind = expression.operation;
  result.span = expression.span;
  const bool equality = result.kind == TermKind::equal || result.kind == TermKind::not_equal;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto status = equality ? status_value(expression.operands[i]) : std::nullopt;
    result.operands.push_back(status ? *status : number(expression.operands[i], place));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const ThresholdTerm& value = result.operands[1 - i];
    if (equality && value.kind == TermKind::constant)
      remember_name(result.operands[i], expression.operands[1 - i], value.value);
  }
  return result;
}

ThresholdTerm PromelaResolver::quantified(const PromelaExpression& expression, PromelaPlace place) {
  if (place != PromelaPlace::proposition)
    return error(expression.span, "only propositions can count processes and quantify over them",
                 "atomic p = ...;");
  if (inside_quantifier_)
    return error(expression.span, "quantifiers cannot be nested",
                 "a proposition speaks of one process at a time");
  ThresholdTerm result;
  result.kind = expression.operation;
  result.span = expression.span;
  inside_quantifier_ = true;
  quantified_process_ = -1;
  result.operands.push_back(truth(expression.operands[0], place));
  inside_quantifier_ = false;
  if (quantified_process_ < 0 && model_.processes.size() == 1) quantified_process_ = 0;
  if (quantified_process_ < 0 && !model_.processes.empty())
    diagnostics_.error(expression.span, "the processes that this quantifies over are not named",
                       fmt::format("mention a variable, as in {}:x", model_.processes[0].name));
  result.process = quantified_process_;
  return result;
}

ThresholdTerm PromelaResolver::name(const PromelaExpression& expression, PromelaPlace place) {
  ThresholdTerm result;
  result.span = expression.span;
  if (place == PromelaPlace::statement) {
    if (const auto local = variable(expression.name, {}); local && !local->shared) {
      result.kind = TermKind::local;
      result.index = local->index;
      result.process = process_;
      return result;
    }
  }
  if (const auto parameter = model_.parameter_named(expression.name)) {
    result.kind = TermKind::parameter;
    result.index = *parameter;
    return result;
  }
  const auto shared = std::ranges::find(model_.shared, expression.name, &ThresholdVariable::name);
  if (shared != model_.shared.end()) {
    if (place == PromelaPlace::parameters)
      return error(expression.span,
                   fmt::format("{} is a variable; only parameters can stand here", expression.name));
    result.kind = TermKind::shared;
    result.index = static_cast<std::int32_t>(shared - model_.shared.begin());
    return result;
  }
  if (inside_quantifier_) {
    // [Gmeiner 2015] prints "all(Procstep)" for "all(Proc@step)".
    for (const auto& [process, labels] : labels_) {
      for (const auto& label : labels) {
        if (model_.processes[static_cast<std::size_t>(process)].name + label != expression.name) continue;
        quantified_process_ = process;
        return constant(1, expression.span);
      }
    }
    for (const auto& process : model_.processes) {
      if (std::ranges::find(process.locals, expression.name, &ThresholdVariable::name) !=
          process.locals.end())
        return error(expression.span, fmt::format("{} is a variable of each process", expression.name),
                     fmt::format("write {}:{}", process.name, expression.name));
    }
  }
  report_undeclared(expression.name, expression.span, place);
  return constant(0, expression.span);
}

void PromelaResolver::report_undeclared(const std::string& name, Span span, PromelaPlace place) {
  if (propositions_.contains(name))
    return diagnostics_.error(
        span, fmt::format("{} is a proposition (atomic), which only formulas can use", name),
        place == PromelaPlace::proposition ? "repeat its condition here"
                                           : "a step sees its own and shared variables");
  if (process_named(name))
    return diagnostics_.error(
        span, fmt::format("{} is a proctype, and has no value", name),
        place == PromelaPlace::proposition ? fmt::format("write {}:x for its variable x", name) : "");
  const std::string near = nearest_word(name, known_names(place));
  diagnostics_.error(span, fmt::format("{} is not declared", name),
                     near.empty() ? "" : fmt::format("did you mean {}?", near));
}

ThresholdTerm PromelaResolver::member(const PromelaExpression& expression) {
  const auto process = process_named(expression.name);
  if (!process) {
    std::vector<std::string> names;
    for (const auto& known : model_.processes) names.push_back(known.name);
    const std::string near = nearest_word(expression.name, names);
    return error(expression.span, fmt::format("there is no proctype {}", expression.name),
                 near.empty() ? "" : fmt::format("did you mean {}?", near));
  }
  if (!inside_quantifier_)
    return error(expression.span, "a process's variable has a value for each process: it needs a quantifier",
                 fmt::format("write all({0}:...), some({0}:...) or card({0}:...)", expression.name));
  if (quantified_process_ >= 0 && quantified_process_ != *process)
    return error(expression.span, "one quantifier cannot range over two proctypes");
  quantified_process_ = *process;
  const auto& locals = model_.processes[static_cast<std::size_t>(*process)].locals;
  const auto local = std::ranges::find(locals, expression.member, &ThresholdVariable::name);
  if (local == locals.end()) {
    std::vector<std::string> names;
    for (const auto& known : locals) names.push_back(known.name);
    const std::string near = nearest_word(expression.member, names);
    return error(expression.span, fmt::format("{} has no variable {}", expression.name, expression.member),
                 near.empty() ? "" : fmt::format("did you mean {}?", near));
  }
  ThresholdTerm result;
  result.kind = TermKind::local;
  result.span = expression.span;
  result.process = *process;
  result.index = static_cast<std::int32_t>(local - locals.begin());
  return result;
}

ThresholdTerm PromelaResolver::at_label(const PromelaExpression& expression) {
  const auto process = process_named(expression.name);
  if (!process) return error(expression.span, fmt::format("there is no proctype {}", expression.name));
  if (!has_label(*process, expression.member))
    return error(expression.span, fmt::format("{} has no label {}", expression.name, expression.member));
  if (inside_quantifier_) quantified_process_ = *process;
  // Initialisation is over in every state of a system (docs/semantics.md).
  return constant(1, expression.span);
}

}  // namespace quorate
