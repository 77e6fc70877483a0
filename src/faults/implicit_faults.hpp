// Whether crashes and losses may be left implicit for a property, and why not. docs/soundness.md argues each
// condition. For the gate (verify/gate), proofs and exports.
#pragma once

#include <string>

#include "faults/declared_faults.hpp"
#include "model/model.hpp"

namespace quorate {

// Empty if the choice is sound for the property; otherwise the reason against it.
std::string against_implicit_crash(const Model& model, const Property& property);
std::string against_crash_at_receipt(const Model& model, const Property& property);
std::string against_implicit_loss(const Model& model, const Property& property);

// Whether the implicit model is unsound once a channel was found full to its declared bound. For crashes this
// also holds of the model at receipt, where only senders crash.
bool bound_spoils_implicit_crash(const Model& model);
bool bound_spoils_implicit_loss(const Model& model);

}  // namespace quorate
