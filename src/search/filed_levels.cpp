// As the search with the StateStore, but for what a set without numbers cannot tell: whether a target that is
// not new belongs to the next level. The ignoring proviso therefore asks for a target that is new, and takes
// all steps of a state otherwise: at least as many as are needed (docs/soundness.md).
#include "search/filed_levels.hpp"

#include <algorithm>

#include "store/visited_states.hpp"

namespace quorate {

namespace {

std::unique_ptr<VisitedStates> make_states(const TransitionSystem& system, const SearchOptions& options,
                                           StateStore& store) {
  switch (options.store) {
    case StoreKind::hash:
      return hashed_states(store, system.shape().words);
    case StoreKind::bitstate:
      return bitstate_states(store, system.shape().words, options.bitstate_bytes);
    default:
      return compact_states(store);
  }
}

// As BreadthFirstPaths, by comparing states.
class FiledPaths final : public PathFinder {
 public:
  FiledPaths(const TransitionSystem& system, std::unique_ptr<VisitedStates> states, BreadthFirstCourse course)
      : system_(system),
        states_(std::move(states)),
        course_(std::move(course)),
        buffer_(system.shape().words) {}

  // Empty if the file cannot be read any more.
  [[nodiscard]] StatePath path_to(StateNumber last) override {
    StatePath path;
    try {
      for (StateNumber number = last;; number = parent_of(number, path.back())) {
        read(number);
        path.push_back(folded_.state);
        if (number < course_.levels[1]) break;
      }
    } catch (const FileFailed&) {
      return {};
    }
    std::ranges::reverse(path);
    return path;
  }

 private:
  struct FileFailed {};

  void read(StateNumber number) {
    states_->copy_out(number, folded_);
    if (!states_->file().good()) throw FileFailed();
  }

  StateNumber parent_of(StateNumber number, const std::vector<std::uint64_t>& child) {
    return course_.parent_of(number, [&](StateNumber parent) {
      read(parent);
      return leads_to(child);
    });
  }

  bool leads_to(const std::vector<std::uint64_t>& child) {
    for (const bool all_steps : {false, true}) {
      buffer_.clear();
      buffer_.asked.all_steps = all_steps;
      system_.successors(folded_.state, {}, buffer_);
      for (std::size_t i = 0; i < buffer_.size(); ++i) {
        if (std::ranges::equal(buffer_.state(i), child)) return true;
      }
      if (!buffer_.found.reduced) return false;
    }
    return false;
  }

  const TransitionSystem& system_;
  std::unique_ptr<VisitedStates> states_;
  BreadthFirstCourse course_;
  StepBuffer buffer_;
  StateStore::Folded folded_;
};

class FiledLevels {
 public:
  FiledLevels(const TransitionSystem& system, const SearchOptions& options, SearchRun& run,
              BreadthFirstCourse course)
      : system_(system),
        run_(run),
        course_(std::move(course)),
        found_(run.size()),
        states_(make_states(system, options, run.store())) {
    // A lossy store may leave out some of the initial states, which is all that it takes over.
    if (states_->omission() && good()) course_.levels.back() = found_ = states_->size();
  }

  FiledSearch explore() {
    run_.guarded([&] { explore_all(); });
    // Rows that were not written are states that nobody will expand.
    good();
    run_.count_stored(found_);
    run_.result().omission = states_->omission();
    const std::uint64_t depth = course_.levels.size() - 2 + (states_->size() > course_.levels.back() ? 1 : 0);
    return {std::make_unique<FiledPaths>(system_, std::move(states_), std::move(course_)), depth};
  }

 private:
  void explore_all() {
    const StateNumber first = course_.levels[course_.levels.size() - 2];
    for (StateNumber next = first; next < states_->size() && !run_.over(); ++next) {
      if (next == course_.levels.back()) {
        course_.levels.push_back(states_->size());
        if (superseded()) break;
      }
      if (next == course_.levels[course_.levels.size() - 2]) begin_level();
      if (next % BreadthFirstCourse::interval == 0) course_.marks.push_back(states_->size());
      explore_state(next);
    }
  }

  bool superseded() {
    return run_.superseded([&](StateNumber number, std::uint64_t* state) {
      states_->copy_out(number, state_);
      std::ranges::copy(state_.state, state);
    });
  }

  // A step is asleep because another path leads to its target; a store that omits states could omit that
  // path.
  void begin_level() {
    if (states_->omission()) return;
    run_.count_stored(states_->size());
    run_.begin_level();
  }

  void explore_state(StateNumber number) {
    const std::uint64_t own_bytes = states_->bytes() + course_.marks.capacity() * sizeof(StateNumber);
    if (!run_.within_limits(states_->size() - number, course_.levels.size() - 2, own_bytes)) return;
    states_->copy_out(number, state_);
    if (states_->size() >= StateStore::most_states) return run_.stop(StopReason::state_limit);
    if (!good() || !expand(number, false)) return;
    const bool careful = run_.must_heed_proviso();
    const bool fresh = visit_all();
    if (careful && !fresh && !run_.over() && expand(number, true)) visit_all();
    if (!run_.over()) run_.expanded();
  }

  // False if the file has failed, which ends the search.
  bool good() {
    if (states_->file().good()) return true;
    run_.result().file_error = states_->file().trouble();
    run_.stop(StopReason::state_file_failed);
    return false;
  }

  bool expand(StateNumber number, bool all_steps) {
    StepBuffer& buffer = run_.buffer();
    buffer.clear();
    buffer.asked.all_steps = all_steps;
    run_.load_asleep(number, buffer);
    system_.successors(state_.state, {}, buffer);
    run_.count_steps(buffer);
    run_.begin_visits(state_.state);
    return run_.judge(state_.state, number);
  }

  // Whether one of the targets is new.
  bool visit_all() {
    StepBuffer& buffer = run_.buffer();
    const std::size_t steps = buffer.size();
    probes_.resize(steps);
    for (std::size_t i = 0; i < steps; ++i) probes_[i] = states_->prepare(buffer.state(i).data(), state_);
    bool fresh = false;
    for (std::size_t i = 0; i < steps && !run_.over(); ++i) {
      const bool is_new = states_->insert(probes_[i], buffer.state(i).data());
      run_.visited(i, is_new ? std::optional(states_->size() - 1) : std::nullopt);
      if (!is_new) continue;
      fresh = true;
      run_.count_stored(++found_);
      if (!good()) break;
      run_.check_goals(GoalKind::invariant, buffer.state(i), states_->size() - 1);
    }
    return fresh;
  }

  const TransitionSystem& system_;
  SearchRun& run_;
  BreadthFirstCourse course_;
  StateNumber found_;  // states, whether they are in the file or not
  std::unique_ptr<VisitedStates> states_;
  StateStore::Folded state_;  // that is being expanded
  std::vector<StateStore::Probe> probes_;
};

}  // namespace

FiledSearch explore_filed_levels(const TransitionSystem& system, const SearchOptions& options, SearchRun& run,
                                 BreadthFirstCourse course) {
  return FiledLevels(system, options, run, std::move(course)).explore();
}

}  // namespace quorate
