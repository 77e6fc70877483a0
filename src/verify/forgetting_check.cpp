// All states are visited, with their spent messages. Each must have the same steps as the same state without
// them, by the same transitions, to states that differ in spent messages only, and the same transitions must
// fail with a model error. That is a bisimulation, written down state by state; it cannot be asked of the
// forgetful system alone, in which what was forgotten too early is nowhere to be found.
#include "verify/forgetting_check.hpp"

#include <fmt/format.h>

#include <set>
#include <unordered_set>

#include "base/words.hpp"
#include "reduction/dead_messages/forgetful_system.hpp"
#include "search/search.hpp"
#include "verify/stopping.hpp"

namespace quorate {

namespace {

using State = std::vector<std::uint64_t>;

struct HashOfState {
  std::size_t operator()(const State& state) const { return hash_of_words(state.data(), state.size()); }
};

// What can happen next, without the messages that are spent then.
struct Future {
  std::set<std::pair<std::int64_t, State>> steps;
  std::set<std::int64_t> failing;
  bool known = true;  // false: a search that ended early left too little room in channels to say

  bool operator==(const Future&) const = default;
};

class Comparison {
 public:
  Comparison(const ModelSystem& system, const std::shared_ptr<const SpentMessages>& spent)
      : system_(system),
        forgetful_(system, system, SpentMessages::in_states_of(system, spent)),
        buffer_(system.shape().words) {}

  [[nodiscard]] State without_spent(State state) const {
    forgetful_.forget(state.data());
    return state;
  }
  // Empty if the two have the same future.
  std::string difference(const State& state, const State& without) {
    const Future one = future_of(state);
    const Future other = future_of(without);
    if (!one.known || !other.known || one == other) return "";
    for (std::size_t t = 0; t < system_.transitions().size(); ++t) {
      const auto number = static_cast<std::int64_t>(t);
      if (steps_of(one, number) == steps_of(other, number) &&
          one.failing.contains(number) == other.failing.contains(number))
        continue;
      return fmt::format("{} is not the same with and without messages that were taken for spent",
                         system_.transitions()[t].name);
    }
    return "";
  }

 private:
  // Transition by transition, so that an error of one does not hide the others.
  Future future_of(const State& state) {
    Future future;
    for (std::size_t t = 0; t < system_.transitions().size(); ++t) {
      const auto number = static_cast<std::int64_t>(t);
      const std::array<TransitionId, 1> chosen{TransitionId(number)};
      buffer_.clear();
      system_.successors(state, chosen, buffer_);
      future.known = future.known && !buffer_.trouble.overflow;
      if (buffer_.trouble.failure.failed()) {
        future.failing.insert(number);
        continue;
      }
      for (std::size_t i = 0; i < buffer_.size(); ++i)
        future.steps.emplace(number, without_spent({buffer_.state(i).begin(), buffer_.state(i).end()}));
    }
    return future;
  }
  static std::set<State> steps_of(const Future& future, std::int64_t transition) {
    std::set<State> states;
    for (const auto& [number, state] : future.steps)
      if (number == transition) states.insert(state);
    return states;
  }

  const ModelSystem& system_;
  const ForgetfulSystem forgetful_;
  StepBuffer buffer_;
};

}  // namespace

ForgettingCheck check_forgetting(const Model& model, const Semantics& semantics,
                                 const std::shared_ptr<const SpentMessages>& spent,
                                 std::uint64_t most_states) {
  ForgettingCheck check;
  SearchOptions options;
  options.limits.max_states = most_states;
  ChannelRoom room;
  std::unique_ptr<ModelSystem> system;
  SearchOutcome outcome;
  do {
    std::vector<CompileProblem> problems;
    system = ModelSystem::make(model, semantics, room, problems);
    outcome = search(*system, {}, options);
  } while (outcome.result.stop == StopReason::channel_overflow &&
           enlarge(room, model, *outcome.result.overflow));
  check.all = outcome.result.stop == StopReason::finished && outcome.result.account.balanced();
  Comparison comparison(*system, spent);
  std::unordered_set<State, HashOfState> left;
  State state(system->shape().words);
  for (StateNumber number = 0; number < outcome.store->size() && check.flaw.empty(); ++number) {
    outcome.store->copy_out(number, state.data());
    State without = comparison.without_spent(state);
    if (without != state) check.flaw = comparison.difference(state, without);
    left.insert(std::move(without));
  }
  check.states = outcome.store->size();
  check.without = left.size();
  return check;
}

}  // namespace quorate
