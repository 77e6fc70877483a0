// Sleep sets: an unreduced breadth-first search looks up fewer targets and still
// stores every state. If a and b commute in a state p, then a-then-b and b-then-a lead to the same state. So
// only the order in which the smaller transition comes first is explored: in the state after b, a is
// "asleep". A step that is asleep is counted (it is enabled), but its target is not looked up, since another
// path reaches it. In a grid of counters every state is then looked up once instead of once for each counter.
//
// Why no state is lost: transitions are ordered by number, the set of a state is that of the first arrival
// (one thread) or the intersection over all arrivals from the level before (several threads), and levels are
// searched one after the other. Then the least of the shortest paths to a state, compared transition by
// transition, has no step that is asleep: otherwise that step could be moved forward, which would give a
// lesser path. So every state is reached at its least depth, and with one thread in the same order as without
// sleep sets. docs/soundness.md ("Sleep sets") has the proof and the cases in which they are not used.
#pragma once

#include <cstdint>
#include <memory>

#include "store/state_store.hpp"
#include "store/zeroed_block.hpp"
#include "system/seam/independence.hpp"

namespace quorate {

// The sleep sets of the states of two levels: the one that is being expanded and the next one, which is being
// found. The memory of the first is reused for the level after the second, since fresh pages would cost more
// than everything else, above all with several threads, which the kernel interrupts for each page.
class SleepSets {
 public:
  // In the states before `awake_before` nothing is asleep. Null if an allocation fails.
  static std::unique_ptr<SleepSets> make(const Independence& independence, StateNumber awake_before);

  [[nodiscard]] const Independence& independence() const { return independence_; }

  [[nodiscard]] TransitionBits asleep_in(StateNumber number) const;
  // One thread: sets what is asleep in a new state.
  void store(StateNumber number, const TransitionBits& asleep);
  // Several threads: intersects the set of the state with that of an arrival. fresh: the state is new.
  void arrive(StateNumber number, const TransitionBits& asleep, bool fresh);
  void move(StateNumber from, StateNumber to);
  // The states that were found are expanded next; states from `next` on will be found.
  void begin_level(StateNumber next);
  // Memory in use when there are `states` states altogether.
  [[nodiscard]] std::uint64_t bytes(StateNumber states) const;

 private:
  // Stores the complement, what is awake: zeroed memory then means that everything is asleep, which is the
  // neutral element of the intersection.
  struct Level {
    StateNumber begin;
    StateNumber held;  // the number of states whose memory was touched
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
  std::size_t units_;  // words of 32 transitions for each state
  Level expanded_;
  Level found_;
};

// Computes what is asleep after each of the steps of one state. A transition is quiet in a state if its steps
// leave the monitor's variables unchanged (Independence).
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
    // A transition is quiet only if all its steps are.
    if (!quiet) quiet_.remove(transition);
    if (quiet && !before_.contains(transition)) quiet_.insert(transition);
    before_.insert(transition);
    return asleep;
  }

 private:
  const Independence* independence_ = nullptr;
  StateView state_;
  TransitionBits before_;  // transitions asleep in the state, and those of earlier steps
  TransitionBits quiet_;   // transitions of earlier steps that were quiet; unknown for those asleep
};

}  // namespace quorate
