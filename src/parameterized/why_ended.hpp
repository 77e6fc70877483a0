// Where a verdict is made: whatever ends work with the solver too early, as a reason.
#pragma once

#include <z3++.h>

#include <optional>
#include <string>
#include <system_error>

#include "base/budget.hpp"
#include "parameterized/automaton/undecidable.hpp"

namespace quorate {

// Runs `work`. The reason if it ended too early: a limit, the solver (which may also fail because it was
// interrupted), or something undecidable that it met.
template <typename Work>
[[nodiscard]] std::optional<std::string> why_ended(const Work& work) {
  try {
    const Spent spent = within_budget(work);
    if (spent != Spent::nothing) return to_text(spent);
  } catch (const Undecidable& problem) {
    return problem.what();
  } catch (const z3::exception& problem) {
    if (Budget::spent() != Spent::nothing) return to_text(Budget::spent());
    return std::string("the solver failed: ") + problem.msg();
  } catch (const std::system_error& problem) {  // its threads watch its limits
    return std::string("the system had no thread for the solver: ") + problem.what();
  }
  return {};
}

}  // namespace quorate
