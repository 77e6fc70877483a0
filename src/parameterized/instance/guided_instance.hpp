// An instance restricted to some of its states: a search for a violation where one is expected, in
// instances that are too large to be searched. Every run that is found is a run of the instance; that none
// is found says nothing.
#pragma once

#include <functional>

#include "parameterized/instance/threshold_instance.hpp"
#include "system/seam/wrapped_system.hpp"

namespace quorate {

using StateFilter = std::function<bool(const ThresholdInstance::GlobalState&)>;

class GuidedInstance : public WrappedSystem {
 public:
  // `instance` outlives this object. Without a filter there is no restriction.
  GuidedInstance(const ThresholdInstance& instance, StateFilter wanted);

  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;

 private:
  // Removes the steps from position `first` on that lead to unwanted states.
  void leave_out(std::size_t first, StepBuffer& buffer) const;

  const ThresholdInstance& instance_;
  StateFilter wanted_;
};

}  // namespace quorate
