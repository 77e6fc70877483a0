// Which lemmas a claim needs: a set of which none can be left out, so that the structure of a proof says
// something.
#pragma once

#include <optional>
#include <vector>

#include "induction/two_states.hpp"

namespace quorate {

// Of the `available` lemmas, by position in `switches`, those that the solver used to exclude `claim`. None
// if all of them together do not.
std::optional<std::vector<std::size_t>> used_lemmas(TwoStates& where, const Terms& switches,
                                                    const std::vector<std::size_t>& available,
                                                    const Term& claim);

// Of the `available` lemmas, by position in `switches`, those without which `claim` would be possible after
// all; `itself` may be used, but does not count. None if all of them together do not exclude it.
std::optional<std::vector<std::size_t>> minimal_needs(TwoStates& where, const Terms& switches,
                                                      const std::vector<std::size_t>& available,
                                                      const Term& claim, std::optional<std::size_t> itself);

}  // namespace quorate
