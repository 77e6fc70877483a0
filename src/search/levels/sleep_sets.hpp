// Sleep sets: an unreduced breadth-first search looks up fewer targets and still stores every state. If a and
// b commute in a state p, the state after a-then-b is the one after b-then-a. So one of the two need not be
// made: the search takes the order in which the smaller transition comes first, and in the state after b, a
// is "asleep". A step that is asleep is counted (it is enabled), but not stored, since its target is reached
// by others. Of a grid of counters every state is then looked up once instead of once for each counter.
//
// What makes this exact here: transitions are ordered by number, sets are those of the first arrival (one
// thread) or the intersection over all arrivals at a state's own level (several), and levels are searched one
// after the other. Then the least of the shortest paths to a state, compared transition by transition, never
// contains a step that is asleep: it could be moved forward, and the path would be less. So every state is
// reached at its depth, and by one thread in the same order as without. docs/soundness.md (Sleep sets) has
// the proof.
#pragma once

#include <cstdint>
#include <memory>

#include "store/state_store.hpp"
#include "store/zeroed_block.hpp"
#include "system/seam/independence.hpp"

namespace quorate {

// The transitions that are asleep in the states of two levels: the one that is expanded and the one that is
// found. The memory of the first is used again for the level after the second: fresh pages would cost more
// than all the rest, above all several threads, which the kernel interrupts for each.
class SleepSets {
 public:
  // In the states before `awake_before` nothing is asleep. Null if there is no memory to be had.
  static std::unique_ptr<SleepSets> make(const Independence& independence, StateNumber awake_before);

  [[nodiscard]] const Independence& independence() const { return independence_; }

  [[nodiscard]] TransitionBits asleep_in(StateNumber number) const;
  // For a state that was not there before, by one thread.
  void store(StateNumber number, const TransitionBits& asleep);
  // What is asleep for every arrival at the state, by several threads. fresh: it was not there before.
  void arrive(StateNumber number, const TransitionBits& asleep, bool fresh);
  void move(StateNumber from, StateNumber to);
  // The states that were found are expanded now, those from `next` on will be found.
  void begin_level(StateNumber next);
  // With `states` states altogether.
  [[nodiscard]] std::uint64_t bytes(StateNumber states) const;

 private:
  // What is awake rather than asleep: memory that nobody has written to says that everything is asleep, which
  // any arrival changes.
  struct Level {
    StateNumber begin;
    StateNumber held;  // for so many states memory was touched
    ZeroedBlock awake;
  };

  SleepSets(const Independence& independence, StateNumber awake_before);
  [[nodiscard]] Level level_from(StateNumber begin) const;
  [[nodiscard]] std::uint32_t* at(StateNumber number) const {
    const Level& level = number < found_.begin ? expanded_ : found_;
    return level.awake.as<std::uint32_t>() + std::uint64_t{number - level.begin} * units_;
  }
  [[nodiscard]] std::uint64_t bytes_for(std::uint64_t states) const {
    return states * units_ * sizeof(std::uint32_t);
  }

  const Independence& independence_;
  std::size_t units_;  // of 32 transitions
  Level expanded_;
  Level found_;
};

// One state's steps in their order: what is asleep after each of them.
class SleepAfterSteps {
 public:
  void begin(const Independence& independence, StateView state, const TransitionBits& asleep) {
    independence_ = &independence;
    state_ = state;
    before_ = asleep;
    quiet_ = {};
  }
  // To be called for each step, which leads to `target`. Steps come in the order of their transitions.
  [[nodiscard]] TransitionBits after(TransitionId transition, StateView target) {
    TransitionBits asleep = before_.common(independence_->commuting[transition.index()]);
    const bool quiet = independence_->quiet(state_, target);
    if (quiet) asleep.insert(quiet_.common(independence_->quietly_commuting[transition.index()]));
    // All steps of a transition must be quiet for it to be.
    if (!quiet) quiet_.remove(transition);
    if (quiet && !before_.contains(transition)) quiet_.insert(transition);
    before_.insert(transition);
    return asleep;
  }

 private:
  const Independence* independence_ = nullptr;
  StateView state_;
  TransitionBits before_;  // asleep in the state, or of an earlier step
  TransitionBits quiet_;   // of earlier steps that were quiet; of what is asleep this is not known
};

}  // namespace quorate
