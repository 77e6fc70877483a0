// The entrance: a file's text to a Model, whatever its language.
#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "language/ftdp/resolve/checker.hpp"
#include "model/model.hpp"

namespace quorate {

std::optional<Model> load_model(const SourceText& source, const ParameterValues& values,
                                Diagnostics& diagnostics);

}  // namespace quorate
