// Names, `a.b` and `a[b]`. A name of a variable in a rule is that of its own process. A process of a group
// may be of any of its roles, so its variable becomes a conditional over them; it must have the same type
// in each.
#include <fmt/format.h>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

std::string excerpt(const FtdpScope& scope, Span span) {
  return std::string(scope.checker.source.excerpt(span));
}

Expr role_variable(const FtdpChecker& checker, RoleId role, std::int32_t index, Expr process, Span span) {
  Expr expr;
  expr.kind = ExprKind::variable;
  expr.role = role;
  expr.index = index;
  expr.type = checker.model.role(role).variables[static_cast<std::size_t>(index)].type;
  expr.span = span;
  expr.children.push_back(std::move(process));
  return expr;
}

Expr role_status(const FtdpChecker& checker, RoleId role, Expr process, Span span) {
  Expr expr;
  expr.kind = ExprKind::status;
  expr.role = role;
  expr.type = checker.model.status_type;
  expr.span = span;
  expr.children.push_back(std::move(process));
  return expr;
}

Expr variable_of_role(FtdpScope& scope, RoleId role, const Expr& process, const Name& name, Span span) {
  FtdpChecker& checker = scope.checker;
  if (name.text == "status") return role_status(checker, role, process, span);
  const Role& owner = checker.model.role(role);
  const std::int32_t index = find_variable(owner, name.text);
  if (index >= 0) return role_variable(checker, role, index, process, span);
  if (!checker.misplaced.contains(name.text)) {
    const auto known = variable_names(owner);
    checker.error(
        name.span, fmt::format("{} has no variable `{}`", owner.name, name.text),
        suggest(name.text, known,
                known.empty() ? "it has no variables"
                              : fmt::format("the variables of {} are {}", owner.name, list_words(known))));
  }
  return broken(span);
}

// A variable of a group's process: the role of the process decides which.
Expr variable_of_group(FtdpScope& scope, const Expr& process, const Name& name, Span span) {
  FtdpChecker& checker = scope.checker;
  const auto roles = checker.type(process.type).roles;
  const TypeId sets = set_type(checker, process.type);
  Expr result = variable_of_role(scope, roles.back(), process, name, span);
  for (std::size_t i = roles.size() - 1; i-- > 0 && !is_broken(result);) {
    Expr other = variable_of_role(scope, roles[i], process, name, span);
    if (is_broken(other)) return other;
    if (!same_type(checker, other.type, result.type) || !checker.type(other.type).simple()) {
      checker.error(name.span, fmt::format("`{}` is not the same in every role of {}", name.text,
                                           spell(checker, process.type)));
      return broken(span);
    }
    const Role& role = checker.model.role(roles[i]);
    const std::int64_t ones = (std::int64_t{1} << role.count) - 1;
    const std::int64_t mask =
        role.count == 0 ? 0 : ones << (role.first.value - checker.type(process.type).low);
    Expr test = node(checker, ExprKind::member, checker.model.boolean_type, span, process,
                     constant(sets, mask, span));
    const TypeId type = result.type;
    result = node(checker, ExprKind::conditional, type, span, std::move(test), std::move(other),
                  std::move(result));
  }
  return result;
}

Expr check_field(FtdpScope& scope, const SyntaxExpr& syntax, Expr base) {
  FtdpChecker& checker = scope.checker;
  const auto& fields = checker.type(base.type).fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == syntax.name.text) return field_of(checker, std::move(base), i, syntax.span);
  }
  const auto known = field_names(fields);
  checker.error(syntax.name.span,
                fmt::format("`{}` has no field `{}`", excerpt(scope, base.span), syntax.name.text),
                suggest(syntax.name.text, known, fmt::format("its fields are {}", list_words(known))));
  return broken(syntax.span);
}

}  // namespace

Expr field_of(const FtdpChecker& checker, Expr record, std::size_t index, Span span) {
  Expr expr;
  expr.kind = ExprKind::field;
  expr.index = static_cast<std::int32_t>(index);
  expr.type = checker.type(record.type).fields[index].type;
  expr.span = span;
  expr.children.push_back(std::move(record));
  return expr;
}

std::vector<Expr> leaves(const FtdpChecker& checker, const Expr& place) {
  if (is_broken(place)) return {place};
  const Type& type = checker.type(place.type);
  if (type.simple()) return {place};
  std::vector<Expr> result;
  const auto append = [&](const Expr& part) {
    for (Expr& leaf : leaves(checker, part)) result.push_back(std::move(leaf));
  };
  if (type.kind == TypeKind::record) {
    for (std::size_t i = 0; i < type.fields.size(); ++i) append(field_of(checker, place, i, place.span));
    return result;
  }
  for (const std::int64_t index : checker.model.values_of(type.index)) {
    Expr element;
    element.kind = ExprKind::element;
    element.type = type.element;
    element.span = place.span;
    element.children = {place, constant(type.index, index, place.span)};
    append(element);
  }
  return result;
}

