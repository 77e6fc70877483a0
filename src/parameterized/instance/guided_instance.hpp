// An instance of which only some states are looked at: a way to look for a violation where one is expected,
// in instances that are too large to be searched. Every run of it that is found is a run of the instance;
// that there is none says nothing.
#pragma once

#include <functional>

#include "parameterized/instance/threshold_instance.hpp"
#include "system/seam/wrapped_system.hpp"

namespace quorate {

using StateFilter = std::function<bool(const ThresholdInstance::GlobalState&)>;

class GuidedInstance : public WrappedSystem {
 public:
  // `instance` outlives this object. Without a filter all states are looked at.
  GuidedInstance(const ThresholdInstance& instance, StateFilter wanted);

  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;

 private:
  // Steps from position `first` on that lead to other states go.
  void leave_out(std::size_t first, StepBuffer& buffer) const;

  const ThresholdInstance& instance_;
  StateFilter wanted_;
};

}  // namespace quorate
