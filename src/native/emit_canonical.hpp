// Emits the common case of canonical forms (runtime_canonical.hpp) for one group of permutations.
#pragma once

#include "native/native_text.hpp"
#include "reduction/symmetry/state_permutation.hpp"

namespace quorate {

// The function's name, or "nullptr" if all states are left to the interpreter: where values mention
// processes, where arrays are nested, where nothing can move, and where there is too much to emit.
std::string emit_canonical(const StatePermutation& permutation, NativeText& text);

}  // namespace quorate
