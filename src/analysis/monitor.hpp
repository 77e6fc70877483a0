// What can be known of a monitor's `observe` without running it.
#pragma once

#include "model/model.hpp"

namespace quorate {

// Whether executing `observe` a second time, with nothing else changed, changes nothing: no condition and no
// assigned value reads what `observe` writes, except that a variable may be joined to, as in x := x + E.
bool observe_is_repeatable(const Model& model);

}  // namespace quorate
