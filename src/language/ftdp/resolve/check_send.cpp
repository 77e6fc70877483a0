// Sending in both notations: `send KIND(...) to ...` is one statement; an assignment to `2role[k]` or one
// of its fields becomes one statement for each field, which together assemble one message. Also
// `waiting(...)` of lemmas, whose message is written like one that is sent.
#include <fmt/format.h>

#include "language/ftdp/resolve/check_statements.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

std::string signature(const FtdpChecker& checker, const MessageKind& kind) {
  if (kind.fields.empty()) return kind.name;
  std::vector<std::string> fields;
  for (const auto& field : kind.fields) {
    fields.push_back(fmt::format("{}: {}", field.name, spell(checker, field.type)));
  }
  return fmt::format("{}({})", kind.name, fmt::join(fields, ", "));
}

bool may_send(FtdpScope& scope, Span span) {
  if (scope.body == BodyKind::rule) return true;
  scope.checker.error(span, scope.body == BodyKind::observe
                                ? "a monitor only watches: it cannot send"
                                : "only a rule can send: initially, no message is on its way");
  return false;
}

int field_index(const MessageKind& kind, const std::string& name) {
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    if (kind.fields[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

Expr check_argument(FtdpScope& scope, const SyntaxExpr& syntax, const MessageKind& kind, std::size_t index) {
  const std::string what = fmt::format("the field `{}` of {}", kind.fields[index].name, kind.name);
  return check_value(scope, syntax, kind.fields[index].type, what);
}

// Named arguments may leave fields out, which are then undefined.
void check_named_arguments(FtdpScope& scope, const SyntaxExpr& call, const MessageKind& kind, Stmt& stmt) {
  FtdpChecker& checker = scope.checker;
  for (const auto& field : kind.fields) stmt.arguments.push_back(undefined(field.type, call.span));
  std::set<std::string> seen;
  for (std::size_t i = 0; i < call.children.size(); ++i) {
    const Name& name = i < call.argument_names.size() ? call.argument_names[i] : call.name;
    if (i >= call.argument_names.size() || name.text.empty()) {
      checker.error(call.children[i].span, "either all arguments are named or none",
                    fmt::format("{} is declared as `{}`", kind.name, signature(checker, kind)));
      continue;
    }
    const int index = field_index(kind, name.text);
    if (index < 0) {
      const auto known = field_names(kind.fields);
      checker.error(name.span, fmt::format("the message {} has no field `{}`", kind.name, name.text),
                    suggest(name.text, known, fmt::format("its fields are {}", list_words(known))));
      continue;
    }
    if (!seen.insert(name.text).second) {
      checker.error(name.span, fmt::format("the field `{}` is given twice", name.text));
      continue;
    }
    const auto position = static_cast<std::size_t>(index);
    stmt.arguments[position] = check_argument(scope, call.children[i], kind, position);
  }
}

void check_arguments(FtdpScope& scope, const SyntaxExpr& call, const MessageKind& kind, Stmt& stmt) {
  bool named = false;
  for (const auto& name : call.argument_names) named = named || !name.text.empty();
  if (named) return check_named_arguments(scope, call, kind, stmt);
  if (call.children.size() != kind.fields.size()) {
    scope.checker.error(call.span,
                        fmt::format("{} has {} field{}, but {} value{} given", kind.name, kind.fields.size(),
                                    kind.fields.size() == 1 ? "" : "s", call.children.size(),
                                    call.children.size() == 1 ? " is" : "s are"),
                        fmt::format("it is declared as `{}`", signature(scope.checker, kind)));
    return;
  }
  for (std::size_t i = 0; i < call.children.size(); ++i) {
    stmt.arguments.push_back(check_argument(scope, call.children[i], kind, i));
  }
}

bool names_processes(const FtdpScope& scope, const SyntaxExpr& syntax) {
  if (syntax.kind != SyntaxExprKind::name) return false;
  const NameMeaning meaning = meaning_of(scope, syntax.name.text);
  return meaning == NameMeaning::role || meaning == NameMeaning::group;
}

void check_recipients(FtdpScope& scope, const SyntaxStmt& syntax, Stmt& stmt) {
  FtdpChecker& checker = scope.checker;
  const bool all = syntax.recipients == SyntaxRecipients::all;
  if (names_processes(scope, syntax.value)) {
    stmt.recipients = Recipients::all;
    stmt.recipient_type = find_type(checker, syntax.value.name.text);
    if (all) return;
    checker.error(syntax.value.span, fmt::format("`{}` stands for all its processes", syntax.value.name.text),
                  fmt::format("write `to all {}`, or `to {}[i]` for one of them", syntax.value.name.text,
                              syntax.value.name.text));
    return;
  }
  if (all && syntax.value.kind == SyntaxExprKind::name &&
      meaning_of(scope, syntax.value.name.text) == NameMeaning::nothing) {
    report_unknown_role(checker, syntax.value.name);
    return;
  }
  stmt.recipient = check_expression(scope, syntax.value);
  const TypeId type = stmt.recipient.type;
  if (!type.valid()) return;
  if (checker.is(type, TypeKind::set) && checker.is(checker.type(type).element, TypeKind::process)) {
    stmt.recipients = Recipients::set;
    stmt.recipient_type = checker.type(type).element;
  } else if (checker.is(type, TypeKind::process) && !all) {
    stmt.recipients = Recipients::one;
    stmt.recipient_type = type;
  } else {
    checker.error(syntax.value.span,
                  fmt::format("a message is sent to {}, but this is {}",
                              all ? "all processes of a role or a set" : "a process or a set of processes",
                              describe(checker, type)));
  }
}

// The kind that `2role[k]` sends: the printed Msg, or the only one.
KindId outgoing_kind(FtdpChecker& checker, Span span) {
  const auto& kinds = checker.model.messages;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].printed || kinds.size() == 1) return KindId(static_cast<std::int64_t>(i));
  }
  checker.error(span,
                kinds.empty() ? "the model declares no message" : "it is not clear which message this sends",
                kinds.empty() ? "declare `Msg: record ... end` in the `type` section"
                              : "write `send KIND(...) to ...`");
  return {};
}

