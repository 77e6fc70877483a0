// Increments and timestamp compares [Bokor et al. 2011, IV]: a transition that only raises a variable
// cannot enable one whose guard asks a message's number to be above it.
#pragma once

#include "reduction/stubborn/rule_instance.hpp"

namespace quorate {

// The body leaves the scalar as it is or raises it: by adding, or by assigning what the guard says is not
// below it.
bool only_raises(const RuleInstance& instance, const AssumedScalar& scalar);

// The guard reads the scalar only as the smaller side of comparisons joined by `and`, so that raising it
// makes a false guard true never.
bool only_bounded_by(const RuleInstance& instance, const AssumedScalar& scalar);

}  // namespace quorate
