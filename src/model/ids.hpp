// Names of the Model's parts, by number.
#pragma once

#include "base/strong_id.hpp"

namespace quorate {

using TypeId = StrongId<struct TypeTag>;
using RoleId = StrongId<struct RoleTag>;
using KindId = StrongId<struct KindTag>;  // a message kind
using FunctionId = StrongId<struct FunctionTag>;
using LocalId = StrongId<struct LocalTag>;  // a name bound inside one Frame

// Processes are numbered 0..P-1 over the whole model, role after role in the order
// of declaration. A value of a process type IS this number, whatever the type.
using ProcessId = StrongId<struct ProcessTag>;

}  // namespace quorate
