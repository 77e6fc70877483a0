// What neither target can say, found before anything is written and told in the user's words.
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

// Messages are numbers there: the target must be able to hold the largest.
void refuse_large_codes(const Model& model, const Facts& facts, std::int64_t largest, Diagnostics& refusals);

// Where the target might compute something else than Quorate: an expression that may leave its numbers.
void refuse_large_numbers(const std::optional<Span>& where, const std::string& target, Diagnostics& refusals);

}  // namespace quorate
