// Looks for dead messages while a search goes on that keeps them, with an effort in proportion to what the
// search has cost so far, and says when it pays to begin anew without them. Counts steps and trials, not
// seconds: what is decided does not depend on the machine.
#pragma once

#include "reduction/dead_messages/dead_messages.hpp"
#include "search/search.hpp"

namespace quorate {

class LateForgetting {
 public:
  // Nothing must be against forgetting in this model. `over`: as in ExplorationLimits.
  explicit LateForgetting(std::function<bool()> over) : over_(std::move(over)) {}

  // To be asked between levels of a search of this system, or of a reduction of it. True: `found` has
  // messages that are in many of its states.
  bool pays(const ModelSystem& system, const SearchSoFar& so_far);
  // too_long: nothing was found, and nothing is known that is against looking longer.
  [[nodiscard]] const DeadMessages::Found& found() const { return found_; }

 private:
  [[nodiscard]] bool many_have_some(const ModelSystem& system, const SearchSoFar& so_far) const;

  std::function<bool()> over_;
  std::size_t tried_ = ExplorationLimits::a_moment;  // trials, before or at the last time
  std::uint64_t looked_at_ = 0;                      // steps of the search, when its states were looked at
  DeadMessages::Found found_{nullptr, true, ""};
};

}  // namespace quorate
