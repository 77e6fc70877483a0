// The threads share out the states of a level in pieces and store the targets of their steps at once, by the
// store's compare-and-swap: which thread finds a state first, and so the numbers within a level, change from
// run to run; which states a level has does not. That is why everything is decided by levels here:
// - a level is finished even if something was found in it, so that the counts are the same in every run and
// all that is nearest to the initial
//   states is known; the paths are those that one thread would have found (path_cone);
// - the ignoring proviso asks for a successor of the next level, as it does for one thread: the same steps
// are taken, the same states reached.
//
// Nothing may be inside the store while it makes room. A thread that wants that, or has nothing left to do,
// goes to a meeting, to which the others come when they see `pause`, between two states. The last one to
// arrive plans what is to be rebuilt, all do it together, and the last to be ready ends the level if none has
// anything left to do in it.
#include "search/parallel_levels.hpp"

#include <algorithm>
#include <barrier>
#include <memory>
#include <new>

#include "search/expansion.hpp"
#include "search/parallel_for.hpp"
#include "search/path_cone.hpp"
#include "search/worker_threads.hpp"

namespace quorate {

namespace {

class ParallelLevels {
 public:
  ParallelLevels(const TransitionSystem& system, const std::vector<Goal>& goals, const SearchOptions& options,
                 unsigned threads, SearchRun& run, BreadthFirstCourse course)
      : system_(system),
        goals_(goals),
        options_(options),
        run_(run),
        store_(run.store()),
        course_(std::move(course)),
        planning_(threads, Planning{*this}),
        meeting_(threads, Meeting{*this}) {
    for (unsigned t = 0; t < threads; ++t)
      workers_.push_back(std::make_unique<Worker>(system.shape().words, goals.size()));
  }

  std::unique_ptr<BreadthFirstPaths> explore() {
    begin_level();
    {
      WorkerThreads others;
      for (std::size_t t = 1; t < workers_.size(); ++t) {
        if (!others.start([this, t] { work(*workers_[t], false); })) do_without(*workers_[t]);
      }
      work(*workers_[0], true);
    }
    run_.result().missing_threads = missing_threads_;
    run_.guarded([&] { trouble_.rethrow(); });
    run_.keep_at_end(course_);
    std::unique_ptr<BreadthFirstPaths> found;
    run_.guarded([&] {
      const BudgetGrace grace;
      found = paths();
    });
    return found;
  }

 private:
  // In cache lines of its own: what one thread counts must not slow down what another reads.
  struct alignas(128) Worker {
    Worker(std::size_t words, std::size_t goals) : ahead(words), violating(goals, no_state) {}

    Expansions ahead;
    StateStore::Room room;
    StateNumber last = 0;  // that it has inserted
    std::uint64_t transitions = 0;
    std::uint64_t asleep = 0;
    std::uint64_t expanded = 0;
    std::vector<StateNumber> violating;  // by goal: a state of this level, or no_state
    ModelFailure failure;
    SleepAfterSteps asleep_after;
    std::optional<ChannelOverflow> overflow;
    std::optional<StopReason> stop;  // there is no use in going on
    bool bound_reached = false;
    bool idle = false;
  };
  struct Planning {
    ParallelLevels& levels;
    void operator()() noexcept { levels.plan_room(); }
  };
  struct Meeting {
    ParallelLevels& levels;
    void operator()() noexcept { levels.meet(); }
  };
  // Before the first thread meets another: the barriers wait for one less.
  void do_without(Worker& worker) {
    ++missing_threads_;
    worker.idle = true;
    planning_.arrive_and_drop();
    meeting_.arrive_and_drop();
  }

  void work(Worker& worker, bool watches_limits) noexcept {
    while (!done_) {
      for (auto piece = range_.take(); piece.begin < piece.end && !over_; piece = range_.take()) {
        auto number = static_cast<StateNumber>(piece.begin);
        while (number < piece.end && !over_) {
          if (pause_.load(std::memory_order_relaxed)) come_to_meeting();
          guarded([&] {
            if (watches_limits) watch_limits();
            number = explore_some(worker, number, static_cast<StateNumber>(piece.end));
            if (store_.wants_room(worker.last)) pause_.store(true, std::memory_order_relaxed);
          });
        }
      }
      worker.idle = true;
      come_to_meeting();
      worker.idle = false;
    }
  }

