// Reads the values of --set and -D. Each function returns what is wrong as a sentence, or an empty text.
#pragma once

#include <string>
#include <vector>

#include "language/language.hpp"

namespace quorate {

// "n=3,m=2", any number of times.
std::string parse_settings(const std::vector<std::string>& texts, ParameterValues& values);

// "NAME" or "NAME=VALUE".
std::string parse_definitions(const std::vector<std::string>& texts, Definitions& definitions);

}  // namespace quorate
