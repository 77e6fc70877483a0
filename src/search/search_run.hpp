// What both search orders share: storing states, checking goals, limits and progress.
#pragma once

#include "search/search.hpp"

namespace quorate {

class SearchRun {
 public:
  SearchRun(const TransitionSystem& system, const std::vector<Goal>& goals, const SearchOptions& options);

  // Stores the initial states. False if the search is over already.
  bool start();
  // Stores one step's target; a new state is checked against the goals.
  StateStore::Inserted visit(StateView state, StateNumber parent);
  // Computes the successors of a stored state into buffer(). False if the search is over.
  // all_steps: a reducing system may leave out none.
  bool expand(StateNumber number, bool all_steps = false);
  // The same for searches that store no states. What is found in a state without a number is located by
  // `locate`, which stores a path to the state at hand.
  void locate_by(std::function<StateNumber(StateStore&)> locate) { locate_ = std::move(locate); }
  void visit_unstored(StateView state);
  bool expand_unstored(StateView state) { return expand_state(state, no_state); }
  // Whether the last expansion left out steps that the search must not ignore for ever.
  [[nodiscard]] bool must_heed_proviso() const { return options_.proviso && buffer_.reduced; }
  // To be called after each expansion with what is not expanded yet. False if a limit is reached.
  bool within_limits(std::uint64_t queued, std::uint64_t depth);

  [[nodiscard]] StepBuffer& buffer() { return buffer_; }
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] StateNumber size() const { return store_->size(); }
  void copy_out(StateNumber number, std::uint64_t* state) const { store_->copy_out(number, state); }
  SearchOutcome finish(std::uint64_t depth);

 private:
  void check_goals(GoalKind kind, StateView state, StateNumber number);
  bool expand_state(StateView state, StateNumber number);
  [[nodiscard]] StateNumber located(StateNumber number) {
    return number == no_state && locate_ ? locate_(*store_) : number;
  }
  void stop(StopReason reason);
  void refresh_statistics();

  const TransitionSystem& system_;
  const std::vector<Goal>& goals_;
  const SearchOptions& options_;
  StepBuffer buffer_;
  std::unique_ptr<StateStore> store_;
  std::function<StateNumber(StateStore&)> locate_;
  SearchResult result_;
  std::uint64_t visited_ = 0;
  std::vector<std::uint64_t> current_;
  std::size_t open_goals_;
  bool over_ = false;
  std::uint32_t until_clock_ = 0;
  std::uint64_t depth_ = 0;
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point reported_;
};

}  // namespace quorate
