// Whether crashes and losses may be left out of the steps for a property, and why not. docs/soundness.md
// argues each line. The gate (verify/gate), proofs and exports ask here.
#pragma once

#include <string>

#include "faults/declared_faults.hpp"
#include "model/model.hpp"

namespace quorate {

// Empty if the choice is sound for the property; otherwise the reason against it.
std::string against_implicit_crash(const Model& model, const Property& property);
std::string against_crash_at_receipt(const Model& model, const Property& property);
std::string against_implicit_loss(const Model& model, const Property& property);

// Whether a declared channel bound that was found full makes the implicit model unsound (for crashes: the
// model at receipt as well, where only senders crash).
bool bound_spoils_implicit_crash(const Model& model);
bool bound_spoils_implicit_loss(const Model& model);

}  // namespace quorate
