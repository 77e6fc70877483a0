// A long search justifies a longer exploration. Each exploration starts from the beginning with at least four
// times as many trials as the last, so that all together cost at most a third more than the last one; and its
// cost is bounded by about that of the search so far (a trial is a step without a store and without a
// canonical form). Repeating the search loses what was searched until then, which is little beside the states
// that dead messages add.
#include "verify/run/late_forgetting.hpp"

#include <algorithm>

#include "reduction/dead_messages/forgetful_system.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t trials_for_a_step = 8;
constexpr std::uint64_t times_longer = 4;  // from one exploration to the next
constexpr StateNumber most_samples = 4096;

}  // namespace

bool LateForgetting::pays(const ModelSystem& system, const SearchSoFar& so_far) {
  const std::uint64_t steps = so_far.statistics.transitions;
  const bool longer = found_.too_long && tried_ < ExplorationLimits::patiently &&
                      steps * trials_for_a_step >= tried_ * times_longer;
  if (longer) {
    tried_ = std::min<std::uint64_t>(steps * trials_for_a_step, ExplorationLimits::patiently);
    found_ = DeadMessages::find(system, {tried_, over_});
  }
  if (!found_.messages || (!longer && steps < looked_at_ * times_longer)) return false;
  looked_at_ = steps;
  return many_have_some(system, so_far);
}

// Whether at least a quarter of the sampled states has dead messages.
bool LateForgetting::many_have_some(const ModelSystem& system, const SearchSoFar& so_far) const {
  const auto dead = DeadMessages::in_states_of(system, found_.messages);
  if (!dead) return false;
  const ForgetfulSystem forgetful(system, system, dead);
  std::vector<std::uint64_t> state(system.shape().words);
  std::vector<std::uint64_t> without;
  const StateNumber stride = std::max<StateNumber>(1, so_far.states / most_samples);
  std::uint64_t samples = 0;
  std::uint64_t changed = 0;
  for (StateNumber number = 0; number < so_far.states && samples < most_samples; number += stride) {
    so_far.read(number, state.data());
    without = state;
    forgetful.forget(without.data());
    ++samples;
    changed += without != state ? 1 : 0;
  }
  return 4 * changed >= samples;
}

}  // namespace quorate
