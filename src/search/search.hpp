// Exhaustive search of a transition system for states that violate goals. Knows nothing of models: a goal is
// a predicate of the system.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "search/checkpoints/checkpoints.hpp"
#include "search/paths/paths.hpp"
#include "search/statistics.hpp"
#include "search/store_kind.hpp"
#include "search/verdict.hpp"
#include "store/state_store.hpp"
#include "system/seam/independence.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

enum class SearchOrder { breadth_first, depth_first };

enum class GoalKind {
  invariant,    // the predicate must hold in every state
  no_deadlock,  // the predicate must hold in every state without a step
};

struct Goal {
  GoalKind kind = GoalKind::invariant;
  PredicateId predicate;
};

// Of one search; the budget of the whole command is base/budget.hpp.
struct SearchLimits {
  std::uint64_t max_states = UINT64_MAX;
  std::uint64_t max_bytes = UINT64_MAX;
  double max_seconds = 1e300;
};

// How many threads search, once there are so many states that it pays. Several finish the level on which they
// find something; so that what is reported of a small search does not depend on the machine's cores, the
// first states are searched again by one if they show anything but that all is well.
struct Parallel {
  unsigned threads = 1;
  StateNumber from_states = 100'000;
  StateNumber tried_from = 1'500;
};

// Where a search stands between two levels; depth-first, whenever its states have doubled.
struct SearchSoFar {
  const Statistics& statistics;
  StateNumber states = 0;
  std::function<void(StateNumber, std::uint64_t*)> read;  // one of them
};

struct SearchOptions {
  SearchOrder order = SearchOrder::breadth_first;
  SearchLimits limits;
  Parallel parallel;
  StoreKind store = StoreKind::tree;  // the others: breadth-first, by one thread (docs/soundness.md)
  std::uint64_t bitstate_bytes = std::uint64_t{1} << 28;
  StateNumber compact_from = 1U << 17;  // the tree wants to be fitted to the states first
  Checkpoints* checkpoints = nullptr;   // of breadth-first searches
  std::string search;                   // which one this is among the checkpoints
  bool sleep_sets = true;               // of a breadth-first search without reductions
  // What commutes, as SystemStack::search finds it; null: every step is made and looked up.
  std::shared_ptr<const Independence> independence;
  bool proviso = false;  // no step that a partial-order reduction left out may be ignored for ever
  // Whether a better search is known by now; true ends this one. Asked of the same states whatever the number
  // of threads is.
  std::function<bool(const SearchSoFar&)> superseded;
  std::function<void(const Statistics&)> progress;  // called about four times a second, if set
};

enum class StopReason {
  finished,  // every reachable state was expanded, as the account shows, or every goal is violated
  state_limit,
  memory_limit,
  time_limit,
  interrupted,
  too_many_initial_states,
  too_many_steps,    // of one state
  channel_overflow,  // the layout was too small: build the system anew
  model_failure,
  checkpoint_failed,
  state_file_failed,
  superseded,  // SearchOptions::superseded said so: begin the better one
};

// Of a search that ended because the budget was spent.
StopReason stop_reason(Spent spent);

struct SearchResult {
  StopReason stop = StopReason::finished;
  Statistics statistics;
  SearchAccount account;
  std::vector<std::optional<Violation>> violations;  // by goal
  std::vector<bool> withdrawn;  // by goal: a violation was found, and cannot be shown; or empty
  std::optional<ChannelOverflow> overflow;
  bool bound_reached = false;
  ModelFailure failure;
  StateNumber failed_state =
      no_state;  // where the failing step or predicate was evaluated; none: initial states
  bool failed_in_predicate = false;
  StateNumber found_after = no_state;  // by several threads: states before the level of the first finding
  unsigned missing_threads = 0;        // that were asked for and not to be had
  std::string checkpoint_error;        // one could not be used, so that nothing was searched
  std::string checkpoint_warning;      // one could not be written; the search went on
  bool resumable = false;              // a limit ended it, and there is a checkpoint to go on from
  std::string file_error;              // of StopReason::state_file_failed
  std::optional<double> omission;      // the probability that states were left out; none: the store is exact
};

// A finished search keeps its store and knows how it came to what it found.
struct SearchOutcome {
  SearchResult result;
  std::unique_ptr<StateStore> store;
  std::unique_ptr<PathFinder> paths;

  // The states from an initial one to one that the result names. The system must still be there.
  [[nodiscard]] StatePath path_to(StateNumber last) const { return paths->path_to(last); }
};

SearchOutcome search(const TransitionSystem& system, const std::vector<Goal>& goals,
                     const SearchOptions& options);

}  // namespace quorate
