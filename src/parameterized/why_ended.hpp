// Where a verdict is made: everything that can keep work with the solver from coming to its end, as a reason.
#pragma once

#include <z3++.h>

#include <optional>
#include <string>

#include "base/budget.hpp"
#include "parameterized/automaton/undecidable.hpp"

namespace quorate {

// Runs `work`. What kept it from coming to its end, if anything did: a limit, the solver (which may also fail
// where it is interrupted), or what it met.
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
  }
  return {};
}

}  // namespace quorate
