// The hook of dynamic partial-order reduction: decides which steps a stateless depth-first search takes in
// the states of its path. The search reports every move; more steps of earlier states may become wanted while
// it is deeper.
#pragma once

#include "system/seam/step_buffer.hpp"

namespace quorate {

class StepChoice {
 public:
  StepChoice() = default;
  StepChoice(const StepChoice&) = delete;
  StepChoice& operator=(const StepChoice&) = delete;
  virtual ~StepChoice() = default;

  // The path has a new last state, in which these steps are enabled.
  virtual void enter(StateView state, const StepBuffer& steps) = 0;
  // Whether the search must take all steps of this transition, enabled in the last state.
  [[nodiscard]] virtual bool wanted(TransitionId transition) const = 0;
  // A step of the transition is taken from the last state; enter() or another step() follows.
  virtual void step(TransitionId transition) = 0;
  // The last state is left for the one before it.
  virtual void leave() = 0;
};

}  // namespace quorate
