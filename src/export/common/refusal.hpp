// What no target can express, found before anything is written: errors with their places in the user's text.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "export/common/facts.hpp"
#include "model/model.hpp"

namespace quorate {

// The model with its lowered faults left out, or as steps if a property needs them.
Model lowered_for_export(const Model& model, Diagnostics& refusals);

void refuse_what_cannot_be_exported(const Model& model, const Facts& facts, Diagnostics& refusals);

// Messages are numbers in the target: it must be able to hold the largest code.
void refuse_large_codes(const Model& model, const Facts& facts, std::int64_t largest, Diagnostics& refusals);

// `where` is an expression whose value may leave the numbers of the target, if there is one.
void refuse_large_numbers(const std::optional<Span>& where, const std::string& target, Diagnostics& refusals);

}  // namespace quorate
