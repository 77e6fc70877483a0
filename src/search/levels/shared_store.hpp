// The store of a search by several threads, and their barrier.
//
// No thread may use the store while it makes room. A thread that needs room, or has no states left, waits at
// the barrier; the others arrive there when they see that they are called, between two batches of states. The
// last one to arrive plans which segments are rebuilt, all threads rebuild them together, and the last one to
// finish calls met(), which decides whether the level has ended.
#pragma once

#include <atomic>
#include <barrier>
#include <functional>
#include <type_traits>

#include "search/threads/worker_threads.hpp"
#include "store/state_store.hpp"

namespace quorate {

class StoreMeeting {
 public:
  // met(): called by the last thread that finishes rebuilding, while the others wait.
  StoreMeeting(StateStore& store, unsigned threads, std::function<void()> met)
      : store_(store),
        threads_(threads),
        met_(std::move(met)),
        planning_(threads, Planning{*this}),
        ending_(threads, Ending{*this}) {}

  // To be called before any thread arrives: one thread less takes part.
  void do_without_one() {
    planning_.arrive_and_drop();
    ending_.arrive_and_drop();
  }
  // While only the first thread works, it does not wait for the others.
  void be_alone(bool alone) { alone_ = alone; }

  void call() { called_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool called() const { return called_.load(std::memory_order_relaxed); }
  void come() noexcept {
    if (alone_) {
      plan();
      rebuild();
      end();
      return;
    }
    planning_.arrive_and_wait();
    rebuild();
    ending_.arrive_and_wait();
  }

  // All threads leave the rest of the level.
  void leave() { over_ = true; }
  [[nodiscard]] bool over() const { return over_; }
  // Runs `part`. An exception ends the search for all threads: they reach the barrier once more, and
  // `rethrow` throws it again.
  template <typename Part>
  void guarded(const Part& part) noexcept {
    try {
      part();
    } catch (...) {
      trouble_.keep();
      over_ = true;
    }
  }
  void rethrow() { trouble_.rethrow(); }

 private:
  struct Planning {
    StoreMeeting& meeting;
    void operator()() noexcept { meeting.plan(); }
  };
  struct Ending {
    StoreMeeting& meeting;
    void operator()() noexcept { meeting.end(); }
  };

  void plan() noexcept {
    next_task_ = 0;
    tasks_.clear();
    guarded([&] { tasks_ = store_.plan_room(threads_); });
  }
  void rebuild() noexcept {
    guarded([&] {
      for (std::size_t task = next_task_++; task < tasks_.size(); task = next_task_++) tasks_[task]();
    });
  }
  void end() noexcept {
    store_.room_made();
    called_.store(false, std::memory_order_relaxed);
    guarded([&] { met_(); });
  }

  StateStore& store_;
  unsigned threads_;
  std::function<void()> met_;
  std::barrier<Planning> planning_;
  std::barrier<Ending> ending_;
  std::vector<StateStore::RoomTask> tasks_;
  std::atomic<std::size_t> next_task_{0};
  FirstTrouble trouble_;
  bool alone_ = false;
  std::atomic<bool> called_{false};
  std::atomic<bool> over_{false};
};

// The store as one of several threads uses it, for an Expander.
class SharedTree {
 public:
  static constexpr bool shared = true;

  SharedTree(StateStore& store, StoreMeeting& meeting) : store_(store), meeting_(meeting) {}

  [[nodiscard]] StateStore::Room& room() { return room_; }
  void prepare() {}
  bool copy_out(StateNumber number, StateStore::Folded& folded) const {
    store_.copy_out(number, folded);
    return true;
  }
  std::optional<StateStore::Probe> fold(const std::uint64_t* state, const StateStore::Folded& near) {
    return with_room([&] { return store_.try_fold(state, near, room_); });
  }
  void fetch(const StateStore::Probe& probe) const { store_.fetch(probe); }
  std::optional<StateStore::Inserted> insert(const StateStore::Probe& probe, const std::uint64_t*) {
    return with_room([&] { return store_.try_insert(probe, room_); });
  }

 private:
  // Repeats the attempt until there is room. None: the search is over.
  template <typename Attempt>
  std::invoke_result_t<Attempt> with_room(const Attempt& attempt) {
    auto result = attempt();
    while (!result && !meeting_.over()) {
      meeting_.call();
      meeting_.come();
      result = attempt();
    }
    return result;
  }

  StateStore& store_;
  StoreMeeting& meeting_;
  StateStore::Room room_;
};

}  // namespace quorate