  // What cannot be gone on from ends the search for all threads: they meet once more, and the rest of the
  // level is left; it is thrown again when all have ended.
  template <typename Part>
  void guarded(const Part& part) noexcept {
    try {
      part();
    } catch (...) {
      trouble_.keep();
      over_ = true;
    }
  }

  void leave(Worker& worker, StopReason reason) {
    worker.stop = reason;
    over_ = true;
  }

  void watch_limits() {
    run_.count_stored();
    if (!run_.within_limits(store_.size() - course_.levels.back() + range_.left(), course_.levels.size() - 2,
                            0))
      over_ = true;
  }

  void come_to_meeting() {
    planning_.arrive_and_wait();
    guarded([&] {
      for (std::size_t task = next_task_++; task < tasks_.size(); task = next_task_++) tasks_[task]();
    });
    meeting_.arrive_and_wait();
  }

  // By the last thread to arrive, alone.
  void plan_room() noexcept {
    next_task_ = 0;
    tasks_.clear();
    guarded([&] { tasks_ = store_.plan_room(workers_.size()); });
  }

  // By the last thread that is ready, alone.
  void meet() noexcept {
    store_.room_made();
    pause_.store(false, std::memory_order_relaxed);
    run_.read_limits_next();
    guarded([&] { watch_limits(); });  // the store has just grown
    for (const auto& worker : workers_) {
      if (!worker->idle) return;
    }
    guarded([&] { end_level(); });
    // Also if that could not be done to its end.
    if (over_) done_ = true;
  }

  void begin_level() {
    const StateNumber begin = course_.levels[course_.levels.size() - 2];
    sleep_ = run_.begin_level();
    // Neighbours should have neighbouring numbers, on every level anew: what a thread remembers, and what its
    // processor predicts, is good for states that are alike. But few numbers should be taken in vain.
    const auto share = (course_.levels.back() - begin) / (8 * static_cast<StateNumber>(workers_.size()));
    for (const auto& worker : workers_) worker->room.reserved.some = std::clamp(share, 16U, 4096U);
    range_.set(begin, course_.levels.back(), static_cast<unsigned>(workers_.size()));
  }

  void close_gaps() {
    std::vector<StateStore::Room*> rooms;
    for (const auto& worker : workers_) rooms.push_back(&worker->room);
    for (const auto& [from, to] : store_.close_gaps(rooms)) {
      for (const auto& worker : workers_) std::ranges::replace(worker->violating, from, to);
      if (sleep_ != nullptr) sleep_->move(from, to);
    }
  }

  // What is known even if there is no memory for anything else.
  void count() {
    StateNumber in_vain = 0;
    for (const auto& worker : workers_) {
      in_vain += worker->room.reserved.end - worker->room.reserved.next;
      run_.result().statistics.transitions += std::exchange(worker->transitions, 0);
      run_.result().statistics.asleep += std::exchange(worker->asleep, 0);
      run_.expanded(std::exchange(worker->expanded, 0));
    }
    run_.count_stored(store_.size() - in_vain);
  }

  void end_level() {
    const std::size_t level = course_.levels.size() - 2;
    count();
    close_gaps();
    for (const auto& worker : workers_) {
      run_.result().bound_reached |= worker->bound_reached;
      if (worker->overflow) run_.result().overflow = worker->overflow;
      if (worker->stop) run_.stop(*worker->stop);
      if (worker->failure.failed() && !run_.result().failure.failed()) {
        run_.result().failure = worker->failure;
        found({level, 0, true});
      }
    }
    // An error is reported even if the last goal is violated on the same level: one thread may have met
    // either.
    if (run_.result().failure.failed()) run_.stop(StopReason::model_failure);
    for (std::size_t g = 0; g < goals_.size(); ++g) close_if_violated(g, level);
    if (run_.over() || over_ || store_.size() == course_.levels.back()) {
      done_ = true;
      return;
    }
    course_.levels.push_back(store_.size());
    if (store_.wants_fitting()) store_.fit();
    run_.keep(course_);
    if (run_.superseded()) {
      done_ = true;
      return;
    }
    begin_level();
  }

  void found(const BreadthFirstCourse::Finding& finding) {
    StateNumber& first = run_.result().found_after;
    first = std::min(first, course_.levels.back());
    course_.findings.push_back(finding);
  }

  void close_if_violated(std::size_t goal, std::size_t level) {
    for (const auto& worker : workers_) {
      if (worker->violating[goal] == no_state || run_.result().violations[goal]) continue;
      found({goals_[goal].kind == GoalKind::invariant ? level + 1 : level, goal, false});
      run_.violated(goal, worker->violating[goal]);
    }
  }

