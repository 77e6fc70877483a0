// A trace in the format "quorate-trace-1", for other programs. Only TraceDescriptions go in and out; files
// are not known here.
//
//   {"format": "quorate-trace-1", "loop_start": null or the number of a state (from 0),
//    "states": [{"processes": {"acceptor[1]": {variable: value, ..., "status"?, "faults"?}},
//                "channels": [{"from", "to", "messages": [{"kind", "fields": {...}, "delivered": bool}]}],
//                "monitors": {variable: value}}],
//    "steps": [{"kind": rule|delivery|loss|crash|fault|otherwise, "transition", "process", "rule",
//               "consumed": [{"from", "to", "kind", "fields", "absent": true?, "forged": true?}],
//               "sent": [...], "note"?}],
//    "failure": null or {"message", "begin", "end"},
//    "shapes"?: {"roles": ..., "messages": ..., "monitors": ...}}
//
// "status" is there if the system tracks statuses, "faults" (a list of words) if faults have marked the
// process. "failure" is a model error after the last state, with its place in the source. "shapes" is there
// if sets or arrays occur (value_json.hpp).
#pragma once

#include <optional>
#include <string>

#include "report/trace/value_json.hpp"
#include "system/seam/description.hpp"

namespace quorate {

Json trace_json(const TraceDescription& trace);

struct TraceReading {
  std::optional<TraceDescription> trace;
  std::string problem;  // what is wrong and where, if there is no trace
};

// trace_from_json(trace_json(t)) gives t.
TraceReading trace_from_json(const Json& json);

}  // namespace quorate
