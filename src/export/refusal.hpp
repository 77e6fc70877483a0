// What neither target can say, found before anything is written and told in the user's words.
#pragma once

#include "base/diagnostics.hpp"
#include "export/facts.hpp"
#include "model/model.hpp"

namespace quorate {

void refuse_what_cannot_be_exported(const Model& model, const Facts& facts, Diagnostics& refusals);

}  // namespace quorate
