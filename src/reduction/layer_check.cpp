// The states of the unreduced system are visited, up to a limit. Each must have the same steps as its
// representative, up to representatives of the targets; the same transitions must fail with a model error,
// and the properties must have the same truth values. That is the definition of a bisimulation, checked state
// by state. The reduced system alone is not enough for this check, since states that were left out by mistake
// do not occur in it.
#include "reduction/layer_check.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <unordered_set>

#include "base/budget.hpp"
#include "base/words.hpp"

namespace quorate {

namespace {

using State = std::vector<std::uint64_t>;

struct HashOfState {
  std::size_t operator()(const State& state) const { return hash_of_words(state.data(), state.size()); }
};

// The steps of one transition in a state, or of all transitions together.
struct Steps {
  std::set<State> targets;  // the representatives of the target states
  std::size_t failing = 0;  // transitions with a model error

  bool operator==(const Steps&) const = default;
};

// By transition; all under one number if they are compared together.
struct Future {
  std::map<std::size_t, Steps> steps;
  bool known = true;  // false: channels have too little room, since the search ended early
};

class Comparison {
 public:
  Comparison(const UnreducedStates& states, const Representative& representative, AlikeSteps alike)
      : system_(states.system),
        predicates_(states.predicates),
        representative_(representative),
        alike_(alike),
        buffer_(states.system.shape().words) {}

  [[nodiscard]] State stands_for(State state) const {
    representative_(state.data());
    return state;
  }
  // Empty if the two states have the same future.
  std::string difference(const State& state, const State& other) {
    for (const PredicateId predicate : predicates_) {
      if (truth_of(predicate, state) != truth_of(predicate, other))
        return "a property differs between a state and its representative";
    }
    Future one = future_of(state);
    Future two = future_of(other);
    if (!one.known || !two.known) return "";
    for (std::size_t t = 0; t < system_.transitions().size(); ++t) {
      if (one.steps[t] == two.steps[t]) continue;
      return fmt::format(
          "{} between a state and its representative",
          alike_ == AlikeSteps::together ? "steps differ" : system_.transitions()[t].name + " differs");
    }
    return "";
  }

 private:
  Truth truth_of(PredicateId predicate, const State& state) {
    buffer_.clear();
    return system_.holds(predicate, state, buffer_);
  }
  // Asks for the steps of each transition alone, so that a model error of one does not hide the others.
  Future future_of(const State& state) {
    Future future;
    for (std::size_t t = 0; t < system_.transitions().size(); ++t) {
      const std::array<TransitionId, 1> chosen{TransitionId(static_cast<std::int64_t>(t))};
      buffer_.clear();
      system_.successors(state, chosen, buffer_);
      future.known = future.known && !buffer_.trouble.overflow;
      Steps& steps = future.steps[alike_ == AlikeSteps::together ? 0 : t];
      if (buffer_.trouble.failure.failed()) {
        ++steps.failing;
        continue;
      }
      for (std::size_t i = 0; i < buffer_.size(); ++i)
        steps.targets.insert(stands_for({buffer_.state(i).begin(), buffer_.state(i).end()}));
    }
    return future;
  }

  const ModelSystem& system_;
  const std::vector<PredicateId>& predicates_;
  const Representative& representative_;
  const AlikeSteps alike_;
  StepBuffer buffer_;
};

}  // namespace

LayerCheck check_representatives(const UnreducedStates& states, const Representative& representative,
                                 AlikeSteps alike) {
  LayerCheck check;
  check.states = states.count;
  check.all = states.all;
  Comparison comparison(states, representative, alike);
  std::unordered_set<State, HashOfState> left;
  State state(states.system.shape().words);
  for (std::uint64_t number = 0; number < states.count && check.flaw.empty(); ++number) {
    if (Budget::spent() != Spent::nothing) {  // the check is cut short, the search's result is kept
      check.states = number;
      check.all = false;
      break;
    }
    states.read(number, state.data());
    State other = comparison.stands_for(state);
    if (other != state) check.flaw = comparison.difference(state, other);
    left.insert(std::move(other));
  }
  check.representatives = left.size();
  return check;
}

std::string LayerCheck::told(const std::string& what) const {
  if (!flaw.empty()) throw ReductionFlaw(flaw);
  return fmt::format("{} make no difference in {}{} states of the unreduced system", what,
                     all ? "any of the " : "the first ", states);
}

}  // namespace quorate
