// A trace in Apalache's Informal Trace Format (ADR-015 of Apalache), for viewers and test generators that
// read it. It is only written, never read.
//
// Variables:
//
//   ROLE_VARIABLE  for each variable of a role: a map from the role's processes to values
//   status         if statuses or marks of faults occur: a map from all processes to "corr", "crash", "byz"
//                  or "crashed", followed by the names of the marks
//   monitors       if there are any: a record of the monitor variables
//   channels       a set of records {from, to, waiting, delivered}; the messages are lists, oldest first
//   step           a record that tells how the state was reached; its kind is "initial" in the first state
//
// A message is a variant {tag: KIND, value: {fields}}, which viewers show as KIND(...). Arrays are maps from
// their indices; enumeration literals and processes are strings.
//
// Undefined: ITF has no null, and a special value would have the wrong type. An undefined variable, field or
// element is left out of the map or record that would hold it, so that a map is a partial function: a process
// is in the domain of ROLE_VARIABLE exactly if its variable is defined. An array without a defined element is
// an empty map.
#pragma once

#include <string>

#include "report/trace/value_json.hpp"
#include "system/seam/description.hpp"

namespace quorate {

// `source` is the name of the model's file, or empty.
Json trace_itf(const TraceDescription& trace, const std::string& source = {});

}  // namespace quorate
