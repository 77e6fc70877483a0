// What all searches share: where the states are, what was found, goals, limits, checkpoints and progress.
// Where one thread searches, this is what its Expander tells its findings.
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
  // The states, if they are in a file: the store has none, or parts of them only. Null: they are in the
  // store.
  [[nodiscard]] VisitedStates* filed() { return filed_.get(); }
  // At the end: whether any may be missing is then told.
  [[nodiscard]] std::unique_ptr<VisitedStates> take_filed();
  // Moves them from the store to a file, as the options say; if there is no memory for that, they stay. False
  // if the file has failed.
  bool file_states();
  // False if the file has failed, which ends the search.
  bool file_is_good();
  [[nodiscard]] StateNumber size() const { return filed_ ? filed_->size() : store_->size(); }
  // Changes the store's tree, between two expansions.
  void fit_store();

  // The initial states are in the buffer. False if they end the search.
  bool begin_with(const StepBuffer& initial);
  void took_over_initial(bool fresh);
  // Or goes on from a checkpoint. None: there is none, or it cannot be used, which ends the search.
  std::optional<BreadthFirstCourse> restore();
  // To be called when a level is found and the next one not begun: what a checkpoint keeps. Writes it if it
  // is time for one.
  void keep(const BreadthFirstCourse& course);
  // Writes it if a limit or an interruption has ended the search before its end.
  void keep_at_end(const BreadthFirstCourse& course);
  // Whether the search ends between two levels, since a better one is known.
  bool superseded();
  // For searches that know their path: the states before the one at hand.
  void locate_by(std::function<StatePath()> path) { path_before_ = std::move(path); }
  // To be called when the states of a breadth-first level, the last ones stored, are expanded next: in the
  // levels after the first such, steps may be asleep. Null: none are.
  SleepSets* begin_level();

  // What one thread finds (judgement.hpp).
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
  // All steps of a state were visited that the search wants; once for each state.
  void expanded() { ++result_.account.expanded; }

  // The same for what others have found.
  // A goal that was not violated before; ends the search if it was the last.
  void close(std::size_t goal, StateNumber number);
  void expanded(std::uint64_t states) { result_.account.expanded += states; }
  void count_stored(std::uint64_t states) { visited_ = states; }
  void stop(StopReason reason);
  [[nodiscard]] SearchResult& result() { return result_; }

  // What a search has still before it and besides the store.
  struct Load {
    std::uint64_t queued = 0;  // states that are not expanded yet
    std::uint64_t depth = 0;
    std::uint64_t own_bytes = 0;
  };
  // To be called before each expansion. False if a limit is reached.
  bool within_limits(const Load& load);
  // The next question reads the clock and the memory, which is done only now and then.
  void read_limits_next() { until_clock_ = 0; }
  // Runs a part of the search. If the budget is spent meanwhile, the search is over with what it has.
  template <typename Work>
  void guarded(const Work& work) {
    const Spent spent = within_budget(work);
    if (spent != Spent::nothing) stop(stop_reason(spent));
  }
  // As if nothing had been found, since it cannot be shown any more: there is no memory for it, or no time.
  void withdraw_findings();
  // paths: none if the search has told where what it found is.
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
  // Other threads read the result while one counts.
  alignas(128) std::uint64_t visited_ = 0;
  LevelCheckpoint checkpoint_;
  std::size_t open_goals_;
  bool over_ = false;
  std::unique_ptr<SleepSets> sleep_;
  std::uint32_t until_clock_ = 0;
  std::uint64_t depth_ = 0;
  std::uint64_t own_bytes_ = 0;
  double seconds_before_ = 0;  // of the runs that this one goes on
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point reported_;
};

}  // namespace quorate
