// Threads take pieces of a level and store the targets of their steps concurrently. Which thread finds a
// state first, and so the numbers within a level, change from run to run; the set of states of a level does
// not. So everything is decided by levels here:
// - a level is finished even if something was found in it, so that the counts are the same in every run and
//   all violations of the least depth are known; the paths are those that one thread would have found
//   (path_cone);
// - the ignoring proviso asks for a successor of the next level, as it does for one thread: the same steps
//   are taken and the same states reached.
// The store makes room, and the level ends, at a barrier of all threads (shared_store.hpp). What was
// rejected: docs/internals.md, "The store and the threads".
#include "search/levels/parallel_levels.hpp"

#include <algorithm>

#include "search/levels/expander.hpp"
#include "search/levels/shared_store.hpp"
#include "search/paths/several_paths.hpp"
#include "search/threads/parallel_for.hpp"

namespace quorate {

namespace {

// The findings of one thread on a level.
struct LevelFindings {
  LevelFindings(const SearchResult& before_level, StoreMeeting& of_threads)
      : before(before_level), meeting(of_threads), violating(before.violations.size(), no_state) {}

  [[nodiscard]] bool over() const { return meeting.over(); }
  // Closed on an earlier level: the result changes only while all threads wait.
  [[nodiscard]] bool closed(std::size_t goal) const { return before.violations[goal].has_value(); }
  void bound_reached() { bound = true; }
  void overflowed(const ChannelOverflow& where) {
    overflow = where;
    give_up(StopReason::channel_overflow);
  }
  void failed(const ModelFailure& what, StateView, StateNumber, bool) { failure = what; }
  void give_up(StopReason reason) {
    stop = reason;
    meeting.leave();
  }
  void violated(std::size_t goal, StateView, StateNumber number) { violating[goal] = number; }
  void count(const StepBuffer& steps) {
    transitions += steps.steps();
    asleep += steps.found.asleep_steps;
  }
  void stored(StateNumber number) { last = std::max(last, number); }
  void expanded() { ++expansions; }

  const SearchResult& before;
  StoreMeeting& meeting;
  StateNumber last = 0;  // the greatest number that this thread has given
  std::uint64_t transitions = 0;
  std::uint64_t asleep = 0;
  std::uint64_t expansions = 0;
  std::vector<StateNumber> violating;  // by goal: a state of this level, or no_state
  ModelFailure failure;
  std::optional<ChannelOverflow> overflow;
  std::optional<StopReason> stop;  // the search cannot go on
  bool bound = false;
};

class ParallelLevels final : public LevelExpander {
 public:
  ParallelLevels(SearchRun& run, BreadthFirstCourse& course)
      : run_(run),
        store_(run.store()),
        course_(course),
        meeting_(store_, run.options().parallel.threads, [this] { met(); }),
        level_begins_(run.options().parallel.threads) {
    const unsigned threads = run.options().parallel.threads;
    for (unsigned t = 0; t < threads; ++t) workers_.push_back(std::make_unique<Worker>(*this));
    others_.emplace();
    for (unsigned t = 1; t < threads; ++t) {
      if (!others_->start([this, t] { follow(*workers_[t]); })) do_without_one();
    }
  }
  ParallelLevels(const ParallelLevels&) = delete;
  ParallelLevels& operator=(const ParallelLevels&) = delete;
  ~ParallelLevels() override {
    done_ = true;
    level_begins_.arrive_and_wait();
    others_.reset();
  }

  bool start() override { return false; }  // never asked: a search begins with one thread

  void expand_level(SleepSets* sleep) override {
    begin_level(sleep);
    if (!alone_) level_begins_.arrive_and_wait();
    work(*workers_[0], true);
    end_level(sleep);
    if (!run_.over() && store_.size() > course_.levels.back() && store_.wants_fitting()) run_.fit_store();
  }

  std::unique_ptr<PathFinder> paths(BreadthFirstCourse course) override {
    return paths_of_several(run_.task(), store_, std::move(course), static_cast<unsigned>(workers_.size()),
                            run_.result());
  }

 private:
  // In cache lines of its own, against false sharing.
  struct alignas(128) Worker {
    explicit Worker(ParallelLevels& levels)
        : states(levels.store_, levels.meeting_),
          findings(levels.run_.result(), levels.meeting_),
          expander(levels.run_.task(), levels.run_.options().proviso, states, findings) {}

    SharedTree states;
    LevelFindings findings;
    Expander<SharedTree, LevelFindings> expander;
    bool idle = true;
  };

  // To be called before the first level, for a thread that could not be started.
  void do_without_one() {
    ++run_.result().missing_threads;
    meeting_.do_without_one();
    level_begins_.arrive_and_drop();
  }

  // The loop of all threads but the first.
  void follow(Worker& worker) noexcept {
    for (;;) {
      level_begins_.arrive_and_wait();
      if (done_) return;
      work(worker, false);
    }
  }

