// Stateless search [Godefroid 1997]: the tree of all runs, of which only the current path is kept. It ends
// because all runs end (ELSE steps, which lead from a state to itself, are left out). It visits a state once
// for every path to it, so that it is of use only with a reduction; [Bokor 2011] and [Bokor et al. 2011]
// compare reductions by such searches. Findings are reported with their paths, as by every other search.
#include "search/runs/stateless.hpp"

#include <algorithm>

#include "search/levels/level_states.hpp"

namespace quorate {

namespace {

class StatelessSearch {
 public:
  StatelessSearch(const TransitionSystem& system, SearchRun& run, StepChoice* choice)
      : system_(system), run_(run), choice_(choice), words_(system.shape().words), buffer_(words_) {}

  SearchOutcome search() {
    run_.locate_by([&] { return path_before(); });
    run_.guarded([&] { explore_all(); });
    return run_.finish(deepest_);
  }

 private:
  void explore_all() {
    TreeStates states(run_, false);
    Expander<TreeStates, SearchRun> expander(run_.task(), false, states, run_);
    if (!store_initial_states(run_.task(), expander, run_)) return;
    const StateNumber initial = run_.size();
    for (StateNumber root = 0; root < initial && !run_.over(); ++root) {
      path_.assign(words_, 0);
      run_.store().copy_out(root, path_.data());
      explore();
    }
  }

  struct Step {
    TransitionId transition;
    bool taken = false;
  };

  // The states of the path but the last.
  [[nodiscard]] StatePath path_before() const {
    StatePath path;
    for (std::size_t at = 0; at + words_ < path_.size(); at += words_) {
      const auto state = path_.begin() + static_cast<std::ptrdiff_t>(at);
      path.emplace_back(state, state + static_cast<std::ptrdiff_t>(words_));
    }
    return path;
  }

  void explore() {
    if (!push()) return;
    while (!first_steps_.empty()) {
      const std::size_t step = next_step();
      if (step == steps_.size()) {
        pop();
        continue;
      }
      steps_[step].taken = true;
      if (choice_ != nullptr) choice_->step(steps_[step].transition);
      const auto target = targets_.begin() + static_cast<std::ptrdiff_t>(step * words_);
      path_.insert(path_.end(), target, target + static_cast<std::ptrdiff_t>(words_));
      visit_last();
      if (run_.over() || !push()) return;
    }
  }

  // The next step of the last state that is still to be taken, or steps_.size().
  [[nodiscard]] std::size_t next_step() const {
    std::size_t step = first_steps_.back();
    while (step < steps_.size() &&
           (steps_[step].taken || (choice_ != nullptr && !choice_->wanted(steps_[step].transition)))) {
      ++step;
    }
    return step;
  }

  [[nodiscard]] StateView last_state() const { return StateView(path_).last(words_); }

  bool push() {
    deepest_ = std::max<std::uint64_t>(deepest_, first_steps_.size());
    if (!run_.within_limits({first_steps_.size() + 1, deepest_, 0})) return false;
    buffer_.clear();
    system_.successors(last_state(), {}, buffer_);
    judge(run_.task(), last_state(), no_state, buffer_, run_);
    if (run_.over()) return false;
    buffer_.keep(
        0, [&](TransitionId t) { return system_.transitions()[t.index()].kind != StepKind::otherwise; });
    if (choice_ != nullptr) choice_->enter(last_state(), buffer_);
    first_steps_.push_back(steps_.size());
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      steps_.push_back({buffer_.transition(i)});
      targets_.insert(targets_.end(), buffer_.state(i).begin(), buffer_.state(i).end());
    }
    return true;
  }

  void visit_last() {
    run_.stored(no_state);
    ++run_.result().statistics.transitions;
    check_goals(run_.task(), GoalKind::invariant, last_state(), no_state, buffer_, run_);
  }

  void pop() {
    if (choice_ != nullptr) choice_->leave();
    run_.expanded();
    steps_.resize(first_steps_.back());
    targets_.resize(steps_.size() * words_);
    first_steps_.pop_back();
    path_.resize(path_.size() - words_);
  }

  const TransitionSystem& system_;
  SearchRun& run_;
  StepChoice* choice_;
  std::size_t words_;
  StepBuffer buffer_;
  std::vector<std::uint64_t> path_;       // the states of the path, one after the other
  std::vector<std::size_t> first_steps_;  // [position]: where the steps of the path's states begin
  std::vector<Step> steps_;               // of all states of the path
  std::vector<std::uint64_t> targets_;    // of the steps
  std::uint64_t deepest_ = 0;
};

}  // namespace

SearchOutcome search_stateless(const TransitionSystem& system, const std::vector<Goal>& goals,
                               const SearchOptions& options, StepChoice* choice) {
  SearchRun run(system, goals, options);
  return StatelessSearch(system, run, choice).search();
}

}  // namespace quorate
