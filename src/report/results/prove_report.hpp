// The report of `quorate prove` as text and as JSON. The JSON has the keys of the report of `quorate check`,
// and more.
#pragma once

#include <string>

#include "base/source.hpp"
#include "induction/prove.hpp"
#include "report/paragraph.hpp"
#include "report/result_json.hpp"

namespace quorate {

std::string prove_text(const Model& model, const SourceText& source, const ProveReport& report,
                       const TextStyle& style);
Json prove_json(const Model& model, const ProveOptions& options, const ProveReport& report);

}  // namespace quorate