  void begin_level(SleepSets* sleep) {
    const StateNumber begin = course_.levels[course_.levels.size() - 2];
    const StateNumber states = course_.levels.back() - begin;
    // Numbers are reserved in blocks that are large, so that similar states get neighbouring numbers on every
    // level (the caches of a thread and the branch prediction profit), but not so large that many stay
    // unused.
    const auto share = states / (8 * static_cast<StateNumber>(workers_.size()));
    for (const auto& worker : workers_) {
      worker->states.room().reserved.some = std::clamp(share, 16U, 4096U);
      worker->expander.sleep_by(sleep);
    }
    range_.set(begin, course_.levels.back(), static_cast<unsigned>(workers_.size()));
    // The first thread expands a level that is too small to be shared.
    alone_ = states <= SharedRange::smallest_piece;
    meeting_.be_alone(alone_);
    ++level_;
  }

  void work(Worker& worker, bool watches_limits) noexcept {
    const std::uint64_t level = level_;
    worker.idle = false;
    while (ended_level_ < level) {
      for (auto piece = range_.take(); piece.begin < piece.end && !meeting_.over(); piece = range_.take())
        explore(worker, piece, watches_limits);
      worker.idle = true;
      meeting_.come();
    }
  }

  void explore(Worker& worker, const SharedRange::Piece& piece, bool watches_limits) noexcept {
    const auto each = [](StateNumber) { return true; };
    const auto end = static_cast<StateNumber>(piece.end);
    auto number = static_cast<StateNumber>(piece.begin);
    while (number < end && !meeting_.over()) {
      if (meeting_.called()) meeting_.come();
      meeting_.guarded([&] {
        if (watches_limits) watch_limits();
        number = worker.expander.expand_some(number, end, course_.levels.back(), each);
        if (store_.wants_room(worker.findings.last)) meeting_.call();
      });
    }
  }

  void watch_limits() {
    run_.count_stored(store_.size());
    const std::uint64_t queued = store_.size() - course_.levels.back() + range_.left();
    if (!run_.within_limits({queued, course_.levels.size() - 2, 0})) meeting_.leave();
  }

  // Called at the barrier, by one thread alone. The level has ended if no thread has anything left to do.
  void met() {
    const bool ended = std::ranges::all_of(workers_, [](const auto& worker) { return worker->idle; });
    if (ended) ended_level_ = level_;
    run_.read_limits_next();
    watch_limits();  // the store has just grown
  }

  void end_level(SleepSets* sleep) {
    count();
    close_gaps(sleep);
    const std::size_t level = course_.levels.size() - 2;
    SearchResult& result = run_.result();
    for (const auto& worker : workers_) {
      const LevelFindings& findings = worker->findings;
      result.bound_reached |= findings.bound;
      if (findings.overflow) result.overflow = findings.overflow;
      if (findings.failure.failed() && !result.failure.failed()) {
        result.failure = findings.failure;
        found({level, 0, true});
      }
    }
    // A model error is reported even if the last goal is violated on the same level: a search by one thread
    // could find either first.
    if (result.failure.failed()) run_.stop(StopReason::model_failure);
    for (const auto& worker : workers_) {
      if (worker->findings.stop) run_.stop(*worker->findings.stop);
    }
    for (std::size_t g = 0; g < result.violations.size(); ++g) close_if_violated(g, level);
    meeting_.rethrow();
  }

  // Adds up the counts of the threads. Needs no memory.
  void count() {
    StateNumber in_vain = 0;
    for (const auto& worker : workers_) {
      const ReservedNumbers& reserved = worker->states.room().reserved;
      in_vain += reserved.end - reserved.next;
      LevelFindings& findings = worker->findings;
      run_.result().statistics.transitions += std::exchange(findings.transitions, 0);
      run_.result().statistics.asleep += std::exchange(findings.asleep, 0);
      run_.expanded(std::exchange(findings.expansions, 0));
    }
    run_.count_stored(store_.size() - in_vain);
  }

  void close_gaps(SleepSets* sleep) {
    std::vector<StateStore::Room*> rooms;
    for (const auto& worker : workers_) rooms.push_back(&worker->states.room());
    for (const auto& [from, to] : store_.close_gaps(rooms)) {
      for (const auto& worker : workers_) std::ranges::replace(worker->findings.violating, from, to);
      if (sleep != nullptr) sleep->move(from, to);
    }
  }

  void found(const BreadthFirstCourse::Finding& finding) {
    StateNumber& first = run_.result().found_after;
    first = std::min(first, course_.levels.back());
    course_.findings.push_back(finding);
  }

  void close_if_violated(std::size_t goal, std::size_t level) {
    const bool in_next_level = run_.task().goals[goal].kind == GoalKind::invariant;
    for (const auto& worker : workers_) {
      const StateNumber number = worker->findings.violating[goal];
      if (number == no_state || run_.closed(goal)) continue;
      found({in_next_level ? level + 1 : level, goal, false});
      run_.close(goal, number);
    }
  }

  SearchRun& run_;
  StateStore& store_;
  BreadthFirstCourse& course_;
  StoreMeeting meeting_;
  std::barrier<> level_begins_;
  std::vector<std::unique_ptr<Worker>> workers_;
  SharedRange range_;
  std::uint64_t level_ = 0;                    // the level that is being expanded
  std::atomic<std::uint64_t> ended_level_{0};  // the last level that has ended
  bool alone_ = false;
  bool done_ = false;
  std::optional<WorkerThreads> others_;
};

}  // namespace

std::unique_ptr<LevelExpander> expander_by_several(SearchRun& run, BreadthFirstCourse& course) {
  return std::make_unique<ParallelLevels>(run, course);
}

}  // namespace quorate