Expr check_outgoing_recipient(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const Name& name = syntax.children[0].name;
  const TypeId type = is_type_name(checker, name.text) ? find_type(checker, name.text) : TypeId{};
  if (!checker.is(type, TypeKind::process)) {
    report_unknown_role(checker, name);
    return broken(syntax.span);
  }
  Expr index = check_expression(scope, syntax.children[1], type);
  index = to_index(scope, std::move(index), type, fmt::format("the index of `2{}`", name.text));
  index.span = syntax.span;
  return index;
}

}  // namespace

Expr check_waiting(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  if (!scope.lemma) {
    checker.error(syntax.span, "only a `lemma` can look into channels",
                  "properties speak about processes; a `monitor` can remember what was sent");
    return broken(syntax.span);
  }
  const SyntaxExpr& message = syntax.children[2];
  const bool named = message.kind == SyntaxExprKind::name || message.kind == SyntaxExprKind::call;
  if (!named) {
    checker.error(message.span, "expected a message", "write `waiting(sender, receiver, KIND(value, ...))`");
    return broken(syntax.span);
  }
  Expr expr;
  expr.kind = ExprKind::waiting;
  expr.type = checker.model.boolean_type;
  expr.span = syntax.span;
  expr.message_kind =
      find_kind(checker, message.name, fmt::format("declare it with `message {}(...)`", message.name.text));
  for (std::size_t i = 0; i < 2; ++i) {
    expr.children.push_back(check_expression(scope, syntax.children[i]));
    const TypeId type = expr.children.back().type;
    if (!type.valid()) return broken(syntax.span);
    if (checker.is(type, TypeKind::process)) continue;
    checker.error(syntax.children[i].span,
                  fmt::format("the {} of a message is a process, but this is {}",
                              i == 0 ? "sender" : "receiver", describe(checker, type)));
    return broken(syntax.span);
  }
  if (!expr.message_kind.valid()) return broken(syntax.span);
  Stmt arguments;
  check_arguments(scope, message, checker.model.message(expr.message_kind), arguments);
  if (arguments.arguments.size() != checker.model.message(expr.message_kind).fields.size())
    return broken(syntax.span);
  for (Expr& argument : arguments.arguments) {
    if (is_broken(argument)) return broken(syntax.span);
    expr.children.push_back(std::move(argument));
  }
  return expr;
}

