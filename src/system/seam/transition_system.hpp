// The seam: every system to be searched is a TransitionSystem, and searches know nothing else. Reductions are
// transition systems that wrap one. The interface has six methods and should have no more. A state is a fixed
// number of 64-bit words, whose meaning is not known here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/shape.hpp"
#include "base/strong_id.hpp"
#include "system/seam/description.hpp"
#include "system/seam/step_buffer.hpp"
#include "system/seam/transition.hpp"

namespace quorate {

using PredicateId = StrongId<struct PredicateTag>;

enum class Truth { no, yes, error };

class TransitionSystem {
 public:
  TransitionSystem() = default;
  TransitionSystem(const TransitionSystem&) = delete;
  TransitionSystem& operator=(const TransitionSystem&) = delete;
  virtual ~TransitionSystem() = default;

  [[nodiscard]] virtual Shape shape() const = 0;
  // All transitions of the system, known before any search; TransitionId is the position.
  [[nodiscard]] virtual std::span<const Transition> transitions() const = 0;
  // Appends the initial states. A model error is recorded in the buffer.
  virtual void initial_states(StepBuffer& buffer) const = 0;
  // Appends the steps of the chosen transitions (all of them if none is given) in `state`, in a
  // fixed order. Stops at the first model error and records it in the buffer.
  virtual void successors(StateView state, std::span<const TransitionId> chosen,
                          StepBuffer& buffer) const = 0;
  // Truth::error: the buffer has the model error. The buffer's steps are not changed.
  virtual Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const = 0;
  [[nodiscard]] virtual StateDescription describe(StateView state) const = 0;
};

}  // namespace quorate
