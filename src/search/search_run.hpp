// What the searches by one thread share: storing states, checking goals, limits and progress.
#pragma once

#include "search/search.hpp"

namespace quorate {

class SearchRun {
 public:
  SearchRun(const TransitionSystem& system, const std::vector<Goal>& goals, const SearchOptions& options);

  // Stores the initial states. False if the search is over already.
  bool start();
  // Or goes on from a checkpoint. None: there is none, or it cannot be used, which ends the search.
  std::optional<BreadthFirstCourse> restore();
  // Writes a checkpoint if it is time for one. False if that went wrong, which ends the search.
  bool save_if_due(const BreadthFirstCourse& course);
  // Computes the steps of a stored state into buffer() and fetches what is needed to store their targets.
  // False if the search is over. all_steps: a reducing system may leave out none.
  bool expand(StateNumber number, bool all_steps = false);
  // Stores the target of a step of the last expanded state; a new one is checked against the goals.
  StateStore::Inserted visit(std::size_t step);
  // The same for a target that was prepared some time ago; not with fit_store.
  [[nodiscard]] const StateStore::Probe& prepared(std::size_t step) const { return probes_[step]; }
  StateStore::Inserted visit_later(const StateStore::Probe& target);
  // The same for searches that store no states.
  void visit_unstored(StateView state);
  bool expand_unstored(StateView state) { return expand_state(state, no_state); }
  // For searches that know their path: the states before the one at hand.
  void locate_by(std::function<StatePath()> path) { path_before_ = std::move(path); }

  // Lets the store change its ways between two expansions.
  void fit_store() { fits_ = true; }

  // Whether the last expansion left out steps that the search must not ignore for ever.
  [[nodiscard]] bool must_heed_proviso() const { return options_.proviso && buffer_.reduced; }
  // To be called before each expansion with what is not expanded yet, and the memory of the search besides
  // the store. False if a limit is reached.
  bool within_limits(std::uint64_t queued, std::uint64_t depth, std::uint64_t own_bytes);

  [[nodiscard]] StepBuffer& buffer() { return buffer_; }
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] StateNumber size() const { return store_->size(); }
  [[nodiscard]] StateStore& store() { return *store_; }
  [[nodiscard]] SearchResult& result() { return result_; }
  void stop(StopReason reason);
  // A goal that was not violated before; ends the search if it was the last.
  void violated(std::size_t goal, StateNumber number);
  // For states that were stored by others.
  void count_stored() { visited_ = store_->size(); }
  // paths: none if the search has told where what it found is.
  SearchOutcome finish(std::uint64_t depth, std::unique_ptr<PathFinder> paths = nullptr);

 private:
  void check_goals(GoalKind kind, StateView state, StateNumber number);
  bool expand_state(StateView state, StateNumber number);
  void prepare();
  [[nodiscard]] StateNumber located(StateView state, StateNumber number);
  void refresh_statistics();

  const TransitionSystem& system_;
  const std::vector<Goal>& goals_;
  const SearchOptions& options_;
  StepBuffer buffer_;
  std::unique_ptr<StateStore> store_;
  std::function<StatePath()> path_before_;
  std::unique_ptr<KnownPaths> known_paths_ = std::make_unique<KnownPaths>();
  SearchResult result_;
  std::uint64_t visited_ = 0;
  std::vector<std::uint64_t> current_;
  StateStore::Folded folded_;  // of current_
  StateStore::Room room_;
  std::vector<StateStore::Probe> probes_;  // of the steps in buffer_
  std::size_t open_goals_;
  bool over_ = false;
  bool fits_ = false;
  std::uint32_t until_clock_ = 0;
  std::uint64_t depth_ = 0;
  std::uint64_t own_bytes_ = 0;
  double seconds_before_ = 0;  // of the runs that this one goes on
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point reported_;
};

}  // namespace quorate
