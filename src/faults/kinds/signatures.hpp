// Signed messages (Model: MessageKind::is_signed, CertificateField) as ordinary variables and conditions.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace quorate {

// The fields that a signature covers: all but the certificates.
std::vector<std::int32_t> signed_fields(const MessageKind& kind);
// Whether some message shows who has signed another.
bool declares_certificates(const Model& model);

// Takes the certificates out of the messages' declarations.
Model lower_certificates(Model model);

}  // namespace quorate
