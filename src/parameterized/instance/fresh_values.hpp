// The arbitrary numbers of a rule (`havoc`), in a given state: enough of them that every step the rule can
// make there, for any natural numbers at all, is one of those it makes for these, up to the classes of
// value_classes.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "parameterized/instance/value_classes.hpp"

namespace quorate {

enum class FreshOutcome {
  all,      // every step has been shown
  some,     // there may be others
  stopped,  // the visitor did not want more
};

// `known` gives the values of all symbols but the fresh ones. The visitor decides about the guard itself.
FreshOutcome for_each_fresh(const ThresholdRule& rule, const ValueClasses& classes, const SymbolValue& known,
                            const std::function<bool(const std::vector<std::int64_t>&)>& visit);

}  // namespace quorate
