// Makes a failing text smaller while it keeps failing. Knows lines, brackets and numbers only: a text
// that no longer means anything fails to load, which the predicate reports as "does not fail".
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace quorate {

// The smallest text found with at most `attempts` calls of the predicate. `still_fails(text)` must hold.
std::string shrink(std::string text, const std::function<bool(const std::string&)>& still_fails,
                   std::size_t attempts = 4000);

}  // namespace quorate
