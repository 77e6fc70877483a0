// Expands states: reads them, makes their steps and stores the targets. Every search that stores states uses
// it.
//
// `States` is where the states are: the store or a file for one thread (level_states.hpp), the store for
// several threads (shared_store.hpp). It is a template parameter, since it is called for each successor.
//
// The ignoring proviso of partial-order reduction, for safety, breadth-first: if steps of a state were left
// out, one of its successors belongs to the next level, or else all its steps are taken. By induction over
// the levels, from the last one back, every step that was left out is taken in some later state. A set that
// does not know the numbers of states that are met again takes them for states of earlier levels: then a
// successor must be new, and more steps are taken than necessary.
#pragma once

#include "search/judgement.hpp"
#include "search/levels/expansion.hpp"
#include "search/levels/sleep_sets.hpp"

namespace quorate {

template <typename States, typename Findings>
class Expander {
 public:
  // All must outlive this.
  Expander(const SearchTask& task, bool proviso, States& states, Findings& findings)
      : task_(task),
        proviso_(proviso),
        states_(states),
        findings_(findings),
        ahead_(task.system.shape().words) {}

  // Sets the sleep sets of the level that begins. Null: no step is asleep.
  void sleep_by(SleepSets* sleep) { sleep_ = sleep; }

  // Expands one batch of states of a level, from `begin` on and before `end`; returns where the batch ends.
  // before(number): called before each state; whether it is to be expanded.
  template <typename Before>
  StateNumber expand_some(StateNumber begin, StateNumber end, StateNumber next_level, const Before& before) {
    const StateNumber after = look_ahead(begin, end);
    for (StateNumber number = begin; number < after && !findings_.over(); ++number) {
      if (before(number) && expand(ahead_[number - begin], number, next_level)) findings_.expanded();
    }
    return after;
  }

  // For searches with another order: a scratch buffer for one state at a time.
  [[nodiscard]] Expansion& scratch() { return ahead_[0]; }
  // Reads a state, computes its steps and folds their targets. False if the search is over. all_steps: no
  // reduction may leave out steps.
  bool compute(Expansion& expansion, StateNumber number, bool all_steps) {
    if (!states_.copy_out(number, expansion.state)) return false;
    StepBuffer& buffer = expansion.buffer;
    buffer.clear();
    buffer.asked.all_steps = all_steps;
    if (sleep_ != nullptr) buffer.asked.asleep = sleep_->asleep_in(number);
    task_.system.successors(expansion.state.state, {}, buffer);
    return fold(expansion);
  }
  // Folds the targets in the buffer, so that they can be visited.
  bool fold(Expansion& expansion) {
    const StepBuffer& buffer = expansion.buffer;
    expansion.probes.resize(buffer.stopped() ? 0 : buffer.size());
    for (std::size_t i = 0; i < expansion.probes.size(); ++i) {
      const auto probe = states_.fold(buffer.state(i).data(), expansion.state);
      if (!probe) return false;
      expansion.probes[i] = *probe;
    }
    return true;
  }
  void fetch(const Expansion& expansion) const {
    for (const auto& probe : expansion.probes) states_.fetch(probe);
  }
  // Judges the state by its steps. False if the search is over.
  bool begin_visits(Expansion& expansion, StateNumber number) {
    judge(task_, expansion.state.state, number, expansion.buffer, findings_);
    findings_.count(expansion.buffer);
    if (sleep_ != nullptr)
      asleep_after_.begin(sleep_->independence(), expansion.state.state, expansion.buffer.asked.asleep);
    return !findings_.over();
  }
  // Stores the target of a step; a new one is checked against the goals. None: the search is over.
  std::optional<StateStore::Inserted> visit(Expansion& expansion, std::size_t step, StateNumber next_level) {
    const StateView target = expansion.buffer.state(step);
    const auto inserted = states_.insert(expansion.probes[step], target.data());
    if (!inserted) return inserted;
    if (sleep_ != nullptr) {
      const TransitionBits asleep = asleep_after_.after(expansion.buffer.transition(step), target);
      put_to_sleep(*inserted, asleep, next_level);
    }
    if (inserted->fresh) {
      findings_.stored(inserted->number);
      check_goals(task_, GoalKind::invariant, target, inserted->number, expansion.buffer, findings_);
    }
    return inserted;
  }

 private:
  // Two of three rounds over the targets of a batch, so that their cache misses overlap: fold them and
  // prefetch their buckets, then prefetch the records. The third one, in expand, looks them up.
  StateNumber look_ahead(StateNumber begin, StateNumber end) {
    states_.prepare();
    StateNumber after = begin;
    for (std::size_t steps = 0; steps < Expansions::steps_ahead && after < end; ++after) {
      Expansion& next = ahead_[after - begin];
      if (!compute(next, after, false)) break;
      steps += next.buffer.size() + 1;
    }
    for (StateNumber number = begin; number < after; ++number) fetch(ahead_[number - begin]);
    return after;
  }

  // False if the search ended before all wanted steps were taken.
  bool expand(Expansion& expansion, StateNumber number, StateNumber next_level) {
    if (!begin_visits(expansion, number)) return false;
    const bool careful = proviso_ && expansion.buffer.found.reduced && !expansion.buffer.stopped();
    const bool later = visit_all(expansion, next_level);
    if (careful && !later && !findings_.over()) take_all_steps(expansion, number, next_level);
    return !findings_.over();
  }

  void take_all_steps(Expansion& expansion, StateNumber number, StateNumber next_level) {
    if (!compute(expansion, number, true)) return;
    fetch(expansion);
    if (begin_visits(expansion, number)) visit_all(expansion, next_level);
  }

  // Returns whether one of the targets belongs to the next level.
  bool visit_all(Expansion& expansion, StateNumber next_level) {
    bool later = false;
    for (std::size_t i = 0; i < expansion.probes.size() && !findings_.over(); ++i) {
      const auto inserted = visit(expansion, i, next_level);
      later |= inserted && inserted->number >= next_level;
    }
    return later;
  }

  // One thread keeps the set of the first arrival; several keep the intersection over all arrivals from the
  // level before.
  void put_to_sleep(const StateStore::Inserted& target, const TransitionBits& asleep,
                    StateNumber next_level) {
    if constexpr (States::shared) {
      if (target.number >= next_level) sleep_->arrive(target.number, asleep, target.fresh);
    } else {
      if (target.fresh) sleep_->store(target.number, asleep);
    }
  }

  SearchTask task_;
  bool proviso_;
  States& states_;
  Findings& findings_;
  Expansions ahead_;
  SleepSets* sleep_ = nullptr;
  SleepAfterSteps asleep_after_;
};

}  // namespace quorate
