// Breadth-first: the store's order of insertion is the queue, so that a violation is found at its least depth
// and no queue is kept. Depth-first: a stack of expanded states, each with the successors it has still to
// visit.
//
// The ignoring proviso of partial-order reduction, for safety: a state that was expanded with some of its
// steps left out has a successor of the next level (breadth-first), or one that is left before it
// (depth-first: one that is not on the stack), or else all its steps are taken. By induction over the levels
// from the last one back (or over the order of leaving), every step left out is taken somewhere after.
#include "search/search.hpp"

#include <algorithm>

#include "search/filed_levels.hpp"
#include "search/parallel_levels.hpp"
#include "search/search_run.hpp"

namespace quorate {

namespace {

class BreadthFirst {
 public:
  BreadthFirst(const TransitionSystem& system, const std::vector<Goal>& goals, const SearchOptions& options,
               SearchRun& run)
      : system_(system), goals_(goals), options_(options), run_(run) {
    course_.proviso = options.proviso;
    run.fit_store();
  }

  SearchOutcome search() {
    std::unique_ptr<BreadthFirstPaths> paths;
    bool unfinished = false;
    run_.guarded([&] { unfinished = begin() && !explore(); });
    if (unfinished && options_.store != StoreKind::tree) {
      FiledSearch filed;
      run_.guarded([&] { filed = explore_filed_levels(system_, options_, run_, std::move(course_)); });
      if (!filed.paths) run_.withdraw_findings();
      return run_.finish(filed.depth, std::move(filed.paths));
    }
    if (unfinished) {
      run_.guarded([&] {
        paths =
            explore_levels(system_, goals_, options_, options_.parallel.threads, run_, std::move(course_));
      });
      if (!paths) run_.withdraw_findings();  // the course is gone
    }
    if (!unfinished) run_.keep_at_end(course_);
    if (!paths) paths = std::make_unique<BreadthFirstPaths>(system_, run_.store(), std::move(course_));
    const std::uint64_t reached = depth(paths->course().levels);
    return run_.finish(reached, std::move(paths));
  }

 private:
  // The first level, or the one after a checkpoint. False if the search is over.
  bool begin() {
    if (auto course = run_.restore()) {
      course_ = std::move(*course);
      return true;
    }
    course_.levels.push_back(0);
    if (run_.over() || !run_.start()) return false;
    course_.levels.push_back(run_.size());
    run_.keep(course_);
    return true;
  }

  // Whether the level before the last, which is to be expanded, is for others.
  [[nodiscard]] bool handed_over() const {
    if (options_.store == StoreKind::compact) return course_.levels.back() >= options_.compact_from;
    if (options_.store != StoreKind::tree) return true;
    return options_.parallel.threads > 1 && course_.levels.back() >= options_.parallel.from_states;
  }

  // False if it is time for several threads, or for another store.
  bool explore() {
    StateNumber ahead = 0;
    for (StateNumber next = course_.levels[course_.levels.size() - 2]; next < run_.size(); ++next) {
      if (next == course_.levels.back()) {
        course_.levels.push_back(run_.size());
        run_.keep(course_);
        if (run_.superseded()) return true;
      }
      const StateNumber first = course_.levels[course_.levels.size() - 2];
      if (next == first && handed_over()) return false;
      if (next == first) run_.begin_level();
      if (next % BreadthFirstCourse::interval == 0) course_.marks.push_back(run_.size());
      const std::uint64_t own_bytes = course_.marks.capacity() * sizeof(StateNumber);
      if (next >= ahead) ahead = run_.look_ahead(next, course_.levels.back());
      if (!run_.within_limits(run_.size() - next, course_.levels.size() - 2, own_bytes) || !run_.expand(next))
        break;
      const bool careful = run_.must_heed_proviso();
      const bool later = visit_all();
      if (!run_.over() && careful && !later && run_.expand(next, true)) visit_all();
      if (run_.over()) break;
      run_.expanded();
    }
    return true;
  }

  // Stores all successors of a state. True if one of them belongs to the next level.
  bool visit_all() {
    const std::size_t steps = run_.buffer().size();
    const StateNumber next_level = course_.levels.back();
    bool later = false;
    for (std::size_t i = 0; i < steps && !run_.over(); ++i) later |= run_.visit(i).number >= next_level;
    return later;
  }

  // The violating states of a level are one step deeper than those that were being expanded.
  [[nodiscard]] std::uint64_t depth(const std::vector<StateNumber>& levels) {
    if (levels.size() < 2) return 0;
    return levels.size() - 2 + (run_.size() > levels.back() ? 1 : 0);
  }

  const TransitionSystem& system_;
  const std::vector<Goal>& goals_;
  const SearchOptions& options_;
  SearchRun& run_;
  BreadthFirstCourse course_;
};

class DepthFirst {
 public:
  explicit DepthFirst(SearchRun& run, std::size_t words) : run_(run), words_(words) {}

