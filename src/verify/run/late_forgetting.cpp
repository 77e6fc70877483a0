// A search that turns out to be long has paid for a longer look. Each look begins anew with four times as
// many trials as the last, so that all of them together cost a third more than the last one; and it may cost
// about as much as the search has until then (a trial is a step without a store and without a canonical
// form). What is lost by beginning anew is what was searched until then, which is little beside the states
// that every message nobody will receive doubles.
#include "verify/run/late_forgetting.hpp"

#include <algorithm>

#include "reduction/dead_messages/forgetful_system.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t trials_for_a_step = 8;
constexpr std::uint64_t times_longer = 4;  // from one look to the next
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

// A quarter of them: fewer states would be left.
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
