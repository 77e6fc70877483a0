// The whole of FTDP: a text to a Model.
#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "language/ftdp/resolve/checker.hpp"
#include "model/model.hpp"

namespace quorate {

// None if there are errors. `values` are those of parameters, instead of what the text says.
std::optional<Model> load_model(const SourceText& source, const ParameterValues& values,
                                Diagnostics& diagnostics);

}  // namespace quorate
