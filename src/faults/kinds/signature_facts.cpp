// What a model says of signatures.
#include <algorithm>

#include "faults/kinds/signatures.hpp"

namespace quorate {

std::vector<std::int32_t> signed_fields(const MessageKind& kind) {
  std::vector<std::int32_t> fields;
  for (std::int32_t f = 0; f < static_cast<std::int32_t>(kind.fields.size()); ++f) {
    if (std::ranges::find(kind.certificates, f, &CertificateField::field) == kind.certificates.end())
      fields.push_back(f);
  }
  return fields;
}

bool declares_certificates(const Model& model) {
  return std::ranges::any_of(model.messages, [](const MessageKind& k) { return !k.certificates.empty(); });
}

}  // namespace quorate
