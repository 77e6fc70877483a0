#include "reference_signatures.hpp"

#include <algorithm>

namespace quorate {

namespace {

bool is_certificate(const MessageKind& kind, std::size_t field) {
  return std::any_of(kind.certificates.begin(), kind.certificates.end(),
                     [&](const CertificateField& certificate) {
                       return static_cast<std::size_t>(certificate.field) == field;
                     });
}

const RefValue& field_of(const RefMessage& message, std::int32_t field) {
  return message.fields[static_cast<std::size_t>(field)];
}

bool names_one(const Model& model, const MessageKind& kind, const CertificateField& certificate) {
  const TypeId type = kind.fields[static_cast<std::size_t>(certificate.field)].type;
  return model.type(type).kind == TypeKind::process;
}

std::set<std::int64_t> named(const Model& model, const MessageKind& kind, const CertificateField& certificate,
                             std::int64_t value) {
  const TypeId type = kind.fields[static_cast<std::size_t>(certificate.field)].type;
  if (names_one(model, kind, certificate)) return {value};
  return set_elements(model, type, value);
}

RefSignature signature_of(const CertificateField& certificate, const RefMessage& message,
                          std::int64_t signer) {
  RefSignature signature{certificate.signed_kind.value, {}, signer};
  for (const CertificateField::Part& part : certificate.content) {
    signature.content.push_back(part.field < 0 ? RefValue(part.value) : field_of(message, part.field));
  }
  return signature;
}

bool shows(const RefState& state, const RefSignature& signature) {
  return state.status[static_cast<std::size_t>(signature.signer)] == Status::byzantine ||
         state.signatures.contains(signature);
}

// A certificate with this value can be shown.
bool is_genuine(const Model& model, const RefState& state, const RefMessage& message,
                const CertificateField& certificate, std::int64_t value) {
  const MessageKind& kind = model.message(KindId(message.kind));
  const auto may = [&](std::int64_t signer) {
    return shows(state, signature_of(certificate, message, signer));
  };
  if (certificate.at_least == 0) {
    const auto signers = named(model, kind, certificate, value);
    return std::all_of(signers.begin(), signers.end(), may);
  }
  if (value == 0) return true;
  std::int64_t number = 0;
  for (const RoleId id : certificate.signers) {
    const Role& role = model.role(id);
    for (std::int64_t k = 0; k < role.count; ++k) number += may(role.first.value + k) ? 1 : 0;
  }
  return number >= certificate.at_least;
}

// Whether some certificate can be about the content. An undefined value that is compared is a model error.
bool can_be_shown(const Model& model, const RefMessage& message, const std::vector<std::int32_t>& covered,
                  const Stmt& send) {
  for (const MessageKind& carrier : model.messages) {
    for (const CertificateField& certificate : carrier.certificates) {
      if (certificate.signed_kind.value != message.kind) continue;
      bool matches = true;
      for (std::size_t k = 0; matches && k < covered.size(); ++k) {
        const CertificateField::Part& part = certificate.content[k];
        if (part.field >= 0) continue;
        const RefValue& value = field_of(message, covered[k]);
        if (!value.simple) fail(send.arguments[static_cast<std::size_t>(covered[k])], "an undefined value");
        matches = *value.simple == part.value;
      }
      if (matches) return true;
    }
  }
  return false;
}

}  // namespace

std::set<std::int32_t> fields_looked_at(const Model& model, KindId id, std::set<std::int32_t> read) {
  const MessageKind& kind = model.message(id);
  const std::set<std::int32_t> by_the_rule = read;
  for (const CertificateField& certificate : kind.certificates) {
    if (!names_one(model, kind, certificate) && !by_the_rule.contains(certificate.field)) continue;
    read.insert(certificate.field);
    for (const CertificateField::Part& part : certificate.content) {
      if (part.field >= 0) read.insert(part.field);
    }
  }
  return read;
}

bool is_genuine(const Model& model, const RefState& state, const RefMessage& message,
                const std::set<std::int32_t>& fields) {
  const MessageKind& kind = model.message(KindId(message.kind));
  for (const CertificateField& certificate : kind.certificates) {
    if (!fields.contains(certificate.field)) continue;
    if (!is_genuine(model, state, message, certificate, *field_of(message, certificate.field).simple))
      return false;
  }
  return true;
}

void sign_message(const Model& model, RefState& state, std::int64_t self, const RefMessage& message,
                  const Stmt& send) {
  const MessageKind& kind = model.message(KindId(message.kind));
  for (const CertificateField& certificate : kind.certificates) {
    const Expr& where = send.arguments[static_cast<std::size_t>(certificate.field)];
    const RefValue& value = field_of(message, certificate.field);
    if (!value.simple) fail(where, "an undefined certificate");
    if (!is_genuine(model, state, message, certificate, *value.simple))
      fail(where, "a certificate names a process that has not signed");
  }
  if (!kind.is_signed || state.status[static_cast<std::size_t>(self)] == Status::byzantine) return;
  std::vector<std::int32_t> covered;
  for (std::size_t f = 0; f < kind.fields.size(); ++f) {
    if (!is_certificate(kind, f)) covered.push_back(static_cast<std::int32_t>(f));
  }
  if (!can_be_shown(model, message, covered, send)) return;
  RefSignature signature{message.kind, {}, self};
  for (const std::int32_t f : covered) {
    if (!field_of(message, f).simple)
      fail(send.arguments[static_cast<std::size_t>(f)], "an undefined value is signed");
    signature.content.push_back(field_of(message, f));
  }
  state.signatures.insert(std::move(signature));
}

}  // namespace quorate