  // States from `begin` on, as many as are worked on at once. Says where they end.
  StateNumber explore_some(Worker& worker, StateNumber begin, StateNumber end) {
    StateNumber next = begin;
    for (std::size_t steps = 0; steps < Expansions::steps_ahead && next < end; ++next) {
      Expansion& expansion = worker.ahead[next - begin];
      store_.copy_out(next, expansion.state);
      if (!expand(worker, expansion, next, false)) expansion.probes.clear();
      steps += expansion.buffer.size() + 1;
    }
    for (StateNumber number = begin; number < next; ++number) fetch(worker.ahead[number - begin]);
    for (StateNumber number = begin; number < next && !over_; ++number) {
      Expansion& expansion = worker.ahead[number - begin];
      const bool careful = options_.proviso && expansion.buffer.found.reduced && !expansion.buffer.stopped();
      const bool later = visit_all(worker, expansion);
      if (careful && !later && expand(worker, expansion, number, true)) {
        fetch(expansion);
        visit_all(worker, expansion);
      }
      if (!over_) ++worker.expanded;
    }
    return next;
  }

  // False if there is nothing to visit: it failed, or the search is over.
  bool expand(Worker& worker, Expansion& expansion, StateNumber number, bool all_steps) {
    StepBuffer& buffer = expansion.buffer;
    buffer.clear();
    buffer.asked.all_steps = all_steps;
    if (sleep_ != nullptr) buffer.asked.asleep = sleep_->asleep_in(number);
    system_.successors(expansion.state.state, {}, buffer);
    worker.transitions += buffer.steps();
    worker.asleep += buffer.found.asleep_steps;
    worker.bound_reached |= buffer.trouble.bound_reached;
    if (buffer.trouble.overflow) {
      worker.overflow = buffer.trouble.overflow;
      leave(worker, StopReason::channel_overflow);
    } else if (buffer.trouble.failure.failed()) {
      worker.failure = buffer.trouble.failure;
    } else if (buffer.trouble.too_many) {
      leave(worker, StopReason::too_many_steps);
    } else if (buffer.steps() == 0) {
      check_goals(worker, buffer, GoalKind::no_deadlock, expansion.state.state, number);
    }
    return !buffer.stopped() && fold(worker, expansion);
  }

  // Tries until there is room. None: the search is over.
  template <typename Attempt>
  auto in_store(const Attempt& attempt) {
    auto result = attempt();
    while (!result && !over_) {
      pause_.store(true, std::memory_order_relaxed);
      come_to_meeting();
      result = attempt();
    }
    return result;
  }

  bool fold(Worker& worker, Expansion& expansion) {
    expansion.probes.resize(expansion.buffer.size());
    for (std::size_t i = 0; i < expansion.probes.size(); ++i) {
      const auto probe = in_store(
          [&] { return store_.try_fold(expansion.buffer.state(i).data(), expansion.state, worker.room); });
      if (!probe) return false;
      expansion.probes[i] = *probe;
    }
    return true;
  }

  void fetch(const Expansion& expansion) const {
    for (const auto& probe : expansion.probes) store_.fetch(probe);
  }

  // True if one of the targets belongs to the next level, or the search is over.
  bool visit_all(Worker& worker, Expansion& expansion) {
    bool later = false;
    if (sleep_ != nullptr) {
      worker.asleep_after.begin(sleep_->independence(), expansion.state.state, expansion.buffer.asked.asleep);
    }
    for (std::size_t i = 0; i < expansion.probes.size(); ++i) {
      const auto inserted = in_store([&] { return store_.try_insert(expansion.probes[i], worker.room); });
      if (!inserted) return true;
      const bool next_level = inserted->number >= course_.levels.back();
      later |= next_level;
      if (sleep_ != nullptr) {
        const TransitionBits asleep =
            worker.asleep_after.after(expansion.buffer.transition(i), expansion.buffer.state(i));
        if (next_level) sleep_->arrive(inserted->number, asleep, inserted->fresh);
      }
      if (!inserted->fresh) continue;
      worker.last = std::max(worker.last, inserted->number);
      check_goals(worker, expansion.buffer, GoalKind::invariant, expansion.buffer.state(i), inserted->number);
    }
    return later;
  }

