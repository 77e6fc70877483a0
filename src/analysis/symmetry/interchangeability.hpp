// Which roles' processes are interchangeable: the scalarset rules C1 to C5 of [Bokor et al. 2009], checked
// on the text. A role may be permuted if no rule of the model and nothing in a property distinguishes its
// processes: every permutation maps steps to steps and keeps the property's truth. Place in the flow:
// analysis; it knows the Model only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/model.hpp"

namespace quorate {

enum class ScalarsetRule {
  index,       // C1: an array is indexed by its own role's values only, never by a number or a named process
  operand,     // C2: a process is no operand of arithmetic
  comparison,  // C3: processes are compared with = and ≠ only
  assignment,  // C4: a process is assigned to a place of its own type only, never taken from a number
  loop,        // C5: the turns of a loop over processes are independent of each other
  path,        // a temporal formula follows one process along a path: its atoms are not symmetric
};

// "C1" to "C5", "path".
std::string to_text(ScalarsetRule rule);

// One place of the text that distinguishes the processes of a role.
struct SymmetryBreak {
  RoleId role;
  ScalarsetRule rule = ScalarsetRule::comparison;
  Span span;
  std::string
      reason;  // "leader ids are compared with <": continues with "so leaders are not interchangeable"
};

// Each list is ordered by place, without repetitions.
struct Interchangeability {
  std::vector<SymmetryBreak> in_model;                  // rules, initial rules, monitor: for every property
  std::vector<std::vector<SymmetryBreak>> in_property;  // [Model::properties]: by the property's own formula
};

// Roles with fewer than two processes have no breaks.
Interchangeability analyze_interchangeability(const Model& model);

// By role: whether its processes may be permuted when this property is checked; without a property, whether
// the model by itself allows it.
std::vector<bool> interchangeable_roles(const Model& model, const Interchangeability& analysis,
                                        std::optional<std::size_t> property = {});

}  // namespace quorate
