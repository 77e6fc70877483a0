// C++ specialised to one ModelSystem: its layout, parameters, transitions and programs. The functions make
// the same steps in the same order as the interpreter, or leave a state to it.
#pragma once

#include <optional>
#include <string>

#include "reduction/symmetry/state_permutation.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

// The text that every emitted program begins with: runtime.hpp and what it needs, without includes
// (CMakeLists.txt has the list of files).
std::string native_runtime();

// What of the model no emitted program can say, or empty. Then the interpreter executes it.
std::string not_emitted(const Model& model);

// The part of one system, which follows native_runtime(). It defines `quorate_<name>`, a native::Functions
// whose key is `key`. None if it cannot be said, or if a compiler would take too long for it. permutation:
// for emitting canonical forms; null: none are.
std::optional<std::string> emit_system(const ModelSystem& system, const StatePermutation* permutation,
                                       const std::string& name, const std::string& key);

}  // namespace quorate
