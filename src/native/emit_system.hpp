// C++ specialised to one ModelSystem: its layout, parameters, transitions and programs. The functions make
// the same steps in the same order as the interpreter, or leave a state to it.
#pragma once

#include <optional>
#include <string>

#include "reduction/symmetry/state_permutation.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

// What every emitted program begins with: native_interface.hpp and runtime.hpp.
std::string native_runtime();

// The part of one system, to come after native_runtime(). It defines `quorate_<name>`, a native::Functions
// whose key is `key`. None if a compiler would take too long for it.
// permutation: of the states of this system that are exchanged for representatives; null: none are.
std::optional<std::string> emit_system(const ModelSystem& system, const StatePermutation* permutation,
                                       const std::string& name, const std::string& key);

}  // namespace quorate
