// One line on a terminal that tells how far a search is; silent when output is piped.
#pragma once

#include <functional>
#include <string>

#include "search/search.hpp"

namespace quorate {

// Empty if standard error is no terminal.
std::function<void(const Statistics&)> progress_line();
// The same line for words; empty where there is no terminal.
std::function<void(const std::string&)> progress_text();
void clear_progress_line();

}  // namespace quorate
