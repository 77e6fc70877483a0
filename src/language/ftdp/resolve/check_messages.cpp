// The message that a rule consumes: `msg.field`, `msg[j].field` in a quorum rule, and `msg` as a whole,
// which is expanded to its fields since messages are not values of an expression.
#include <fmt/format.h>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

Expr message_field(const FtdpScope& scope, std::size_t index, const std::vector<Expr>& sender, Span span) {
  Expr expr;
  expr.kind = ExprKind::message_field;
  expr.message_kind = scope.receive.message_kind;
  expr.index = static_cast<std::int32_t>(index);
  expr.type = scope.checker.model.message(expr.message_kind).fields[index].type;
  expr.span = span;
  expr.children = sender;
  return expr;
}

bool is_message_name(const FtdpScope& scope, const SyntaxExpr& syntax) {
  return syntax.kind == SyntaxExprKind::name && syntax.name.text == "msg" && !scope.find("msg").valid();
}

// The sender named in `msg[j]` (none for `msg`), after a check that the rule receives in this way.
std::optional<std::vector<Expr>> check_message_sender(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const bool indexed = syntax.kind == SyntaxExprKind::index;
  std::vector<Expr> sender;
  if (scope.receive.kind == ReceiveKind::none) {
    if (scope.unknown.insert("msg").second) {
      checker.error(syntax.span,
                    scope.body == BodyKind::rule
                        ? "there is no `msg` here: this rule receives nothing"
                        : "there is no `msg` here: only a rule that receives has one",
                    scope.body == BodyKind::rule
                        ? "name the message in the heading: `on KIND from role q`, or a second "
                          "parameter `[](j: roleID)`"
                        : "");
    }
    return {};
  }
  if (scope.receive.kind == ReceiveKind::quorum) {
    if (!indexed) {
      checker.error(syntax.span, "this rule receives one message from every process of its quorum",
                    "write `msg[j]` for the message of process j");
      return {};
    }
    Expr process = check_expression(scope, syntax.children[1], scope.receive.sender_type);
    process = to_index(scope, std::move(process), scope.receive.sender_type, "the sender of `msg[...]`");
    if (is_broken(process)) return {};
    sender.push_back(std::move(process));
  } else if (indexed) {
    checker.error(syntax.span, "this rule receives one message only", "write `msg` without an index");
    return {};
  }
  if (!scope.receive.message_kind.valid()) return {};
  return sender;
}

}  // namespace

Expr check_message_member(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  auto sender = check_message_sender(scope, syntax.children[0]);
  if (!sender) return broken(syntax.span);
  if (syntax.name.text == "absent") {
    if (!checker.model.channels.synchronous) {
      checker.warning(syntax.span, "`msg.absent` is always false: the channels are asynchronous",
                      "write `channels synchronous, reliable`");
    }
    return make(checker, ExprKind::message_absent, checker.model.boolean_type, syntax.span,
                std::move(*sender));
  }
  const auto& kind = checker.model.message(scope.receive.message_kind);
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    if (kind.fields[i].name == syntax.name.text) return message_field(scope, i, *sender, syntax.span);
  }
  const auto known = field_names(kind.fields);
  checker.error(
      syntax.name.span, fmt::format("the message {} has no field `{}`", kind.name, syntax.name.text),
      suggest(syntax.name.text, known,
              known.empty() ? fmt::format("{} has no fields", kind.name)
                            : fmt::format("the fields of {} are {}", kind.name, list_words(known))));
  return broken(syntax.span);
}

bool is_message(const FtdpScope& scope, const SyntaxExpr& syntax) {
  if (is_message_name(scope, syntax)) return true;
  return syntax.kind == SyntaxExprKind::index && syntax.children.size() == 2 &&
         is_message_name(scope, syntax.children[0]);
}

Expr misused_message(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (check_message_sender(scope, syntax)) {
    scope.checker.error(syntax.span, "a whole message can only be assigned to a variable or sent on",
                        "use one of its fields: `msg.field`");
  }
  return broken(syntax.span);
}

std::optional<std::vector<Expr>> check_whole_message(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (!is_message(scope, syntax)) return {};
  const auto sender = check_message_sender(scope, syntax);
  std::vector<Expr> fields;
  if (!sender) return fields;
  const std::size_t count = scope.checker.model.message(scope.receive.message_kind).fields.size();
  for (std::size_t i = 0; i < count; ++i) fields.push_back(message_field(scope, i, *sender, syntax.span));
  return fields;
}

}  // namespace quorate