  SearchOutcome search() {
    run_.locate_by([&] { return path(); });
    run_.guarded([&] {
      if (!run_.start()) return;
      const StateNumber initial = run_.size();
      for (StateNumber root = 0; root < initial && !run_.over(); ++root) explore(root);
    });
    return run_.finish(deepest_);
  }

 private:
  struct Frame {
    StateNumber state = 0;
    bool careful =
        false;  // steps were left out, and no successor was seen yet that is left before this state
    std::size_t next = 0;  // in targets_
    std::size_t end = 0;
  };

  void explore(StateNumber root) {
    if (!push(root)) return;
    while (!stack_.empty()) {
      Frame& top = stack_.back();
      if (top.next == top.end) {
        const StateNumber state = top.state;
        const bool careful = top.careful;
        on_stack_[state] = false;
        stack_.pop_back();
        targets_.resize(stack_.empty() ? 0 : stack_.back().end);
        if (careful && !push(state, true)) return;
        if (!careful) run_.expanded();
        continue;
      }
      const auto inserted = run_.visit_later(targets_[top.next++]);
      if (run_.over()) return;
      if (inserted.fresh || !on_stack_[inserted.number]) top.careful = false;
      if (inserted.fresh && !push(inserted.number)) return;
    }
  }

  bool push(StateNumber state, bool all_steps = false) {
    deepest_ = std::max<std::uint64_t>(deepest_, stack_.size());
    if (!all_steps && run_.size() >= next_look_) {
      next_look_ = 2 * run_.size();
      if (run_.superseded()) return false;
    }
    const std::uint64_t own_bytes =
        targets_.capacity() * sizeof(targets_[0]) + stack_.capacity() * sizeof(Frame) + on_stack_.size() / 8;
    if (!run_.within_limits(stack_.size() + 1, deepest_, own_bytes) || !run_.expand(state, all_steps))
      return false;
    if (on_stack_.size() <= state) on_stack_.resize(std::max<std::size_t>(state + 1, 2 * on_stack_.size()));
    on_stack_[state] = true;
    const std::size_t begin = targets_.size();
    for (std::size_t i = 0; i < run_.buffer().size(); ++i) targets_.push_back(run_.prepared(i));
    stack_.push_back({state, run_.must_heed_proviso(), begin, targets_.size()});
    return true;
  }

  [[nodiscard]] StatePath path() const {
    StatePath path;
    for (const Frame& frame : stack_) {
      path.emplace_back(words_, 0);
      run_.store().copy_out(frame.state, path.back().data());
    }
    return path;
  }

  SearchRun& run_;
  std::size_t words_;
  std::vector<Frame> stack_;
  std::vector<StateStore::Probe> targets_;
  std::vector<bool> on_stack_;  // by state number
  std::uint64_t deepest_ = 0;
  StateNumber next_look_ = 1024;  // states, when it is asked for a better search
};

}  // namespace

namespace {

SearchOutcome search_once(const TransitionSystem& system, const std::vector<Goal>& goals,
                          const SearchOptions& options) {
  SearchRun run(system, goals, options);
  if (options.order == SearchOrder::breadth_first) return BreadthFirst(system, goals, options, run).search();
  return DepthFirst(run, system.shape().words).search();
}

// Whether several threads from `tried_from` on report what they would from `from_states` on.
bool is_as_if_later(const SearchResult& result, const Parallel& parallel) {
  switch (result.stop) {
    case StopReason::time_limit:
    case StopReason::memory_limit:
    case StopReason::interrupted:
    case StopReason::channel_overflow:
    case StopReason::superseded:
      return true;
    case StopReason::finished:
    case StopReason::model_failure:
      return result.found_after >= parallel.from_states;
    default:
      return result.statistics.states >= parallel.from_states;
  }
}

}  // namespace

SearchOutcome search(const TransitionSystem& system, const std::vector<Goal>& goals,
                     const SearchOptions& options) {
  const Parallel& parallel = options.parallel;
  const bool shared = parallel.threads > 1 && options.order == SearchOrder::breadth_first &&
                      options.store == StoreKind::tree && options.checkpoints == nullptr;
  if (!shared || parallel.tried_from >= parallel.from_states) return search_once(system, goals, options);
  SearchOptions again = options;
  {
    SearchOptions trial = options;
    trial.parallel.from_states = parallel.tried_from;
    SearchOutcome outcome = search_once(system, goals, trial);
    if (is_as_if_later(outcome.result, parallel)) return outcome;
    again.limits.max_seconds -= outcome.result.statistics.seconds;
  }
  return search_once(system, goals, again);
}

}  // namespace quorate
