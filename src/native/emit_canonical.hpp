// The common case of canonical forms (runtime_canonical.hpp) for one group of permutations.
#pragma once

#include "native/native_text.hpp"
#include "reduction/symmetry/state_permutation.hpp"

namespace quorate {

// The function's name; "nullptr" if states mention processes, or tables are nested: then all is interpreted.
std::string emit_canonical(const StatePermutation& permutation, NativeText& text);

}  // namespace quorate