Expr process_variable(FtdpScope& scope, Expr process, const Name& name, Span span) {
  const auto& roles = scope.checker.type(process.type).roles;
  if (roles.empty()) return broken(span);
  if (roles.size() == 1) return variable_of_role(scope, roles[0], process, name, span);
  return with_value(scope, std::move(process),
                    [&](const Expr& value) { return variable_of_group(scope, value, name, span); });
}

Expr check_name(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected) {
  FtdpChecker& checker = scope.checker;
  const std::string& name = syntax.name.text;
  switch (meaning_of(scope, name)) {
    case NameMeaning::local:
      if (taken_messages(scope, syntax)) {
        checker.error(syntax.span, fmt::format("`{}` stands for all messages that are taken together", name),
                      fmt::format("write `size({0})`, or `sum(m: {0} | m.field)`", name));
        return broken(syntax.span);
      }
      return local_value(scope, scope.find(name), syntax.span);
    case NameMeaning::own_variable:
      return role_variable(checker, scope.role, find_variable(checker.model.role(scope.role), name),
                           local_value(scope, scope.self, syntax.span), syntax.span);
    case NameMeaning::monitor_variable: {
      Expr expr;
      expr.kind = ExprKind::monitor_variable;
      expr.index = checker.monitors.at(name);
      expr.type = checker.model.monitor.variables[static_cast<std::size_t>(expr.index)].type;
      expr.span = syntax.span;
      return expr;
    }
    case NameMeaning::parameter: {
      const ParameterEntry& parameter = checker.parameters.at(name);
      if (!parameter.known) return broken(syntax.span);
      const bool fits = parameter.value == 0 || parameter.value == 1;
      const bool as_boolean = parameter.boolean || (checker.is(expected, TypeKind::boolean) && fits);
      return constant(as_boolean ? checker.model.boolean_type : checker.model.integer_type, parameter.value,
                      syntax.span);
    }
    case NameMeaning::role:
    case NameMeaning::group:
      checker.error(syntax.span, fmt::format("`{}` stands for all its processes, not for one", name),
                    fmt::format("`{}[i]` is one of them, `{{i: {} | true}}` the set of all", name, name));
      return broken(syntax.span);
    case NameMeaning::type:
      checker.error(syntax.span, fmt::format("`{}` is a type, not a value", name));
      return broken(syntax.span);
    case NameMeaning::function:
      checker.error(syntax.span, fmt::format("`{}` is a function: its arguments are missing", name),
                    fmt::format("write `{}(...)`", name));
      return broken(syntax.span);
    case NameMeaning::literal:
      return check_literal(scope, syntax.name, expected);
    case NameMeaning::nothing:
      break;
  }
  return unknown_name(scope, syntax.name);
}

Expr check_member(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (syntax.children.empty()) return broken(syntax.span);
  if (is_message(scope, syntax.children[0])) return check_message_member(scope, syntax);
  FtdpChecker& checker = scope.checker;
  Expr base = check_expression(scope, syntax.children[0]);
  if (is_broken(base)) return base;
  if (checker.is(base.type, TypeKind::process)) {
    return process_variable(scope, std::move(base), syntax.name, syntax.span);
  }
  if (checker.is(base.type, TypeKind::record)) return check_field(scope, syntax, std::move(base));
  checker.error(
      syntax.span,
      fmt::format("`{}` has no parts: it is {}", excerpt(scope, base.span), describe(checker, base.type)),
      "a dot follows a process or a record");
  return broken(syntax.span);
}

Expr check_index(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (syntax.children.size() != 2) return broken(syntax.span);
  FtdpChecker& checker = scope.checker;
  const SyntaxExpr& base = syntax.children[0];
  if (base.kind == SyntaxExprKind::name) {
    const NameMeaning meaning = meaning_of(scope, base.name.text);
    if (meaning == NameMeaning::role || meaning == NameMeaning::group) {
      const TypeId type = find_type(checker, base.name.text);
      Expr process = check_expression(scope, syntax.children[1], type);
      process = to_index(scope, std::move(process), type, fmt::format("the index of `{}`", base.name.text));
      process.span = syntax.span;
      return process;
    }
  }
  Expr array = check_expression(scope, base);
  if (is_broken(array)) return array;
  if (!checker.is(array.type, TypeKind::array)) {
    checker.error(syntax.span, fmt::format("`{}` cannot be indexed: it is {}", excerpt(scope, array.span),
                                           describe(checker, array.type)));
    return broken(syntax.span);
  }
  const TypeId index_type = checker.type(array.type).index;
  Expr index = check_expression(scope, syntax.children[1], index_type);
  index = to_index(scope, std::move(index), index_type,
                   fmt::format("the index of `{}`", excerpt(scope, array.span)));
  if (is_broken(index)) return broken(syntax.span);
  Expr element;
  element.kind = ExprKind::element;
  element.type = checker.type(array.type).element;
  element.span = syntax.span;
  element.children.push_back(std::move(array));
  element.children.push_back(std::move(index));
  return element;
}

}  // namespace quorate
