// A trace as text: the initial state, then what each step did and changed, then the last state. Shows a
// TraceDescription; knows nothing of models or searches.
#pragma once

#include <string>

#include "report/paragraph.hpp"
#include "system/seam/description.hpp"

namespace quorate {

// outline: of each step only the process and the rule.
enum class TraceDetail { full, outline };

// `failure_place` says where in the model the trace's failure happened, e.g. a rendered diagnostic of
// several lines; it is shown only if there is a failure. The text ends with a newline.
std::string trace_text(const TraceDescription& trace, const TextStyle& style,
                       const std::string& failure_place = {}, TraceDetail detail = TraceDetail::full);

}  // namespace quorate
