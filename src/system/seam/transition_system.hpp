// The seam: everything after the languages works on a TransitionSystem, and everything before the
// searches provides one. Reductions are transition systems that wrap one. Six methods, no more.
// A state is a fixed number of 64-bit words; nothing here says what the bits mean.
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
  // Appends every initial state once. A model error on the way is recorded in the buffer.
  virtual void initial_states(StepBuffer& buffer) const = 0;
  // Appends the steps of the chosen transitions (all of them if none is given) in `state`, in a
  // fixed order. Stops at the first model error and records it in the buffer.
  virtual void successors(StateView state, std::span<const TransitionId> chosen,
                          StepBuffer& buffer) const = 0;
  // Truth::error: the buffer's failure says what went wrong. The buffer's steps are left alone.
  virtual Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const = 0;
  [[nodiscard]] virtual StateDescription describe(StateView state) const = 0;
};

}  // namespace quorate
