// JSON as text, always valid: names of files and parts of models may have bytes that are no UTF-8.
#pragma once

#include <string>

#include "report/trace/value_json.hpp"

namespace quorate {

// With a line end. Where a string has bytes that are no UTF-8, they are written as base/shown_text shows them
// (\xff, four characters).
std::string json_text(const Json& json);

}  // namespace quorate
