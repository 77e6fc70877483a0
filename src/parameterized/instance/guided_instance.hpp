// An instance of which only some states are looked at: a way to look for a violation where one is expected,
// in instances that are too large to be searched. Every run of it that is found is a run of the instance;
// that there is none says nothing.
#pragma once

#include <functional>

#include "parameterized/instance/threshold_instance.hpp"

namespace quorate {

using StateFilter = std::function<bool(const ThresholdInstance::GlobalState&)>;

class GuidedInstance : public TransitionSystem {
 public:
  // `instance` outlives this object. Without a filter all states are looked at.
  GuidedInstance(const ThresholdInstance& instance, StateFilter wanted);

  [[nodiscard]] Shape shape() const override { return instance_.shape(); }
  [[nodiscard]] std::span<const Transition> transitions() const override { return instance_.transitions(); }
  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override {
    return instance_.holds(predicate, state, buffer);
  }
  [[nodiscard]] StateDescription describe(StateView state) const override {
    return instance_.describe(state);
  }

 private:
  // Steps from position `first` on that lead to other states go.
  void leave_out(std::size_t first, StepBuffer& buffer) const;

  const ThresholdInstance& instance_;
  StateFilter wanted_;
};

}  // namespace quorate
