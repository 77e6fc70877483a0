// States are expanded in the order of insertion, so that no queue is needed and a violation is found at its
// least depth. Everything that happens between two levels is here: checkpoints, the question for a better
// search, the choice of the store and of the threads. A LevelExpander expands the states of a level.
//
// A search begins with one thread and the tree. Several threads pay only from some number of states on. The
// compact store takes over when the tree has been fitted, the lossy ones after the initial states. Where
// there is no memory for another store, the search ends with what the tree has.
#include "search/levels/level_search.hpp"

#include "search/levels/level_states.hpp"
#include "search/levels/parallel_levels.hpp"

namespace quorate {

namespace {

// One thread, state by state in the order of their numbers. At every 64th state it notes how many states are
// stored, which is enough to find paths (BreadthFirstCourse::marks).
template <typename States>
class OneByOne final : public LevelExpander {
 public:
  OneByOne(SearchRun& run, BreadthFirstCourse& course, States states)
      : run_(run),
        course_(course),
        states_(std::move(states)),
        expander_(run.task(), run.options().proviso, states_, run) {}

  bool start() override { return store_initial_states(run_.task(), expander_, run_); }

  void expand_level(SleepSets* sleep) override {
    expander_.sleep_by(sleep);
    const StateNumber end = course_.levels.back();
    const auto before = [this](StateNumber number) { return begin_state(number); };
    StateNumber next = course_.levels[course_.levels.size() - 2];
    while (next < end && !run_.over()) next = expander_.expand_some(next, end, end, before);
  }

  std::unique_ptr<PathFinder> paths(BreadthFirstCourse course) override {
    const TransitionSystem& system = run_.task().system;
    if (run_.filed() != nullptr)
      return std::make_unique<FiledPaths>(system, run_.take_filed(), std::move(course));
    return std::make_unique<BreadthFirstPaths>(system, run_.store(), std::move(course));
  }

 private:
  bool begin_state(StateNumber number) {
    if (number % BreadthFirstCourse::interval == 0) course_.marks.push_back(states_.size());
    return run_.within_limits({states_.size() - number, course_.levels.size() - 2,
                               states_.bytes() + course_.marks.capacity() * sizeof(StateNumber)});
  }

  SearchRun& run_;
  BreadthFirstCourse& course_;
  States states_;
  Expander<States, SearchRun> expander_;
};

class LevelSearch {
 public:
  explicit LevelSearch(SearchRun& run) : run_(run), options_(run.options()) {
    course_.proviso = options_.proviso;
  }

  SearchOutcome search() {
    run_.guarded([&] {
      if (!begin()) return;
      do {
        expander_->expand_level(run_.begin_level());
      } while (next_level());
    });
    run_.keep_at_end(course_);
    const std::uint64_t depth = reached_depth();
    std::unique_ptr<PathFinder> paths;
    run_.guarded([&] {
      const BudgetGrace grace;
      if (expander_) paths = expander_->paths(std::move(course_));
    });
    if (!paths) run_.withdraw_findings();
    return run_.finish(depth, std::move(paths));
  }

 private:
  // The first level, or the one after a checkpoint. False if the search is over.
  bool begin() {
    if (auto course = run_.restore()) {
      course_ = std::move(*course);
      choose_expander();
      return !run_.over();
    }
    course_.levels.push_back(0);
    expander_ = by_one();
    if (run_.over() || !expander_->start()) return false;
    return level_found();
  }

  // The states found while the last level was expanded become the next level. False if the search is over.
  bool next_level() {
    if (run_.over() || run_.size() == course_.levels.back()) return false;
    return level_found() && !run_.superseded();
  }

  bool level_found() {
    course_.levels.push_back(run_.size());
    choose_expander();
    if (run_.over()) return false;
    run_.keep(course_);
    return true;
  }

  std::unique_ptr<LevelExpander> by_one() {
    if (run_.filed() != nullptr)
      return std::make_unique<OneByOne<FiledStates>>(run_, course_, FiledStates(run_));
    return std::make_unique<OneByOne<TreeStates>>(run_, course_, TreeStates(run_, true));
  }

  // The number of states in the tree from which on another set takes over.
  [[nodiscard]] StateNumber filed_from() const {
    switch (options_.store) {
      case StoreKind::tree:
        return no_state;  // never reached
      case StoreKind::compact:
        return options_.compact_from;
      case StoreKind::hash:
      case StoreKind::bitstate:
        break;
    }
    return 0;
  }

  // Chooses store and threads for the last level of the course.
  void choose_expander() {
    const StateNumber states = course_.levels.back();
    if (run_.filed() == nullptr && states >= filed_from()) {
      run_.file_states();
      expander_ = by_one();
    }
    const bool for_several = options_.store == StoreKind::tree && options_.parallel.threads > 1 &&
                             states >= options_.parallel.from_states;
    // Once several threads have numbered states, marks cannot give paths: the expander for several is kept,
    // also with one thread.
    const bool several = for_several || course_.by_several;
    if (several && !several_) expander_ = expander_by_several(run_, course_);
    several_ = course_.by_several = several;
    if (!expander_) expander_ = by_one();
  }

  // States found while a level was being expanded are one step deeper than that level.
  [[nodiscard]] std::uint64_t reached_depth() const {
    const auto& levels = course_.levels;
    if (levels.size() < 2) return 0;
    return levels.size() - 2 + (run_.size() > levels.back() ? 1 : 0);
  }

  SearchRun& run_;
  const SearchOptions& options_;
  BreadthFirstCourse course_;
  std::unique_ptr<LevelExpander> expander_;
  bool several_ = false;
};

}  // namespace

SearchOutcome search_levels(SearchRun& run) {
  return LevelSearch(run).search();
}

}  // namespace quorate
