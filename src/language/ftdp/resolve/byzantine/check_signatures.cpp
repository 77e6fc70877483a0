// A certificate names signers, so its type is the role whose rules send the signed kind: the smallest group
// with all of them, if there are several. That is looked up in the syntax, since types are resolved before
// rules. What a certificate is about (the fields and constants in its parentheses) is resolved when all kinds
// are known.
#include "language/ftdp/resolve/byzantine/check_signatures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/kinds/signatures.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {

namespace {

bool sends(const std::vector<SyntaxStmt>& body, const std::string& kind) {
  return std::ranges::any_of(body, [&](const SyntaxStmt& statement) {
    return (statement.kind == SyntaxStmtKind::send && statement.target.name.text == kind) ||
           sends(statement.body, kind) || sends(statement.else_body, kind);
  });
}

// The roles whose rules send the kind. Rules are not resolved yet.
std::set<RoleId> senders_of(const FtdpChecker& checker, const std::string& kind) {
  std::set<RoleId> roles;
  for (const SyntaxRule& rule : checker.syntax.rules) {
    if (!rule.self || rule.self->type.bounds.size() != 1 || !sends(rule.body, kind)) continue;
    const auto role = checker.roles.find(rule.self->type.bounds[0].name.text);
    if (role != checker.roles.end()) roles.insert(role->second);
  }
  return roles;
}

// The smallest role or group with all of these roles.
TypeId processes_with(const FtdpChecker& checker, const std::set<RoleId>& roles) {
  TypeId best;
  for (std::size_t t = 0; t < checker.model.types.size(); ++t) {
    const TypeId id(static_cast<std::int64_t>(t));
    const Type& type = checker.type(id);
    if (type.kind != TypeKind::process) continue;
    const bool all = std::ranges::all_of(
        roles, [&](RoleId role) { return std::ranges::find(type.roles, role) != type.roles.end(); });
    if (all && (!best.valid() || type.roles.size() < checker.type(best).roles.size())) best = id;
  }
  return best;
}

const SyntaxMessage* declaration_of(const FtdpChecker& checker, const std::string& kind) {
  const auto found = std::ranges::find_if(
      checker.syntax.messages, [&](const SyntaxMessage& message) { return message.name.text == kind; });
  return found == checker.syntax.messages.end() ? nullptr : &*found;
}

void report_unsigned(FtdpChecker& checker, const Name& kind) {
  const SyntaxMessage* const message = declaration_of(checker, kind.text);
  if (message != nullptr) {
    checker.error(kind.span, fmt::format("nobody signs {}", kind.text),
                  fmt::format("declare it as `message {}{} signed`", kind.text,
                              message->fields.empty() ? "" : "(...)"));
    return;
  }
  std::vector<std::string> known;
  for (const SyntaxMessage& other : checker.syntax.messages) {
    if (other.is_signed) known.push_back(other.name.text);
  }
  checker.error(kind.span, fmt::format("there is no message `{}`", kind.text),
                suggest(kind.text, known, fmt::format("declare it as `message {}(...) signed`", kind.text)));
}

// What a signature covers: everything but the certificates, which are checked by themselves.
void check_content(FtdpChecker& checker, const MessageKind& kind) {
  std::int64_t contents = 1;
  for (const std::int32_t f : signed_fields(kind)) {
    const Field& field = kind.fields[static_cast<std::size_t>(f)];
    if (!field.type.valid()) return;
    const Type& type = checker.type(field.type);
    if (!type.scalar() || type.unbounded) {
      checker.error(field.span, fmt::format("a signature cannot cover {}", describe(checker, field.type)),
                    "sign numbers of a range, booleans, enumeration values and processes");
      return;
    }
    contents = std::min(kMaxScalars + 1, contents * std::max<std::int64_t>(1, type.size()));
  }
  if (contents > kMaxScalars)
    checker.error(
        kind.span,
        fmt::format("a message {} has more than {} contents that can be signed", kind.name, kMaxScalars),
        "make the types of its fields smaller");
}

// The role or group whose rules send the kind.
TypeId signers_of(FtdpChecker& checker, const SyntaxType& syntax) {
  if (syntax.bounds.empty() || syntax.bounds[0].name.text.empty()) return {};
  const Name& kind = syntax.bounds[0].name;
  const SyntaxMessage* const message = declaration_of(checker, kind.text);
  if (message == nullptr || !message->is_signed) {
    report_unsigned(checker, kind);
    return {};
  }
  const auto senders = senders_of(checker, kind.text);
  if (senders.empty()) {
    checker.error(kind.span, fmt::format("no rule sends {}, so nobody can have signed it", kind.text),
                  fmt::format("write a rule that sends {}", kind.text));
    return {};
  }
  const TypeId process = processes_with(checker, senders);
  if (!process.valid()) {
    std::vector<std::string> names;
    for (const RoleId role : senders) names.push_back(checker.model.role(role).name);
    checker.error(
        kind.span,
        fmt::format("{} is signed by processes of {}, which are in no group", kind.text, list_words(names)),
        fmt::format("declare `group signer = {}`", fmt::join(names, " + ")));
    return {};
  }
  return process;
}

class CertificateCheck {
 public:
  CertificateCheck(FtdpChecker& checker, const MessageKind& carrier) : checker_(checker), carrier_(carrier) {}

