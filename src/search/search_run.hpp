// What all searches share: the states, the findings, goals, limits, checkpoints and progress. In a search by
// one thread this is the `Findings` of its Expander (judgement.hpp).
#pragma once

#include "search/checkpoints/level_checkpoint.hpp"
#include "search/judgement.hpp"
#include "search/levels/sleep_sets.hpp"
#include "search/search.hpp"
#include "store/visited_states.hpp"

namespace quorate {

class SearchRun {
 public:
  SearchRun(const TransitionSystem& system, const std::vector<Goal>& goals, const SearchOptions& options);

  [[nodiscard]] const SearchTask& task() const { return task_; }
  [[nodiscard]] const SearchOptions& options() const { return options_; }
  [[nodiscard]] StateStore& store() { return *store_; }
  // The states, if they are in a file; the store then has no states, at most their parts. Null: the states
  // are in the store.
  [[nodiscard]] VisitedStates* filed() { return filed_.get(); }
  // At the end of the search; also notes in the result the probability of an omission.
  [[nodiscard]] std::unique_ptr<VisitedStates> take_filed();
  // Moves the states from the store to a file, as the options say. If an allocation fails they stay in the
  // store. False if the file has failed.
  bool file_states();
  // False if the file has failed; that ends the search.
  bool file_is_good();
  [[nodiscard]] StateNumber size() const { return filed_ ? filed_->size() : store_->size(); }
  // Changes the store's tree, between two expansions.
  void fit_store();

  // The initial states are in the buffer. False if they end the search.
  bool begin_with(const StepBuffer& initial);
  void took_over_initial(bool fresh);
  // Goes on from a checkpoint instead. None: there is none, or it cannot be used; the latter ends the search.
  std::optional<BreadthFirstCourse> restore();
  // To be called between two levels: notes what a checkpoint keeps, and writes one if it is due.
  void keep(const BreadthFirstCourse& course);
  // Writes a checkpoint if a limit or an interruption has ended the search.
  void keep_at_end(const BreadthFirstCourse& course);
  // Asks SearchOptions::superseded, and ends the search if a better one is known.
  bool superseded();
  // For searches that have their path at hand: path() gives the states before the present one.
  void locate_by(std::function<StatePath()> path) { path_before_ = std::move(path); }
  // To be called before a breadth-first level is expanded, when its states are the last ones stored. The
  // sleep sets of this level; null: there are none. Nothing is asleep in the first level.
  SleepSets* begin_level();

  // The Findings of a search by one thread (judgement.hpp).
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] bool closed(std::size_t goal) const { return result_.violations[goal].has_value(); }
  void bound_reached() { result_.bound_reached = true; }
  void overflowed(const ChannelOverflow& overflow);
  void failed(const ModelFailure& failure, StateView state, StateNumber number, bool in_predicate);
  void give_up(StopReason reason) { stop(reason); }
  void violated(std::size_t goal, StateView state, StateNumber number) {
    close(goal, located(state, number));
  }
  void count(const StepBuffer& steps) {
    result_.statistics.transitions += steps.steps();
    result_.statistics.asleep += steps.found.asleep_steps;
  }
  void stored(StateNumber) { ++visited_; }
  // To be called once for each state, after all its steps that the search wants were taken.
  void expanded() { ++result_.account.expanded; }

  // The same for the sums of several threads.
  // Closes a goal that was not violated before; ends the search if it was the last open one.
  void close(std::size_t goal, StateNumber number);
  void expanded(std::uint64_t states) { result_.account.expanded += states; }
  void count_stored(std::uint64_t states) { visited_ = states; }
  void stop(StopReason reason);
  [[nodiscard]] SearchResult& result() { return result_; }

  // What a search reports of itself: its queue, its depth, and its memory besides the store.
  struct Load {
    std::uint64_t queued = 0;  // states that are not expanded yet
    std::uint64_t depth = 0;
    std::uint64_t own_bytes = 0;
  };
  // To be called before each expansion. False if a limit is reached.
  bool within_limits(const Load& load);
  // Makes the next within_limits read the clock and the memory, which it does only once in several calls.
  void read_limits_next() { until_clock_ = 0; }
  // Runs a part of the search. If the budget is spent meanwhile, the search ends with what it has found.
  template <typename Work>
  void guarded(const Work& work) {
    const Spent spent = within_budget(work);
    if (spent != Spent::nothing) stop(stop_reason(spent));
  }
  // Removes all findings, since their paths cannot be computed for lack of memory or time.
  void withdraw_findings();
  // paths: null if the search has reported its paths by locate_by.
  SearchOutcome finish(std::uint64_t depth, std::unique_ptr<PathFinder> paths = nullptr);

 private:
  [[nodiscard]] std::unique_ptr<VisitedStates> make_filed();
  [[nodiscard]] StateNumber located(StateView state, StateNumber number);
  void refresh_statistics();
  void begin_checkpoint(const BreadthFirstCourse& course);
  void tell_checkpoint();

  SearchTask task_;
  const SearchOptions& options_;
  std::unique_ptr<StateStore> store_;
  std::unique_ptr<VisitedStates> filed_;
  std::function<StatePath()> path_before_;
  std::unique_ptr<KnownPaths> known_paths_ = std::make_unique<KnownPaths>();
  SearchResult result_;
  // In a cache line of its own: other threads read the result while this one counts.
  alignas(128) std::uint64_t visited_ = 0;
  LevelCheckpoint checkpoint_;
  std::size_t open_goals_;
  bool over_ = false;
  std::unique_ptr<SleepSets> sleep_;
  std::uint32_t until_clock_ = 0;
  std::uint64_t depth_ = 0;
  std::uint64_t own_bytes_ = 0;
  double seconds_before_ = 0;  // of the runs before the checkpoint that this one resumes
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point reported_;
};

}  // namespace quorate
