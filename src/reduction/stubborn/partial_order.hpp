// The kinds of partial-order reduction.
#pragma once

namespace quorate {

enum class PartialOrder {
  none,
  lpor,  // static stubborn sets
  dpor,  // dynamic, for stateless search only
};

}  // namespace quorate
