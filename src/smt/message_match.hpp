// Whether a message with symbolic fields is the one that the engine packs into a given code.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "smt/symbolic_value.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// `scalars` are those of the kind's format, in its order.
Term message_matches(const Model& model, const Layout& layout, ValueAlgebra& values, KindId kind,
                     const std::vector<SymbolicValue>& scalars, std::uint64_t code);

}  // namespace quorate
