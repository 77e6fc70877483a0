// What `quorate check --sample` prints and writes.
#pragma once

#include <string>

#include "base/source.hpp"
#include "model/model.hpp"
#include "report/paragraph.hpp"
#include "report/trace/value_json.hpp"
#include "verify/temporal/samples.hpp"

namespace quorate {

std::string samples_text(const Model& model, const SourceText& source, const Samples& samples,
                         const TextStyle& style);

// {"seed", "problem": null or a text,
//  "runs": [{"end": rests|loops|cut|failed, "trace": as of a counterexample}],
//  "properties": [{"property",
//                  "predicates": [{"part": predicate|premise|assumption, "text", "line", "column",
//                                  "true_in", "false_in": numbers of runs}]}]}
Json samples_json(const SourceText& source, const Samples& samples);

}  // namespace quorate