  std::optional<CertificateField> check(std::size_t field, const SyntaxType& type) {
    const SyntaxExpr& content = type.bounds[0];
    const auto kind = checker_.kinds.find(content.name.text);
    if (kind == checker_.kinds.end()) return {};  // reported with its type
    const MessageKind& named = checker_.model.message(kind->second);
    CertificateField certificate;
    certificate.field = static_cast<std::int32_t>(field);
    certificate.signed_kind = kind->second;
    if (type.bounds.size() > 1) {
      const auto count = constant_integer(checker_, type.bounds[1], "the number of signers");
      if (count && *count < 1)
        checker_.error(type.bounds[1].span, fmt::format("the number of signers is {}", *count),
                       "it must be 1 or more");
      certificate.at_least = count.value_or(1);
    }
    certificate.signers = checker_.type(signers_of(checker_, type)).roles;
    const auto covered = signed_fields(named);
    if (!content.argument_names.empty() || content.children.size() != covered.size()) {
      std::vector<std::string> names;
      for (const auto f : covered) names.push_back(named.fields[static_cast<std::size_t>(f)].name);
      checker_.error(
          content.span,
          fmt::format("a signature of {} covers {} value{}, but {} given here", named.name, covered.size(),
                      covered.size() == 1 ? "" : "s",
                      content.children.size() == 1 ? "1 is" : fmt::format("{} are", content.children.size())),
          fmt::format("write `{}{}`, with fields of this message or constants", named.name,
                      names.empty() ? "" : fmt::format("({})", fmt::join(names, ", "))));
      return {};
    }
    for (std::size_t k = 0; k < covered.size(); ++k) {
      const auto part = part_of(content.children[k], named.fields[static_cast<std::size_t>(covered[k])]);
      if (!part) return {};
      certificate.content.push_back(*part);
    }
    return certificate;
  }

 private:
  std::optional<CertificateField::Part> part_of(const SyntaxExpr& syntax, const Field& covered) {
    if (!covered.type.valid()) return {};
    const auto& fields = carrier_.fields;
    const auto own = syntax.kind == SyntaxExprKind::name
                         ? std::ranges::find(fields, syntax.name.text, &Field::name)
                         : fields.end();
    if (own == fields.end()) {
      const auto value = constant_value(checker_, syntax, covered.type, "a signed value",
                                        "name a field of this message, or write a constant");
      if (!value) return {};
      if (!checker_.model.has_value(covered.type, value->value)) {
        report_range(syntax.span, covered);
        return {};
      }
      return CertificateField::Part{-1, value->value};
    }
    if (!own->type.valid()) return {};
    if (!same_type(checker_, covered.type, own->type)) {
      checker_.error(syntax.span, fmt::format("the field `{}` is {}, but `{}` is {}", own->name,
                                              describe(checker_, own->type), covered.name,
                                              describe(checker_, covered.type)));
      return {};
    }
    if (!covers(checker_, covered.type, own->type)) {
      report_range(syntax.span, covered);
      return {};
    }
    return CertificateField::Part{static_cast<std::int32_t>(own - fields.begin()), 0};
  }

