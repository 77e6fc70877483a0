// Looks for dead messages during a search that keeps them, with an effort in proportion to the search's steps
// so far, and decides when it pays to repeat the search without them. Steps and trials are counted, not
// seconds, so that the decision does not depend on the machine.
#pragma once

#include "reduction/dead_messages/dead_messages.hpp"
#include "search/search.hpp"

namespace quorate {

class LateForgetting {
 public:
  // Only for models in which forgetting is sound. over: as in ExplorationLimits.
  explicit LateForgetting(std::function<bool()> over) : over_(std::move(over)) {}

  // To be called between levels of a search of this system, or of a reduction of it. True: `found` has dead
  // messages that occur in many of the states.
  bool pays(const ModelSystem& system, const SearchSoFar& so_far);
  // too_long: nothing was found yet, and a longer exploration may find something.
  [[nodiscard]] const DeadMessages::Found& found() const { return found_; }

 private:
  [[nodiscard]] bool many_have_some(const ModelSystem& system, const SearchSoFar& so_far) const;

  std::function<bool()> over_;
  std::size_t tried_ = ExplorationLimits::a_moment;  // the limit on trials of the last exploration
  std::uint64_t looked_at_ = 0;                      // steps of the search when its states were last sampled
  DeadMessages::Found found_{nullptr, true, ""};
};

}  // namespace quorate
