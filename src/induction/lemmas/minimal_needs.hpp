// Which lemmas a claim needs: a set from which none can be left out.
#pragma once

#include <optional>
#include <vector>

#include "induction/two_states.hpp"

namespace quorate {

// The `available` lemmas (positions in `switches`) that the solver used to exclude `claim`. None if all of
// them together do not exclude it.
std::optional<std::vector<std::size_t>> used_lemmas(TwoStates& where, const Terms& switches,
                                                    const std::vector<std::size_t>& available,
                                                    const Term& claim);

// A minimal set of `available` lemmas (positions in `switches`) that excludes `claim`; `itself` may be used
// and is not listed. None if all of them together do not exclude it.
std::optional<std::vector<std::size_t>> minimal_needs(TwoStates& where, const Terms& switches,
                                                      const std::vector<std::size_t>& available,
                                                      const Term& claim, std::optional<std::size_t> itself);

}  // namespace quorate
