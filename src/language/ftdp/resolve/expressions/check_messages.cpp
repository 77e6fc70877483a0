// The message that a rule consumes: `msg.field`, `msg[j].field` in a quorum rule, and `msg` as a whole,
// which is expanded to its fields since messages are not values of an expression.
#include <fmt/format.h>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

// The message or messages that a name stands for: `msg`, a name of an input (`A as a`), or a name bound to
// each of the messages of a batch or part, which is its position.
struct NamedMessage {
  Receive receive;
  std::int32_t input = 0;
  std::optional<LocalId> position = {};
};

std::optional<NamedMessage> find_message(const FtdpScope& scope, const SyntaxExpr& syntax) {
  if (syntax.kind != SyntaxExprKind::name) return {};
  const LocalId local = scope.find(syntax.name.text);
  if (local.valid()) {
    const TypeId type = scope.frame[local.index()].type;
    const std::int32_t input = type.valid() ? scope.checker.type(type).positions : 0;
    if (input == 0) return {};
    return NamedMessage{scope.inputs[static_cast<std::size_t>(input) - 1].receive, input - 1, local};
  }
  for (std::size_t i = 0; i < scope.inputs.size(); ++i) {
    if (scope.inputs[i].alias == syntax.name.text)
      return NamedMessage{scope.inputs[i].receive, static_cast<std::int32_t>(i)};
  }
  if (syntax.name.text == "msg") return NamedMessage{scope.receive};
  return {};
}

// The message of `msg` or of `msg[j]`.
std::optional<NamedMessage> message_of(const FtdpScope& scope, const SyntaxExpr& syntax) {
  const bool indexed = syntax.kind == SyntaxExprKind::index && syntax.children.size() == 2;
  return find_message(scope, indexed ? syntax.children[0] : syntax);
}

Expr message_field(const FtdpScope& scope, const NamedMessage& message, std::size_t index,
                   const std::vector<Expr>& sender, Span span) {
  Expr expr;
  expr.kind = ExprKind::message_field;
  expr.message_kind = message.receive.message_kind;
  expr.index = static_cast<std::int32_t>(index);
  expr.input = message.input;
  expr.type = scope.checker.model.message(expr.message_kind).fields[index].type;
  expr.span = span;
  expr.children = sender;
  return expr;
}

void report_no_message(FtdpScope& scope, Span span) {
  if (!scope.unknown.insert("msg").second) return;
  if (!scope.inputs.empty()) {
    scope.checker.error(span, "there is no `msg` here: the messages of this rule have names",
                        fmt::format("the first is `{}`", scope.inputs[0].alias));
    return;
  }
  scope.checker.error(
      span,
      scope.body == BodyKind::rule ? "there is no `msg` here: this rule receives nothing"
                                   : "there is no `msg` here: only a rule that receives has one",
      scope.body == BodyKind::rule ? "name the message in the heading: `on KIND from role q`, or a second "
                                     "parameter `[](j: roleID)`"
                                   : "");
}

// The sender named in `msg[j]`, or the position (none for `msg`), after a check that the rule receives in
// this way.
std::optional<std::vector<Expr>> check_message_sender(FtdpScope& scope, const SyntaxExpr& syntax,
                                                      const NamedMessage& message) {
  FtdpChecker& checker = scope.checker;
  const bool indexed = syntax.kind == SyntaxExprKind::index;
  const Receive& receive = message.receive;
  const std::string& name = (indexed ? syntax.children[0] : syntax).name.text;
  std::vector<Expr> sender;
  if (receive.kind == ReceiveKind::none) {
    report_no_message(scope, syntax.span);
    return {};
  }
  if (message.position && !indexed) {
    sender.push_back(local_value(scope, *message.position, syntax.span));
  } else if (receive.kind == ReceiveKind::quorum) {
    if (!indexed) {
      checker.error(syntax.span, "this rule receives one message from every process of its quorum",
                    fmt::format("write `{}[j]` for the message of process j", name));
      return {};
    }
    Expr process = check_expression(scope, syntax.children[1], receive.sender_type);
    process = to_index(scope, std::move(process), receive.sender_type,
                       fmt::format("the sender of `{}[...]`", name));
    if (is_broken(process)) return {};
    sender.push_back(std::move(process));
  } else if (indexed) {
    checker.error(
        syntax.span,
        message.position ? fmt::format("`{}` is one message", name) : "this rule receives one message only",
        fmt::format("write `{}` without an index", name));
    return {};
  }
  if (!receive.message_kind.valid()) return {};
  return sender;
}

}  // namespace

Expr check_message_member(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const NamedMessage message = *message_of(scope, syntax.children[0]);
  auto sender = check_message_sender(scope, syntax.children[0], message);
  if (!sender) return broken(syntax.span);
  if (syntax.name.text == "absent") {
    if (!checker.model.channels.synchronous) {
      checker.warning(syntax.span, "`msg.absent` is always false: the channels are asynchronous",
                      "write `channels synchronous, reliable`");
    }
    Expr absent =
        make(checker, ExprKind::message_absent, checker.model.boolean_type, syntax.span, std::move(*sender));
    absent.input = message.input;
    return absent;
  }
  const auto& kind = checker.model.message(message.receive.message_kind);
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    if (kind.fields[i].name == syntax.name.text)
      return message_field(scope, message, i, *sender, syntax.span);
  }
  if (message.position && syntax.name.text == "from") {
    Expr from =
        make(checker, ExprKind::message_sender, message.receive.sender_type, syntax.span, std::move(*sender));
    from.input = message.input;
    return from;
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
  return message_of(scope, syntax).has_value();
}

Expr misused_message(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (check_message_sender(scope, syntax, *message_of(scope, syntax))) {
    const bool indexed = syntax.kind == SyntaxExprKind::index;
    scope.checker.error(
        syntax.span, "a whole message can only be assigned to a variable or sent on",
        fmt::format("use one of its fields: `{}.field`", (indexed ? syntax.children[0] : syntax).name.text));
  }
  return broken(syntax.span);
}

std::optional<WholeMessage> check_whole_message(FtdpScope& scope, const SyntaxExpr& syntax) {
  const auto message = message_of(scope, syntax);
  if (!message) return {};
  const auto sender = check_message_sender(scope, syntax, *message);
  WholeMessage whole{message->receive.message_kind, {}};
  if (!sender) return whole;
  const std::size_t count = scope.checker.model.message(whole.kind).fields.size();
  for (std::size_t i = 0; i < count; ++i)
    whole.fields.push_back(message_field(scope, *message, i, *sender, syntax.span));
  return whole;
}

}  // namespace quorate
