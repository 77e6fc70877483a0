// Numbers that identify the parts of a Model.
#pragma once

#include "base/strong_id.hpp"

namespace quorate {

using TypeId = StrongId<struct TypeTag>;
using RoleId = StrongId<struct RoleTag>;
using KindId = StrongId<struct KindTag>;  // a message kind
using FunctionId = StrongId<struct FunctionTag>;
using LocalId = StrongId<struct LocalTag>;  // a name bound inside one Frame

// Processes are numbered 0..P-1 over the whole model, role after role in the order of declaration. This
// number is the value of the process in every process type.
using ProcessId = StrongId<struct ProcessTag>;

}  // namespace quorate
