// The arbitrary numbers of a rule (`havoc`) in a given state: enough of them that every step that the rule
// can make with any natural numbers is, up to the classes of value_classes.hpp, a step with these.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "parameterized/instance/value_classes.hpp"

namespace quorate {

enum class FreshOutcome {
  all,      // every step was visited
  some,     // there may be others
  stopped,  // the visitor returned false
};

// `known` gives the values of all symbols but the fresh ones. The visitor evaluates the guard itself.
FreshOutcome for_each_fresh(const ThresholdRule& rule, const ValueClasses& classes, const SymbolValue& known,
                            const std::function<bool(const std::vector<std::int64_t>&)>& visit);

}  // namespace quorate
