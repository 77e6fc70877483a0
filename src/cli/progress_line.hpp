// One line on a terminal that tells how far a search is; silent when output is piped.
#pragma once

#include <functional>

#include "search/search.hpp"

namespace quorate {

// Empty if standard error is no terminal.
std::function<void(const Statistics&)> progress_line();
void clear_progress_line();

}  // namespace quorate
