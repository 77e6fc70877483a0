// A trace as a message-sequence chart: one lifeline for each process, time downwards, one row for each step,
// an arrow from each send to the step that consumes the message. The SVG needs no other file. Shows a
// TraceDescription; knows nothing of models.
#pragma once

#include <string>

#include "system/seam/description.hpp"

namespace quorate {

struct ChartOptions {
  std::string title;     // above the chart; may be empty
  std::string violated;  // the name of the violated property; may be empty
  // The name of a property that holds and asks for a run that the trace is; may be empty.
  std::string witness = {};
};

// Meant for up to about ten processes and any number of steps.
std::string chart_svg(const TraceDescription& trace, const ChartOptions& options);

}  // namespace quorate
