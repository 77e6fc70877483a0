// Increments and timestamp compares [Bokor et al. 2011, IV]: a transition that only raises a variable
// cannot enable one whose guard asks a message's number to be above it.
#pragma once

#include "reduction/stubborn/rule_instance.hpp"

namespace quorate {

// Whether the body leaves the scalar as it is or raises it: by adding to it, or by assigning a message field
// that the guard requires not to be below it.
bool only_raises(const RuleInstance& instance, const AssumedScalar& scalar);

// Whether the guard reads the scalar only as the smaller side of comparisons joined by `and`. Then raising it
// never makes a false guard true.
bool only_bounded_by(const RuleInstance& instance, const AssumedScalar& scalar);

}  // namespace quorate