  void report_range(Span span, const Field& covered) {
    checker_.error(span,
                   fmt::format("this can be more than `{}`, which is {}", covered.name,
                               describe(checker_, covered.type)),
                   "give both the same type: nobody can have signed the other values");
  }

  FtdpChecker& checker_;
  const MessageKind& carrier_;
};

// Null for a second declaration.
MessageKind* kind_of(FtdpChecker& checker, const SyntaxMessage& syntax) {
  const auto id = checker.kinds.find(syntax.name.text);
  if (id == checker.kinds.end()) return nullptr;
  MessageKind& kind = checker.model.messages[id->second.index()];
  return kind.span.begin == syntax.name.span.begin ? &kind : nullptr;
}

// Which fields are certificates must be known before what is signed.
void note_certificates(FtdpChecker& checker) {
  for (const SyntaxMessage& syntax : checker.syntax.messages) {
    MessageKind* const kind = kind_of(checker, syntax);
    if (kind == nullptr) continue;
    for (const SyntaxDeclaration& field : syntax.fields) {
      if (field.type.kind != SyntaxTypeKind::signers) continue;
      const auto at = std::ranges::find(kind->fields, field.name.text, &Field::name);
      if (at == kind->fields.end() || !at->type.valid()) continue;
      CertificateField certificate;
      certificate.field = static_cast<std::int32_t>(at - kind->fields.begin());
      kind->certificates.push_back(std::move(certificate));
    }
  }
}

void warn_about_unused(FtdpChecker& checker) {
  std::set<std::string> shown;
  for (const SyntaxMessage& syntax : checker.syntax.messages) {
    for (const SyntaxDeclaration& field : syntax.fields) {
      if (field.type.kind == SyntaxTypeKind::signers && !field.type.bounds.empty())
        shown.insert(field.type.bounds[0].name.text);
    }
  }
  for (const MessageKind& kind : checker.model.messages) {
    if (!kind.is_signed || shown.contains(kind.name)) continue;
    checker.warning(kind.span,
                    fmt::format("`signed` has no effect: no message shows who signed {}", kind.name),
                    fmt::format("write a field `proof: signers of {}{}` in another message", kind.name,
                                kind.fields.empty() ? "" : "(...)"));
  }
}

}  // namespace

TypeId resolve_signers(FtdpChecker& checker, const SyntaxType& syntax) {
  const TypeId process = signers_of(checker, syntax);
  if (!process.valid() || syntax.one_signer) return process;
  if (syntax.bounds.size() > 1) return checker.model.boolean_type;
  if (checker.type(process).size() > kMaxSetElements) {
    checker.error(syntax.span, fmt::format("more than {} processes may be signers", kMaxSetElements));
    return {};
  }
  return set_type(checker, process);
}

void check_certificates(FtdpChecker& checker) {
  note_certificates(checker);
  for (const SyntaxMessage& syntax : checker.syntax.messages) {
    MessageKind* const kind = kind_of(checker, syntax);
    if (kind == nullptr) continue;
    if (kind->is_signed) check_content(checker, *kind);
    for (CertificateField& certificate : kind->certificates) {
      const Field& field = kind->fields[static_cast<std::size_t>(certificate.field)];
      const auto declaration = std::ranges::find_if(
          syntax.fields, [&](const SyntaxDeclaration& d) { return d.name.text == field.name; });
      if (declaration == syntax.fields.end()) continue;
      const auto found = CertificateCheck(checker, *kind)
                             .check(static_cast<std::size_t>(certificate.field), declaration->type);
      if (found) certificate = *found;
    }
  }
  warn_about_unused(checker);
}

}  // namespace quorate
