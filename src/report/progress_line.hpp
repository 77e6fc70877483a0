// The line on a terminal that says how far a search is. Nothing is shown where standard error is no terminal.
#pragma once

#include <functional>
#include <string>

#include "search/search.hpp"

namespace quorate {

// Empty if standard error is no terminal; so is progress_text.
std::function<void(const Statistics&)> progress_line();
// The same line with any text.
std::function<void(const std::string&)> progress_text();
void clear_progress_line();

}  // namespace quorate
