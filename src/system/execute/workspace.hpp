// The scratch buffer that ModelSystem keeps in a StepBuffer between calls.
#pragma once

#include <vector>

#include "system/execute/model_system.hpp"
#include "system/execute/observe_memo.hpp"

namespace quorate {

struct ModelSystem::Workspace final : Scratch {
  Machine machine;
  ModelFailure failure;
  ChoiceSequence choices;
  std::vector<std::vector<Offer>> offers;  // [sender]
  std::vector<std::size_t> picked;         // [sender]: position of the picked offer
  std::vector<Outgoing> sent;
  std::vector<std::uint64_t> before_sending;
  ChannelAccess::Contents contents;
  ObserveMemo observed;
};

}  // namespace quorate
