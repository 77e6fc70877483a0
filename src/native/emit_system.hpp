// C++ specialised to one ModelSystem: its layout, parameters, transitions and programs. The functions make
// the same steps in the same order as the interpreter, or leave a state to it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "reduction/symmetry/state_permutation.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

// Emitted texts beyond this take a compiler too long (some ten seconds).
inline constexpr std::size_t native_text_limit = 4'000'000;

// What every emitted program begins with: native_interface.hpp and runtime.hpp.
std::string native_runtime();

// The part of one system, to come after native_runtime(). It defines `quorate_<name>`, a native::Functions
// whose key is `key`. None if it would be too long.
// permutation: of the states of this system that are exchanged for representatives; null: none are.
std::optional<std::string> emit_system(const ModelSystem& system, const StatePermutation* permutation,
                                       const std::string& name, const std::string& key);

}  // namespace quorate
