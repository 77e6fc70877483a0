// Depth-first search with an explicit stack of expanded states, each with the successors that it still has to
// visit. The path to a finding is the stack. Findings are not at their least depth.
//
// The ignoring proviso of partial-order reduction, for safety: if steps of a state were left out, one of its
// successors is left for good before the state; or else the state is expanded again with all its steps. By
// induction over the order of leaving, every step that was left out is taken in some later state. That a
// successor is not on the stack is not enough: initial states are stored first, and expanded one after the
// other, so that one of them may be left only after the state.
#include "search/runs/depth_first.hpp"

#include <algorithm>

#include "search/levels/level_states.hpp"

namespace quorate {

namespace {

class DepthFirst {
 public:
  explicit DepthFirst(SearchRun& run)
      : run_(run),
        words_(run.task().system.shape().words),
        states_(run, false),
        expander_(run.task(), false, states_, run) {}

  SearchOutcome search() {
    run_.locate_by([&] { return path(); });
    run_.guarded([&] {
      if (!store_initial_states(run_.task(), expander_, run_)) return;
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
        stack_.pop_back();
        targets_.resize(stack_.empty() ? 0 : stack_.back().end);
        if (careful && !push(state, true)) return;
        if (!careful) leave(state);
        continue;
      }
      const StateStore::Inserted inserted = visit(targets_[top.next++]);
      if (run_.over()) return;
      if (inserted.fresh || was_left(inserted.number)) top.careful = false;
      if (inserted.fresh && !push(inserted.number)) return;
    }
  }

  // All that was to be done for the state is done.
  void leave(StateNumber state) {
    if (left_.size() <= state) left_.resize(std::max<std::size_t>(state + 1, 2 * left_.size()));
    left_[state] = true;
    run_.expanded();
  }
  [[nodiscard]] bool was_left(StateNumber state) const { return state < left_.size() && left_[state]; }

  bool push(StateNumber state, bool all_steps = false) {
    deepest_ = std::max<std::uint64_t>(deepest_, stack_.size());
    if (!all_steps && run_.size() >= next_look_) {
      next_look_ = 2 * run_.size();
      if (run_.superseded()) return false;
    }
    const std::uint64_t own_bytes =
        targets_.capacity() * sizeof(targets_[0]) + stack_.capacity() * sizeof(Frame) + left_.size() / 8;
    Expansion& expansion = expander_.scratch();
    if (!run_.within_limits({stack_.size() + 1, deepest_, own_bytes}) ||
        !expander_.compute(expansion, state, all_steps))
      return false;
    expander_.fetch(expansion);
    if (!expander_.begin_visits(expansion, state)) return false;
    const std::size_t begin = targets_.size();
    targets_.insert(targets_.end(), expansion.probes.begin(), expansion.probes.end());
    const bool careful = run_.options().proviso && expansion.buffer.found.reduced;
    stack_.push_back({state, careful, begin, targets_.size()});
    return true;
  }

  // Stores a target that was folded some time ago; a new one is checked against the goals.
  StateStore::Inserted visit(const StateStore::Probe& target) {
    const StateStore::Inserted inserted = *states_.insert(target, nullptr);
    if (!inserted.fresh) return inserted;
    run_.stored(inserted.number);
    Expansion& expansion = expander_.scratch();
    states_.copy_out(inserted.number, expansion.state);
    check_goals(run_.task(), GoalKind::invariant, expansion.state.state, inserted.number, expansion.buffer,
                run_);
    return inserted;
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
  TreeStates states_;
  Expander<TreeStates, SearchRun> expander_;
  std::vector<Frame> stack_;
  std::vector<StateStore::Probe> targets_;
  std::vector<bool> left_;  // by state number; shorter than the store
  std::uint64_t deepest_ = 0;
  StateNumber next_look_ = 1024;  // the number of states at which a better search is asked for next
};

}  // namespace

SearchOutcome search_depth_first(SearchRun& run) {
  return DepthFirst(run).search();
}

}  // namespace quorate
