// What --set and -D are given, as values. A text that is no setting gives a sentence that says so.
#pragma once

#include <string>
#include <vector>

#include "language/language.hpp"

namespace quorate {

// "n=3,m=2", any number of times. What is wrong, or empty.
std::string parse_settings(const std::vector<std::string>& texts, ParameterValues& values);

// "NAME" or "NAME=VALUE". What is wrong, or empty.
std::string parse_definitions(const std::vector<std::string>& texts, Definitions& definitions);

}  // namespace quorate