void check_send(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out) {
  FtdpChecker& checker = scope.checker;
  if (!may_send(scope, syntax.span)) return;
  Stmt stmt;
  stmt.kind = StmtKind::send;
  stmt.span = syntax.span;
  stmt.message_kind = find_kind(checker, syntax.target.name,
                                fmt::format("declare it with `message {}(...)`", syntax.target.name.text));
  if (stmt.message_kind.valid()) {
    const MessageKind kind = checker.model.message(stmt.message_kind);
    check_arguments(scope, syntax.target, kind, stmt);
  }
  check_recipients(scope, syntax, stmt);
  out.push_back(std::move(stmt));
}

bool is_outgoing(const SyntaxExpr& syntax) {
  if (syntax.kind == SyntaxExprKind::outgoing) return true;
  const bool inner = syntax.kind == SyntaxExprKind::index || syntax.kind == SyntaxExprKind::member_of;
  return inner && !syntax.children.empty() && is_outgoing(syntax.children[0]);
}

void check_outgoing(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out) {
  FtdpChecker& checker = scope.checker;
  if (!may_send(scope, syntax.span)) return;
  if (checker.model.channels.several) {
    checker.error(syntax.span, "where a step may send several messages to a process, each is sent as a whole",
                  "write `send KIND(...) to q`");
    return;
  }
  const bool one_field = syntax.target.kind == SyntaxExprKind::member_of;
  const SyntaxExpr& place = one_field ? syntax.target.children[0] : syntax.target;
  if (place.kind != SyntaxExprKind::index || place.children.size() != 2 ||
      place.children[0].kind != SyntaxExprKind::outgoing) {
    checker.error(syntax.target.span, "an outgoing message is written `2role[k]` or `2role[k].field`");
    return;
  }
  const Expr recipient = check_outgoing_recipient(scope, place);
  const KindId id = outgoing_kind(checker, syntax.target.span);
  if (!id.valid()) return;
  const MessageKind kind = checker.model.message(id);
  const auto append = [&](std::size_t index, Expr value) {
    Stmt stmt;
    stmt.kind = StmtKind::set_outgoing;
    stmt.span = syntax.span;
    stmt.target = recipient;
    stmt.message_kind = id;
    stmt.index = static_cast<std::int32_t>(index);
    stmt.value = std::move(value);
    out.push_back(std::move(stmt));
  };
  if (!one_field) {
    const auto values =
        check_record_value(scope, syntax.value, kind.fields, fmt::format("the message {}", kind.name));
    for (std::size_t i = 0; values && i < kind.fields.size(); ++i) append(i, (*values)[i]);
    return;
  }
  const int index = field_index(kind, syntax.target.name.text);
  if (index < 0) {
    const auto known = field_names(kind.fields);
    checker.error(
        syntax.target.name.span,
        fmt::format("the message {} has no field `{}`", kind.name, syntax.target.name.text),
        suggest(syntax.target.name.text, known, fmt::format("its fields are {}", list_words(known))));
    return;
  }
  append(static_cast<std::size_t>(index),
         check_argument(scope, syntax.value, kind, static_cast<std::size_t>(index)));
}

std::optional<std::vector<Expr>> check_record_value(FtdpScope& scope, const SyntaxExpr& syntax,
                                                    const std::vector<Field>& fields,
                                                    const std::string& what) {
  FtdpChecker& checker = scope.checker;
  std::vector<Expr> parts;
  std::vector<Field> given;
  if (auto message = check_whole_message(scope, syntax)) {
    if (!message->kind.valid()) return {};
    given = checker.model.message(message->kind).fields;
    parts = std::move(message->fields);
    if (parts.empty() && !given.empty()) return {};
  } else {
    const Expr record = check_expression(scope, syntax);
    if (is_broken(record)) return {};
    if (!checker.is(record.type, TypeKind::record)) {
      checker.error(syntax.span, fmt::format("{} must be a message or a record, but this is {}", what,
                                             describe(checker, record.type)));
      return {};
    }
    given = checker.type(record.type).fields;
    for (std::size_t i = 0; i < given.size(); ++i) parts.push_back(field_of(checker, record, i, syntax.span));
  }
  std::vector<Expr> values;
  for (const auto& field : fields) {
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (given[i].name != field.name) continue;
      Expr value =
          convert(scope, parts[i], field.type, fmt::format("the field `{}` of {}", field.name, what));
      if (is_broken(value)) return {};
      values.push_back(std::move(value));
    }
  }
  if (values.size() == fields.size() && fields.size() == given.size()) return values;
  checker.error(syntax.span, fmt::format("{} has other fields than this", what),
                fmt::format("its fields are {}", list_words(field_names(fields))));
  return {};
}

}  // namespace quorate
