// A reusable buffer for the steps of one state, so that a search allocates nothing per successor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/ids.hpp"
#include "system/seam/transition.hpp"

namespace quorate {

using StateView = std::span<const std::uint64_t>;

// A model error: a mistake in the model that occurs in a run, with its place in the text.
struct ModelFailure {
  std::string message;  // empty: nothing failed
  Span span;

  [[nodiscard]] bool failed() const { return !message.empty(); }
  void clear() { message.clear(); }
};

// The layout has too few slots for the channels between two roles. Not an error of the model: the system must
// be built again with more room.
struct ChannelOverflow {
  RoleId from;
  RoleId to;
};

// The scratch buffer of a transition system, kept between calls. Each StepBuffer has its own, so that several
// threads can use one system.
struct Scratch {
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  virtual ~Scratch() = default;
};

// Requests to a transition system, set by the caller; nothing resets them.
struct StepsAsked {
  // The hook of partial-order reduction: no step may be left out. The search sets it where the ignoring
  // proviso demands it.
  bool all_steps = false;
  // The hook of sleep sets, for systems without reductions: transitions whose steps are only counted. Empty
  // if the system has more transitions than the set can hold.
  TransitionBits asleep;
  // For analyses of single processes in artificial states: `observe`, which reads all processes, is not run.
  bool unobserved = false;
  bool describe_steps = false;  // StepsFound::descriptions must be filled in
};

// Results besides the target states and their transitions.
struct StepsFound {
  bool reduced = false;                       // a reducing system left out steps
  std::size_t asleep_steps = 0;               // the number of steps that were only counted
  std::vector<StepDescription> descriptions;  // one for each step, if requested

  void clear() {
    reduced = false;
    asleep_steps = 0;
    if (!descriptions.empty()) descriptions.clear();
  }
};

// What went wrong. If stopped(), the steps in the buffer are incomplete.
struct StepsTrouble {
  ModelFailure failure;
  TransitionId failed_transition;  // the transition that failed; invalid for initial states
  std::optional<ChannelOverflow> overflow;
  bool too_many = false;       // given up: too many initial states, or steps of one state
  bool bound_reached = false;  // a channel was found full at its declared bound; `clear` does not reset it

  [[nodiscard]] bool stopped() const { return failure.failed() || overflow.has_value() || too_many; }
  void clear() {
    if (failure.failed()) failure = {};
    overflow.reset();
    too_many = false;
  }
};

class StepBuffer {
 public:
  static constexpr std::size_t step_limit = 1'000'000;  // steps of one state

  explicit StepBuffer(std::size_t words) : words_(words) {}

  void clear() {
    size_ = 0;
    found.clear();
    trouble.clear();
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] StateView state(std::size_t i) const { return {states_.data() + i * words_, words_}; }
  // For wrappers that replace a step's state by another of the same system.
  [[nodiscard]] std::uint64_t* mutable_state(std::size_t i) { return states_.data() + i * words_; }
  [[nodiscard]] TransitionId transition(std::size_t i) const { return transitions_[i]; }

  // Appends a step with a copy of this state, which the caller then changes. Pointers to earlier states
  // become invalid.
  std::uint64_t* append(TransitionId transition, const std::uint64_t* initial_content) {
    make_room(1);
    transitions_[size_] = transition;
    std::uint64_t* const place = states_.data() + size_++ * words_;
    std::copy_n(initial_content, words_, place);
    if (size_ > step_limit) trouble.too_many = true;
    return place;
  }
  // For systems that write steps directly: make_room for at least `steps` more, then written() with the
  // number that was written. Pointers to earlier states become invalid.
  void make_room(std::size_t steps) {
    if (size_ + steps <= transitions_.size()) return;
    const std::size_t capacity = std::max(size_ + steps, 2 * transitions_.size());
    transitions_.resize(capacity);
    states_.resize(capacity * words_);
  }
  [[nodiscard]] std::size_t room() const { return transitions_.size() - size_; }
  [[nodiscard]] std::uint64_t* next_states() { return states_.data() + size_ * words_; }
  [[nodiscard]] TransitionId* next_transitions() { return transitions_.data() + size_; }
  void written(std::size_t steps) { size_ += steps; }
  // Keeps the steps from position `from` on whose transition is wanted, in their order.
  template <typename Wanted>
  void keep(std::size_t from, const Wanted& wanted) {
    std::size_t kept = from;
    for (std::size_t i = from; i < size_; ++i) {
      if (!wanted(transitions_[i])) continue;
      if (kept != i) {
        transitions_[kept] = transitions_[i];
        std::copy_n(states_.begin() + static_cast<std::ptrdiff_t>(i * words_), words_,
                    states_.begin() + static_cast<std::ptrdiff_t>(kept * words_));
        if (asked.describe_steps) found.descriptions[kept] = std::move(found.descriptions[i]);
      }
      ++kept;
    }
    size_ = kept;
    if (asked.describe_steps) found.descriptions.resize(kept);
  }
  void drop_last() { --size_; }
  // Counts the steps from position `from` on as asleep and removes them.
  void put_to_sleep(std::size_t from) {
    found.asleep_steps += size_ - from;
    size_ = from;
  }

  // The number of all steps of the state, unless a reducing system left some out.
  [[nodiscard]] std::size_t steps() const { return size_ + found.asleep_steps; }
  [[nodiscard]] bool stopped() const { return trouble.stopped(); }

  StepsAsked asked;
  StepsFound found;
  StepsTrouble trouble;
  std::unique_ptr<Scratch> scratch;  // made and used by the transition system

 private:
  std::size_t words_;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> states_;      // has the capacity for more than size_ states
  std::vector<TransitionId> transitions_;  // likewise
};

}  // namespace quorate
