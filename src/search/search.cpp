// Breadth-first: the store's order of insertion is the queue, so that a violation is found at its least depth
// and no queue is kept. Depth-first: a stack of expanded states, each with the successors it has still to
// visit.
//
// The ignoring proviso of partial-order reduction, for safety: a state that was expanded with some of its
// steps left out has a successor that is expanded after it (breadth-first), or left before it (depth-first:
// one that is not on the stack), or else all its steps are taken. By induction over the order in which states
// are expanded last first (or left), every step left out is taken somewhere after.
#include "search/search.hpp"

#include <algorithm>

#include "search/search_run.hpp"

namespace quorate {

namespace {

// Stores all successors of a state. True if one of them is still to be expanded.
bool visit_all(SearchRun& run, StateNumber state) {
  StepBuffer& buffer = run.buffer();
  bool later = false;
  for (std::size_t i = 0; i < buffer.size() && !run.over(); ++i) {
    later |= run.visit(buffer.state(i), state).number > state;
  }
  return later;
}

SearchOutcome breadth_first(SearchRun& run) {
  std::uint64_t depth = 0;
  if (!run.start()) return run.finish(depth);
  StateNumber level_end = run.size();
  for (StateNumber next = 0; next < run.size(); ++next) {
    if (next == level_end) {
      ++depth;
      level_end = run.size();
    }
    if (!run.within_limits(run.size() - next, depth) || !run.expand(next)) break;
    const bool careful = run.must_heed_proviso();
    const bool later = visit_all(run, next);
    if (!run.over() && careful && !later && run.expand(next, true)) visit_all(run, next);
    if (run.over()) break;
  }
  // The violating states of a level are one step deeper than the state that was being expanded.
  return run.finish(run.size() > level_end ? depth + 1 : depth);
}

class DepthFirst {
 public:
  explicit DepthFirst(SearchRun& run, std::size_t words) : run_(run), words_(words) {}

  SearchOutcome search() {
    if (!run_.start()) return run_.finish(0);
    const StateNumber initial = run_.size();
    for (StateNumber root = 0; root < initial && !run_.over(); ++root) explore(root);
    return run_.finish(deepest_);
  }

 private:
  struct Frame {
    StateNumber state = 0;
    std::size_t next = 0;  // in arena_, in words
    std::size_t end = 0;
    bool careful =
        false;  // steps were left out, and no successor was seen yet that is left before this state
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
        arena_.resize(stack_.empty() ? 0 : stack_.back().end);
        if (careful && !push(state, true)) return;
        continue;
      }
      const StateView successor(arena_.data() + top.next, words_);
      top.next += words_;
      const auto inserted = run_.visit(successor, top.state);
      if (run_.over()) return;
      if (inserted.fresh || !on_stack_[inserted.number]) top.careful = false;
      if (inserted.fresh && !push(inserted.number)) return;
    }
  }

  bool push(StateNumber state, bool all_steps = false) {
    deepest_ = std::max<std::uint64_t>(deepest_, stack_.size());
    if (!run_.within_limits(stack_.size() + 1, deepest_) || !run_.expand(state, all_steps)) return false;
    if (on_stack_.size() <= state) on_stack_.resize(std::max<std::size_t>(state + 1, 2 * on_stack_.size()));
    on_stack_[state] = true;
    const std::size_t begin = arena_.size();
    StepBuffer& buffer = run_.buffer();
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      arena_.insert(arena_.end(), buffer.state(i).begin(), buffer.state(i).end());
    }
    stack_.push_back({state, begin, arena_.size(), run_.must_heed_proviso()});
    return true;
  }

  SearchRun& run_;
  std::size_t words_;
  std::vector<Frame> stack_;
  std::vector<std::uint64_t> arena_;
  std::vector<bool> on_stack_;  // by state number
  std::uint64_t deepest_ = 0;
};

}  // namespace

SearchOutcome search(const TransitionSystem& system, const std::vector<Goal>& goals,
                     const SearchOptions& options) {
  SearchRun run(system, goals, options);
  if (options.order == SearchOrder::breadth_first) return breadth_first(run);
  return DepthFirst(run, system.shape().words).search();
}

std::vector<std::vector<std::uint64_t>> path_to(const StateStore& store, Shape shape, StateNumber last) {
  std::vector<std::vector<std::uint64_t>> path;
  for (StateNumber number = last; number != no_state; number = store.parent(number)) {
    path.emplace_back(shape.words, 0);
    store.copy_out(number, path.back().data());
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace quorate
