// The whole of FTDP: a text to a Model.
#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "language/ftdp/resolve/checker.hpp"
#include "model/model.hpp"

namespace quorate {

// None if there are errors. `values` override the values of parameters in the text.
std::optional<Model> load_model(const SourceText& source, const ParameterValues& values,
                                Diagnostics& diagnostics);

}  // namespace quorate