  void check_goals(Worker& worker, StepBuffer& buffer, GoalKind kind, StateView state, StateNumber number) {
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      // Goals that were violated on an earlier level are closed; the result changes only while all threads
      // wait.
      if (goals_[g].kind != kind || run_.result().violations[g]) continue;
      const Truth truth = system_.holds(goals_[g].predicate, state, buffer);
      if (truth == Truth::error) worker.failure = buffer.trouble.failure;
      if (truth == Truth::no) worker.violating[g] = number;
    }
  }

  std::unique_ptr<BreadthFirstPaths> paths() {
    auto finder = std::make_unique<BreadthFirstPaths>(system_, store_, std::move(course_));
    PathCone cone(system_, store_, finder->course(), static_cast<unsigned>(workers_.size()));
    for (const auto& finding : finder->course().findings) {
      std::vector<StateNumber> path;
      if (!finding.failure) {
        const Goal& goal = goals_[finding.goal];
        path = cone.first_path(finding.level, [&](StepsTaken& steps, StateNumber number) {
          return violates(goal, steps, number);
        });
        run_.result().violations[finding.goal]->state = path.back();
      } else {
        path = cone.first_path(finding.level, [&](StepsTaken& steps, StateNumber number) {
          return failure_at(steps, number) != no_state;
        });
        StepsTaken steps(system_, store_, finder->course().levels, finder->course().proviso);
        const StateNumber failing = failure_at(steps, path.back());
        run_.result().failed_in_predicate =
            !steps.buffer().trouble.failure.failed() || failing != path.back();
        if (failing != path.back()) path.push_back(failing);
        run_.result().failed_state = failing;
      }
      StatePath states;
      for (const StateNumber number : path) {
        states.emplace_back(system_.shape().words, 0);
        store_.copy_out(number, states.back().data());
      }
      finder->add(path.back(), std::move(states));
    }
    return finder;
  }

  bool violates(const Goal& goal, StepsTaken& steps, StateNumber number) const {
    if (goal.kind == GoalKind::no_deadlock) {
      if (steps.any(number, [](StateNumber, StateView) { return true; }) || steps.buffer().stopped())
        return false;
      return system_.holds(goal.predicate, steps.current(), steps.buffer()) == Truth::no;
    }
    std::vector<std::uint64_t> state(system_.shape().words);
    store_.copy_out(number, state.data());
    return system_.holds(goal.predicate, state, steps.buffer()) == Truth::no;
  }

  // The state itself if its expansion fails, or a target whose predicate fails; no_state: neither.
  StateNumber failure_at(StepsTaken& steps, StateNumber number) const {
    const auto fails = [&](GoalKind kind, StateView state) {
      for (const Goal& goal : goals_) {
        if (goal.kind == kind && system_.holds(goal.predicate, state, steps.buffer()) == Truth::error)
          return true;
      }
      return false;
    };
    StateNumber failing = no_state;
    bool any_step = false;
    steps.any(number, [&](StateNumber target, StateView state) {
      any_step = true;
      if (fails(GoalKind::invariant, state)) failing = target;
      return failing != no_state;
    });
    if (failing != no_state) return failing;
    if (steps.buffer().trouble.failure.failed()) return number;
    return !any_step && fails(GoalKind::no_deadlock, steps.current()) ? number : no_state;
  }

  const TransitionSystem& system_;
  const std::vector<Goal>& goals_;
  const SearchOptions& options_;
  SearchRun& run_;
  StateStore& store_;
  BreadthFirstCourse course_;
  std::vector<std::unique_ptr<Worker>> workers_;
  SharedRange range_;
  std::barrier<Planning> planning_;
  std::barrier<Meeting> meeting_;
  std::vector<StateStore::RoomTask> tasks_;
  std::atomic<std::size_t> next_task_{0};
  FirstTrouble trouble_;
  unsigned missing_threads_ = 0;
  std::atomic<bool> pause_{false};  // come to the meeting
  std::atomic<bool> over_{false};   // leave the rest of the level
  bool done_ = false;
  SleepSets* sleep_ = nullptr;  // null: every step is taken
};

}  // namespace

std::unique_ptr<BreadthFirstPaths> explore_levels(const TransitionSystem& system,
                                                  const std::vector<Goal>& goals,
                                                  const SearchOptions& options, unsigned threads,
                                                  SearchRun& run, BreadthFirstCourse course) {
  return ParallelLevels(system, goals, options, threads, run, std::move(course)).explore();
}

}  // namespace quorate
