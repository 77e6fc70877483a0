// Types, messages and the headings of functions. Types are entered by name first and resolved on demand
// (find_type), so that they may be declared in any order; a type that contains itself is found on the way.
#include "language/ftdp/resolve/check_declarations.hpp"

#include <fmt/format.h>

#include "language/ftdp/resolve/byzantine/check_signatures.hpp"
#include "language/ftdp/resolve/byzantine/check_symmetric.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"

namespace quorate {
namespace {

void add_message(FtdpChecker& checker, const Name& name, const std::vector<SyntaxDeclaration>& fields,
                 bool printed, bool is_signed = false) {
  const auto [entry, fresh] =
      checker.kinds.emplace(name.text, KindId(static_cast<std::int64_t>(checker.model.messages.size())));
  if (!fresh) {
    checker.error(name.span, fmt::format("the message `{}` is declared twice", name.text),
                  fmt::format("the first declaration of `{}` is in line {}", name.text,
                              checker.line(checker.model.message(entry->second).span)));
    return;
  }
  MessageKind kind;
  kind.name = name.text;
  kind.printed = printed;
  kind.is_signed = is_signed;
  kind.span = name.span;
  // The fields of the printed Msg were resolved, and reported, with its type.
  const TypeId record = printed ? find_type(checker, name.text) : TypeId{};
  if (!printed) {
    kind.fields = resolve_message_fields(checker, fields);
  } else if (record.valid()) {
    kind.fields = checker.type(record).fields;
  }
  std::int64_t scalars = 0;
  for (const auto& field : kind.fields) {
    scalars += scalar_count(checker, field.type);
    if (field.name == "absent") {
      checker.error(field.span, "a field cannot be called `absent`",
                    "`msg.absent` says that an expected message was not sent");
    }
  }
  if (scalars > kMaxScalars) {
    checker.error(name.span, fmt::format("a message {} holds more than {} values", name.text, kMaxScalars));
  }
  checker.model.messages.push_back(std::move(kind));
}

void declare_function(FtdpChecker& checker, const SyntaxFunction& syntax) {
  if (!checker.declare(checker.declared, syntax.name, "the function")) return;
  if (is_builtin(syntax.name.text)) {
    checker.error(syntax.name.span, fmt::format("`{}` is a predefined function", syntax.name.text),
                  "choose another name");
  }
  Function function;
  function.name = syntax.name.text;
  function.span = syntax.name.span;
  std::map<std::string, Span> seen;
  for (const auto& parameter : syntax.parameters) {
    if (!checker.declare(seen, parameter.name, "the parameter")) continue;
    TypeId type = resolve_type(checker, parameter.type);
    if (type.valid() && !checker.type(type).simple()) {
      checker.error(parameter.type.span, fmt::format("a function cannot take {}", describe(checker, type)),
                    "pass its parts, or pass the process whose variable it is");
      type = {};
    }
    function.parameters.push_back({LocalId(static_cast<std::int64_t>(function.frame.size())), type});
    function.frame.push_back({parameter.name.text, type});
  }
  function.result = resolve_type(checker, syntax.result);
  if (function.result.valid() && !checker.type(function.result).simple()) {
    checker.error(syntax.result.span,
                  fmt::format("a function cannot return {}", describe(checker, function.result)));
    function.result = {};
  }
  checker.functions[function.name] = FunctionId(static_cast<std::int64_t>(checker.model.functions.size()));
  checker.model.functions.push_back(std::move(function));
}

}  // namespace

void declare_types(FtdpChecker& checker) {
  for (const auto& declaration : checker.syntax.types) {
    if (declaration.type.kind == SyntaxTypeKind::role) continue;
    if (!checker.declare(checker.declared, declaration.name, "the type")) continue;
    checker.types[declaration.name.text] = {&declaration.type, {}, ResolveState::not_started};
  }
  for (const auto& declaration : checker.syntax.types) {
    if (declaration.type.kind != SyntaxTypeKind::role) find_type(checker, declaration.name.text);
  }
}

void declare_messages(FtdpChecker& checker) {
  for (const auto& declaration : checker.syntax.types) {
    if (declaration.name.text != "Msg" || declaration.type.kind != SyntaxTypeKind::record) continue;
    if (checker.kinds.contains("Msg")) continue;
    add_message(checker, declaration.name, declaration.type.fields, true);
  }
  for (const auto& message : checker.syntax.messages)
    add_message(checker, message.name, message.fields, false, message.is_signed);
  for (const auto& message : checker.syntax.messages) resolve_same_for(checker, message);
  check_certificates(checker);
}

void declare_functions(FtdpChecker& checker) {
  for (const auto& function : checker.syntax.functions) declare_function(checker, function);
}

}  // namespace quorate
