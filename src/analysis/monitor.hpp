// Facts of a monitor's `observe`, from its text.
#pragma once

#include "model/model.hpp"

namespace quorate {

// Whether executing `observe` a second time, with nothing else changed, changes nothing: no condition and
// no assigned value reads what `observe` writes, except in joins x := x + E and in assignments to a
// variable that is tested to be undefined.
bool observe_is_repeatable(const Model& model);

}  // namespace quorate
