// The steps that a breadth-first search took in a state, computed again after the search: those of the
// reduced system, and all of them where the ignoring proviso demanded it. One object for each thread.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "store/state_store.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

class StepsTaken {
 public:
  // levels: the first state of each level, and the end of the last that was expanded. All three must outlive
  // this.
  StepsTaken(const TransitionSystem& system, const StateStore& store, const std::vector<StateNumber>& levels,
             bool proviso)
      : system_(system), store_(store), levels_(levels), proviso_(proviso), buffer_(system.shape().words) {}

  // Calls visit(number, state) for each target, in the order of the search, until it returns true; returns
  // whether it did. The number is no_state if the search ended before it stored the target.
  template <typename Visit>
  bool any(StateNumber number, const Visit& visit) {
    store_.copy_out(number, folded_);
    const StateNumber next_level = *std::ranges::upper_bound(levels_, number);
    for (const bool all_steps : {false, true}) {
      buffer_.clear();
      buffer_.asked.all_steps = all_steps;
      system_.successors(folded_.state, {}, buffer_);
      if (buffer_.stopped()) return false;
      fold();
      bool later = false;
      for (std::size_t i = 0; i < buffer_.size(); ++i) {
        const StateNumber target = probes_[i] ? store_.find(*probes_[i]) : no_state;
        if (visit(target, buffer_.state(i))) return true;
        later = later || target >= next_level;
      }
      if (later || !proviso_ || !buffer_.found.reduced) return false;
    }
    return false;
  }
  // The buffer with the last expansion, which shows how it ended.
  [[nodiscard]] StepBuffer& buffer() { return buffer_; }
  [[nodiscard]] StateView current() const { return folded_.state; }

 private:
  // Folds and prefetches all targets, so that their cache misses overlap.
  void fold() {
    probes_.resize(buffer_.size());
    for (std::size_t i = 0; i < buffer_.size(); ++i)
      probes_[i] = store_.fold_known(buffer_.state(i).data(), folded_, room_);
    for (const auto& probe : probes_) {
      if (probe) store_.fetch(*probe);
    }
  }

  const TransitionSystem& system_;
  const StateStore& store_;
  const std::vector<StateNumber>& levels_;
  bool proviso_;
  StepBuffer buffer_;
  StateStore::Folded folded_;
  StateStore::Room room_;
  std::vector<std::optional<StateStore::Probe>> probes_;
};

}  // namespace quorate
