// Names to variables, constants and processes of fixed numbers. In a proctype a local variable hides a
// global one, and a name of mtype is a constant. Formulas see globals, and variables and labels of single
// processes.
#include <fmt/format.h>

#include <algorithm>

#include "language/promela/plain_checker.hpp"
#include "model/plain_value.hpp"

namespace quorate {

PlainExpression PlainResolver::error(Span span, std::string message, std::string hint) {
  diagnostics_.error(span, std::move(message), std::move(hint));
  PlainExpression nothing;
  nothing.span = span;
  return nothing;
}

PlainExpression PlainResolver::resolve(const PlainSyntax& syntax) {
  PlainExpression result;
  result.span = syntax.span;
  switch (syntax.kind) {
    case PlainSyntax::Kind::number:
      result.value = syntax.value;
      return result;
    case PlainSyntax::Kind::name:
      return named(syntax);
    case PlainSyntax::Kind::remote_variable:
    case PlainSyntax::Kind::remote_label:
      return remote(syntax);
    case PlainSyntax::Kind::channel:
      return filling(syntax);
    case PlainSyntax::Kind::operation:
      break;
  }
  result.op = syntax.op;
  for (const auto& operand : syntax.operands) result.operands.push_back(resolve(operand));
  return result;
}

PlainExpression PlainResolver::named(const PlainSyntax& syntax) {
  PlainExpression result;
  result.op = PlainOperator::variable;
  result.span = syntax.span;
  if (syntax.name == "_pid" && process_ >= 0) {
    // A process's number is the first of its variables.
    result.scope = PlainScope::own;
    result.variable = 0;
    return result;
  }
  const std::vector<PlainVariable> none;
  const auto& locals = process_ < 0 ? none : model_.processes[static_cast<std::size_t>(process_)].locals;
  const auto local = std::ranges::find(locals, syntax.name, &PlainVariable::name);
  if (local != locals.end()) {
    result.scope = PlainScope::own;
    result.variable = static_cast<std::int32_t>(local - locals.begin());
    add_index(syntax, *local, result);
    return result;
  }
  const auto global = std::ranges::find(model_.globals, syntax.name, &PlainVariable::name);
  if (global != model_.globals.end()) {
    result.variable = static_cast<std::int32_t>(global - model_.globals.begin());
    add_index(syntax, *global, result);
    return result;
  }
  if (const auto value = mtype_values_.find(syntax.name); value != mtype_values_.end() && !syntax.indexed) {
    result.op = PlainOperator::constant;
    result.value = value->second;
    return result;
  }
  if (syntax.name.starts_with("_") || syntax.name == "np_" || syntax.name == "timeout")
    return error(syntax.span, fmt::format("{} is not supported", syntax.name),
                 "of SPIN's predefined variables, only _pid is supported");
  std::vector<std::string> names;
  for (const auto& variable : locals) names.push_back(variable.name);
  for (const auto& variable : model_.globals) names.push_back(variable.name);
  for (const auto& [name, value] : mtype_values_) names.push_back(name);
  const std::string near = nearest_word(syntax.name, names);
  return error(syntax.span, fmt::format("{} is not declared", syntax.name),
               near.empty() ? "" : fmt::format("did you mean {}?", near));
}

void PlainResolver::add_index(const PlainSyntax& syntax, const PlainVariable& variable,
                              PlainExpression& result) {
  if (variable.length == 0 && syntax.indexed)
    diagnostics_.error(syntax.span, fmt::format("{} is not an array", variable.name));
  if (variable.length == 0) return;
  if (syntax.indexed) {
    result.operands.push_back(resolve(syntax.operands[0]));
    return;
  }
  diagnostics_.error(syntax.span, fmt::format("{} is an array", variable.name),
                     fmt::format("write {}[0] for its first element", variable.name));
}

// In formulas: a variable or label of one process, named by its proctype if there is only one.
PlainExpression PlainResolver::remote(const PlainSyntax& syntax) {
  if (labels_ == nullptr)
    return error(syntax.span, "only formulas can use another process's variables and labels");
  std::int32_t first = 0;
  std::size_t kind = 0;
  for (; kind < model_.processes.size() && model_.processes[kind].name != syntax.name; ++kind)
    first += model_.processes[kind].count;
  if (kind == model_.processes.size())
    return error(syntax.span, fmt::format("there is no proctype {}", syntax.name));
  const PlainProcess& process = model_.processes[kind];
  std::int64_t instance = first;
  if (syntax.indexed) instance = constant(syntax.operands[0]);
  if (!syntax.indexed && process.count != 1)
    return error(syntax.span, fmt::format("there are {} processes {}", process.count, process.name),
                 fmt::format("say which: {}[{}]", process.name, first));
  if (instance < first || instance >= first + process.count)
    return error(syntax.span,
                 fmt::format("the process number {} is not of proctype {}", instance, process.name),
                 fmt::format("its processes have the numbers {} to {}", first, first + process.count - 1));
  PlainExpression result;
  result.span = syntax.span;
  result.instance = static_cast<std::int32_t>(instance);
  if (syntax.kind == PlainSyntax::Kind::remote_label) {
    const auto& labels = (*labels_)[kind];
    const auto label = labels.find(syntax.member);
    if (label == labels.end())
      return error(syntax.span, fmt::format("{} has no label {}", process.name, syntax.member));
    result.op = PlainOperator::at_label;
    result.value = label->second;
    return result;
  }
  const auto local = std::ranges::find(process.locals, syntax.member, &PlainVariable::name);
  if (local == process.locals.end())
    return error(syntax.span, fmt::format("{} has no variable {}", process.name, syntax.member));
  if (local->length != 0) return error(syntax.span, "an array of another process is not supported");
  result.op = PlainOperator::variable;
  result.scope = PlainScope::instance;
  result.variable = static_cast<std::int32_t>(local - process.locals.begin());
  return result;
}

std::optional<std::int32_t> PlainResolver::channel(const std::string& name, Span span) {
  const auto found = std::ranges::find(model_.channels, name, &PlainChannel::name);
  if (found != model_.channels.end()) return static_cast<std::int32_t>(found - model_.channels.begin());
  diagnostics_.error(span, fmt::format("there is no channel {}", name));
  return {};
}

// Tests of how full a channel is, as comparisons of its length.
PlainExpression PlainResolver::filling(const PlainSyntax& syntax) {
  PlainExpression length;
  length.op = PlainOperator::length;
  length.span = syntax.span;
  const auto number = channel(syntax.name, syntax.span);
  if (!number) return {};
  length.variable = *number;
  if (syntax.member == "len") return length;
  const bool about_full = syntax.member == "full" || syntax.member == "nfull";
  PlainExpression limit;
  limit.span = syntax.span;
  limit.value = about_full ? model_.channels[static_cast<std::size_t>(*number)].capacity : 0;
  PlainExpression result;
  result.op = syntax.member.starts_with("n") ? PlainOperator::not_equal : PlainOperator::equal;
  result.span = syntax.span;
  result.operands = {length, limit};
  return result;
}

PlainArgument PlainResolver::argument(const PlainArgumentText& text, bool received) {
  PlainArgument result;
  const PlainSyntax& syntax = text.expression;
  if (received && syntax.kind == PlainSyntax::Kind::name && syntax.name == "_") {
    result.kind = PlainArgument::Kind::any;
    return result;
  }
  result.expression = resolve(syntax);
  const bool is_variable = result.expression.op == PlainOperator::variable;
  if (received && !text.evaluated && is_variable) {
    result.kind = PlainArgument::Kind::variable;
    if (syntax.name == "_pid") diagnostics_.error(syntax.span, "_pid never changes", "write eval(_pid)");
  } else if (received && !text.evaluated && result.expression.op != PlainOperator::constant &&
             result.expression.op != PlainOperator::negate) {
    diagnostics_.error(syntax.span, "a received field must be a variable or a constant",
                       "write eval(...) around a value");
  } else if (!received && text.evaluated) {
    diagnostics_.error(syntax.span, "eval(...) can only be used in a receive");
  }
  return result;
}

PlainExpression PlainResolver::variable(const PlainSyntax& syntax) {
  if (syntax.name == "_pid") return error(syntax.span, "_pid never changes");
  if (syntax.name == "_") return error(syntax.span, "the variable _ is not supported", "declare a variable");
  PlainExpression result = resolve(syntax);
  if (result.op != PlainOperator::variable && !diagnostics_.has_errors())
    return error(syntax.span, fmt::format("{} cannot be assigned", syntax.name));
  return result;
}

std::int64_t PlainResolver::constant(const PlainSyntax& syntax) {
  const auto operand = [&](std::size_t i) { return constant(syntax.operands[i]); };
  if (syntax.kind == PlainSyntax::Kind::number) return syntax.value;
  if (syntax.kind == PlainSyntax::Kind::name && !syntax.indexed) {
    const auto value = mtype_values_.find(syntax.name);
    if (value != mtype_values_.end()) return value->second;
  }
  if (syntax.kind == PlainSyntax::Kind::operation) {
    if (syntax.op == PlainOperator::negate) return wrapped(-operand(0));
    if (syntax.op == PlainOperator::complement) return wrapped(~operand(0));
    if (syntax.op == PlainOperator::logical_not) return operand(0) == 0 ? 1 : 0;
    if (syntax.operands.size() == 2) {
      if (const auto value = plain_result(syntax.op, operand(0), operand(1))) return *value;
    }
  }
  diagnostics_.error(syntax.span, "a number is expected here, known before anything runs");
  return 0;
}

}  // namespace quorate
