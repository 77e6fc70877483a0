// JSON as text that is always valid, although names of files and parts of models may not be UTF-8.
#pragma once

#include <string>

#include "report/trace/value_json.hpp"

namespace quorate {

// Ends with a newline. Bytes that are no UTF-8 are written as base/shown_text shows them (\xff, four
// characters).
std::string json_text(const Json& json);

}  // namespace quorate
