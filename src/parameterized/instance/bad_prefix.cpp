// Breadth-first search over the states of an instance, with the predecessor of each state, so that the
// first bad state ends a shortest path. It has its own set of states and asks for nothing but successors
// and two predicates: neither a product with an automaton nor a complete search is needed. What it finds is
// a violation; that it finds nothing says nothing, since limits and cut steps may hide one.
#include "parameterized/instance/bad_prefix.hpp"

#include <algorithm>
#include <map>

#include "base/budget.hpp"
#include "verify/result/stopwatch.hpp"

namespace quorate {

namespace {

class PrefixSearch {
 public:
  using State = std::vector<std::uint64_t>;

  PrefixSearch(const ThresholdInstance& instance, const SearchLimits& limits)
      : instance_(instance), limits_(limits), buffer_(instance.shape().words) {}

  std::optional<std::vector<State>> run() {
    instance_.initial_states(buffer_);
    if (buffer_.stopped()) return {};
    const StepBuffer initial = std::move(buffer_);
    buffer_ = StepBuffer(instance_.shape().words);
    for (std::size_t i = 0; i < initial.size(); ++i) {
      if (!holds(0, initial.state(i))) continue;
      if (add(initial.state(i), found_.size())) return way();
    }
    for (std::size_t next = 0; next < found_.size() && within_limits(); ++next) {
      Budget::ask();
      const State state = *found_[next].state;
      buffer_.clear();
      instance_.successors(state, {}, buffer_);
      if (buffer_.stopped()) return {};
      for (std::size_t i = 0; i < buffer_.size(); ++i) {
        if (add(buffer_.state(i), next)) return way();
      }
    }
    return {};
  }

 private:
  struct Found {
    const State* state;
    std::size_t before;  // itself, if it is initial
  };

  bool holds(std::int64_t predicate, StateView state) {
    StepBuffer room(instance_.shape().words);
    return instance_.holds(PredicateId(predicate), state, room) == Truth::yes;
  }

  // True if it is a bad one.
  bool add(StateView state, std::size_t before) {
    const auto [place, fresh] = known_.try_emplace(State(state.begin(), state.end()), found_.size());
    if (!fresh) return false;
    found_.push_back({&place->first, before});
    return holds(1, state);
  }

  std::vector<State> way() const {
    std::vector<State> result;
    std::size_t at = found_.size() - 1;
    while (true) {
      result.push_back(*found_[at].state);
      if (found_[at].before >= at) break;
      at = found_[at].before;
    }
    std::ranges::reverse(result);
    return result;
  }

  bool within_limits() const {
    return found_.size() <= limits_.max_states && watch_.seconds() <= limits_.max_seconds;
  }

  const ThresholdInstance& instance_;
  const SearchLimits& limits_;
  StepBuffer buffer_;
  std::map<State, std::size_t> known_;
  std::vector<Found> found_;
  Stopwatch watch_;
};

}  // namespace

std::optional<std::vector<std::vector<std::uint64_t>>> find_bad_prefix(const ThresholdInstance& instance,
                                                                       const SearchLimits& limits) {
  return PrefixSearch(instance, limits).run();
}

}  // namespace quorate
