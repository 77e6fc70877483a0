// Which parameter of a rule is its process, which its sender, and which are ordinary. The short heading
// says so. In the printed one the order decides: of two process parameters at the end the last is the
// sender and the one before it the process; a quorum is the sender; otherwise the last process parameter is
// the process. A rule without a process or of several roles has no meaning, and its body is not checked.
#include <fmt/format.h>

#include "language/ftdp/resolve/check_rules.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {
namespace {

bool is_process(FtdpChecker& checker, const SyntaxParameter& parameter) {
  const SyntaxType& type = parameter.type;
  if (type.kind != SyntaxTypeKind::named || type.bounds.size() != 1) return false;
  const SyntaxExpr& name = type.bounds[0];
  if (name.kind != SyntaxExprKind::name || !is_type_name(checker, name.name.text)) return false;
  return checker.is(find_type(checker, name.name.text), TypeKind::process);
}

// In the printed notation the order of the parameters decides which is the process and which the sender.
RuleHeading printed_heading(FtdpChecker& checker, const SyntaxRule& syntax) {
  RuleHeading heading;
  const auto& all = syntax.parameters;
  for (const auto& parameter : all) {
    if (!parameter.quorum) continue;
    if (heading.sender != nullptr) {
      checker.error(parameter.name.span, "a rule can wait for one quorum only");
      continue;
    }
    heading.sender = &parameter;
  }
  const bool receipt = heading.sender == nullptr && all.size() >= 2 &&
                       is_process(checker, all[all.size() - 1]) && is_process(checker, all[all.size() - 2]);
  if (receipt) heading.sender = &all.back();
  for (const auto& parameter : all) {
    if (&parameter != heading.sender && !parameter.quorum && is_process(checker, parameter))
      heading.self = &parameter;
  }
  for (const auto& parameter : all) {
    if (&parameter != heading.sender && &parameter != heading.self && !parameter.quorum) {
      heading.others.push_back(&parameter);
    }
  }
  return heading;
}

RuleHeading heading_of(FtdpChecker& checker, const SyntaxRule& syntax) {
  if (!syntax.self) return printed_heading(checker, syntax);
  RuleHeading heading;
  heading.self = &*syntax.self;
  if (syntax.sender) heading.sender = &*syntax.sender;
  for (const auto& parameter : syntax.parameters) heading.others.push_back(&parameter);
  return heading;
}

bool bind_self(FtdpScope& scope, const SyntaxRule& syntax, const SyntaxParameter* self, Rule& rule) {
  FtdpChecker& checker = scope.checker;
  if (self == nullptr) {
    checker.error(syntax.name.span,
                  fmt::format("the rule `{}` has no process that executes it", syntax.name.text),
                  "write `[](i: roleID)` before its name");
    return false;
  }
  const TypeId type = resolve_processes(checker, self->type);
  if (!type.valid()) return false;
  if (!checker.is(type, TypeKind::process) || checker.type(type).roles.size() != 1) {
    checker.error(self->type.span,
                  fmt::format("a rule belongs to one role, but `{}` is {}", spell(checker, type),
                              checker.is(type, TypeKind::process) ? "a group of several" : "not a role"),
                  "write one rule for each role");
    return false;
  }
  rule.role = checker.type(type).roles[0];
  rule.self = scope.bind(self->name.text, type);
  scope.role = rule.role;
  scope.self = rule.self;
  return true;
}

KindId received_kind(FtdpChecker& checker, const SyntaxRule& syntax) {
  const auto& kinds = checker.model.messages;
  if (syntax.message_kind) return find_kind(checker, *syntax.message_kind);
  if (kinds.size() == 1) return KindId(0);
  if (kinds.empty()) {
    checker.error(
        syntax.name.span,
        fmt::format("the rule `{}` receives a message, but the model declares none", syntax.name.text),
        "declare `Msg: record ... end` in the `type` section, or `message KIND(...)`");
  } else {
    checker.error(syntax.name.span,
                  fmt::format("the rule `{}` does not say which message it receives", syntax.name.text),
                  fmt::format("write `{} on {}:`", syntax.name.text, kinds[0].name));
  }
  return {};
}

bool bind_sender(FtdpScope& scope, const SyntaxRule& syntax, const SyntaxParameter* sender, Rule& rule) {
  FtdpChecker& checker = scope.checker;
  if (sender == nullptr) {
    if (syntax.message_kind) {
      checker.error(syntax.message_kind->span,
                    fmt::format("the rule `{}` receives {} but names no sender", syntax.name.text,
                                syntax.message_kind->text),
                    syntax.printed ? "write `[](j: roleID)` as its last parameter" : "write `from role q`");
      return false;
    }
    return true;
  }
  const TypeId type = resolve_senders(checker, sender->type);
  if (!type.valid()) return false;
  Receive& receive = rule.receive;
  receive.sender_type = type;
  receive.message_kind = received_kind(checker, syntax);
  if (sender->quorum) {
    check_quorum(scope, *sender, receive);
  } else {
    receive.kind = ReceiveKind::single;
    receive.sender = scope.bind(sender->name.text, type);
  }
  scope.receive = receive;
  return true;
}

}  // namespace

