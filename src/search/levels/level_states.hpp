// The states of a search by one thread, for an Expander: in the store or in a file.
#pragma once

#include "search/levels/expander.hpp"
#include "search/search_run.hpp"

namespace quorate {

// In the store, which may change its tree between two expansions.
class TreeStates {
 public:
  static constexpr bool shared = false;

  // fits: the tree may be changed in `prepare`, since the caller keeps no probe across it.
  TreeStates(SearchRun& run, bool fits) : run_(run), store_(run.store()), fits_(fits) {}

  [[nodiscard]] StateNumber size() const { return store_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return 0; }  // memory besides the store
  void prepare() {
    if (fits_ && store_.wants_fitting()) run_.fit_store();
  }
  bool copy_out(StateNumber number, StateStore::Folded& folded) const {
    store_.copy_out(number, folded);
    return true;
  }
  std::optional<StateStore::Probe> fold(const std::uint64_t* state, const StateStore::Folded& near) {
    return store_.fold(state, near, room_);
  }
  void fetch(const StateStore::Probe& probe) const { store_.fetch(probe); }
  std::optional<StateStore::Inserted> insert(const StateStore::Probe& probe, const std::uint64_t*) {
    return store_.insert(probe, room_);
  }

 private:
  SearchRun& run_;
  StateStore& store_;
  StateStore::Room room_;
  bool fits_;
};

// In a file. A file that fails ends the search.
class FiledStates {
 public:
  static constexpr bool shared = false;

  explicit FiledStates(SearchRun& run) : run_(run), states_(*run.filed()) {}

  [[nodiscard]] StateNumber size() const { return states_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return states_.bytes(); }
  void prepare() {}
  bool copy_out(StateNumber number, StateStore::Folded& folded) {
    states_.copy_out(number, folded);
    return run_.file_is_good();
  }
  std::optional<StateStore::Probe> fold(const std::uint64_t* state, const StateStore::Folded& near) {
    return states_.prepare(state, near);
  }
  void fetch(const StateStore::Probe&) const {}  // `prepare` of the set has prefetched
  // The number of a state that is met again is not known: 0 stands for it, as if it belonged to the first
  // level.
  std::optional<StateStore::Inserted> insert(const StateStore::Probe& probe, const std::uint64_t* state) {
    if (!states_.insert(probe, state)) return StateStore::Inserted{0, false};
    if (run_.file_is_good()) return StateStore::Inserted{states_.size() - 1, true};
    run_.stored(no_state);  // counted as stored and never expanded: the account stays unbalanced
    return std::nullopt;
  }

 private:
  SearchRun& run_;
  VisitedStates& states_;
};

// Stores the initial states. False if the search is over already.
template <typename States>
bool store_initial_states(const SearchTask& task, Expander<States, SearchRun>& expander, SearchRun& run) {
  Expansion& initial = expander.scratch();
  task.system.initial_states(initial.buffer);
  if (!run.begin_with(initial.buffer)) return false;
  if (!expander.fold(initial)) return false;
  expander.fetch(initial);
  for (std::size_t i = 0; i < initial.buffer.size(); ++i) {
    const auto inserted = expander.visit(initial, i, 0);
    if (!inserted) return false;
    run.took_over_initial(inserted->fresh);
    if (run.over()) return false;
  }
  return true;
}

}  // namespace quorate
