// Finding symmetries by decomposition [Bokor 2011, 3.3]: a role whose processes host several sub-protocols
// is split into one role for each, so that their processes can be permuted independently. Place in the
// flow: from a Model to a Model, before the system is built; knows nothing of states.
#pragma once

#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/model.hpp"

namespace quorate {

// What a role of the decomposed model is in the original: process k of it is one part of process k there.
struct RolePart {
  RoleId role;                          // of the original
  std::vector<std::int32_t> variables;  // [variable of the part]: its position in the original role
  std::vector<std::size_t> rules;       // positions in the original's (and the new model's) rules

  bool operator==(const RolePart&) const = default;
};

// "{prepare, propose}": its rules, or its variables if it has none. In the new model the part is named after
// the role and this: "server{prepare, propose}".
std::string part_label(const Model& original, const RolePart& part);

// Why parts of a role that have no variable and no message kind in common are not split.
struct DecompositionNote {
  RoleId role;  // of the original
  Span span;
  std::string reason;  // "`agreement` looks at both in one process"
};

// Rules, message kinds, functions, properties and monitor variables keep their positions. The model has as
// many reachable states and steps as the original, and the same verdicts, with two exceptions that the
// caller must handle: a crash takes all parts of a process at once, and in the traffic model RM a step
// consumes the messages of all parts. A group's interval of process numbers may grow, and with it a message
// that holds one of its processes: if the system cannot be built (a message over 62 bits), use the
// original.
struct Decomposition {
  Model model;
  std::vector<RolePart> origin;  // [role of the new model]
  std::vector<DecompositionNote> notes;
  bool split = false;                 // some role has several parts
  bool split_role_can_crash = false;  // then it is right with implicit crashes only

  // The original process, by number, of a process of the new model.
  [[nodiscard]] ProcessId original_process(const Model& original, ProcessId process) const;
};

// All properties of the model count: one that reads variables of two parts in one process prevents their
// split. To check some of the properties, remove the others from the model before.
Decomposition decompose(const Model& model);

// Whether some role has several parts if init rules, properties and the bound of channels are ignored. If
// not, no decomposition splits anything. Asked first, since it does not copy the model.
bool may_be_split(const Model& model);

}  // namespace quorate