TypeId resolve_processes(FtdpChecker& checker, const SyntaxType& syntax) {
  const bool name = syntax.kind == SyntaxTypeKind::named && syntax.bounds.size() == 1 &&
                    syntax.bounds[0].kind == SyntaxExprKind::name;
  if (!name || is_type_name(checker, syntax.bounds[0].name.text)) return resolve_type(checker, syntax);
  report_unknown_role(checker, syntax.bounds[0].name);
  return {};
}

TypeId resolve_senders(FtdpChecker& checker, const SyntaxType& syntax) {
  const TypeId type = resolve_processes(checker, syntax);
  if (!type.valid() || checker.is(type, TypeKind::process)) return type;
  checker.error(syntax.span,
                fmt::format("messages come from a role or a group, but this is {}", describe(checker, type)));
  return {};
}

void check_quorum(FtdpScope& scope, const SyntaxParameter& sender, Receive& receive) {
  FtdpChecker& checker = scope.checker;
  receive.kind = ReceiveKind::quorum;
  receive.at_least = sender.at_least;
  receive.sender = scope.bind(sender.name.text, set_type(checker, receive.sender_type));
  if (!sender.quorum_size) return;
  const auto size = constant_integer(checker, *sender.quorum_size, "the size of a quorum");
  if (!size) return;
  receive.quorum_size = *size;
  const auto senders = static_cast<std::int64_t>(checker.model.values_of(receive.sender_type).size());
  if (*size < 0 || *size > senders) {
    checker.warning(
        sender.quorum_size->span,
        fmt::format("this rule can never be executed: a quorum of {} out of {} process{} of {}", *size,
                    senders, senders == 1 ? "" : "es", spell(checker, receive.sender_type)));
  }
}

bool bind_parameter(FtdpScope& scope, const SyntaxParameter& syntax, std::vector<RuleParameter>& parameters) {
  FtdpChecker& checker = scope.checker;
  if (syntax.quorum) {
    checker.error(syntax.name.span, "a quorum can only be the sender of a rule's messages");
    return false;
  }
  TypeId type = resolve_type(checker, syntax.type);
  if (type.valid() && !checker.type(type).scalar()) {
    checker.error(syntax.type.span, fmt::format("a parameter cannot be {}", describe(checker, type)),
                  "use a range, an enumeration, a boolean or a role");
    type = {};
  }
  if (refuse_natural(checker, type, syntax.type.span, "a parameter cannot take all")) type = {};
  const LocalId local = scope.bind(syntax.name.text, type);
  parameters.push_back({local, type});
  return type.valid();
}

bool check_heading(FtdpScope& scope, const SyntaxRule& syntax, Rule& rule) {
  FtdpChecker& checker = scope.checker;
  const RuleHeading heading = heading_of(checker, syntax);
  std::map<std::string, Span> seen;
  std::vector<const SyntaxParameter*> named = heading.others;
  if (heading.self != nullptr) named.push_back(heading.self);
  if (heading.sender != nullptr) named.push_back(heading.sender);
  for (const SyntaxInput& input : syntax.inputs) {
    if (input.sender) named.push_back(&*input.sender);
  }
  for (const SyntaxParameter* parameter : named) {
    if (!parameter->name.text.empty()) checker.declare(seen, parameter->name, "the parameter");
  }
  for (const SyntaxInput& input : syntax.inputs) {
    if (!input.alias.text.empty()) checker.declare(seen, input.alias, "the name");
  }
  bool good = true;
  for (const SyntaxParameter* parameter : heading.others) {
    if (!bind_parameter(scope, *parameter, rule.parameters)) good = false;
  }
  // A parameter of an unknown type, reported by now, may have been meant as the process.
  if (heading.self == nullptr && !good) return false;
  if (!bind_self(scope, syntax, heading.self, rule)) good = false;
  if (!syntax.inputs.empty()) return bind_inputs(scope, syntax, rule) && good;
  return bind_sender(scope, syntax, heading.sender, rule) && good;
}

}  // namespace quorate
