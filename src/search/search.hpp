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

// The limits of one search; the budget of the whole command is base/budget.hpp.
struct SearchLimits {
  std::uint64_t max_states = UINT64_MAX;
  std::uint64_t max_bytes = UINT64_MAX;
  double max_seconds = 1e300;
};

// How many threads search, and from how many states on. Several threads finish the level on which they find
// something, so that their counts differ from those of one thread. To make the report of a small search
// independent of the machine, several threads start at tried_from states, but a finding before from_states is
// discarded and one thread searches again.
struct Parallel {
  unsigned threads = 1;
  StateNumber from_states = 100'000;
  StateNumber tried_from = 1'500;
};

// The progress of a search, asked between two levels; depth-first, whenever the number of states has doubled.
struct SearchSoFar {
  const Statistics& statistics;
  StateNumber states = 0;
  std::function<void(StateNumber, std::uint64_t*)> read;  // copies out one of the states
};

struct SearchOptions {
  SearchOrder order = SearchOrder::breadth_first;
  SearchLimits limits;
  Parallel parallel;
  StoreKind store = StoreKind::tree;  // all others: only breadth-first, by one thread (docs/soundness.md)
  std::uint64_t bitstate_bytes = std::uint64_t{1} << 28;
  StateNumber compact_from = 1U << 17;  // states; the tree must be fitted before
  Checkpoints* checkpoints = nullptr;   // for breadth-first searches
  std::string search;                   // the name of this search among the checkpoints
  bool sleep_sets = true;               // for a breadth-first search without reductions
  // Which transitions commute, found by SystemStack::search; null: every step is made and looked up.
  std::shared_ptr<const Independence> independence;
  bool proviso = false;  // the ignoring proviso of partial-order reduction
  // Returns whether a better search is known by now; true ends this one. Called after the same states for
  // every number of threads.
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
  too_many_steps,    // in one state
  channel_overflow,  // the layout had too little room: the system must be built again
  model_failure,
  checkpoint_failed,
  state_file_failed,
  superseded,  // SearchOptions::superseded said so: begin the better one
};

// The reason to stop when the budget is spent.
StopReason stop_reason(Spent spent);

struct SearchResult {
  StopReason stop = StopReason::finished;
  Statistics statistics;
  SearchAccount account;
  std::vector<std::optional<Violation>> violations;  // by goal
  std::vector<bool> withdrawn;  // by goal: a violation was found but its path cannot be computed; or empty
  std::optional<ChannelOverflow> overflow;
  bool bound_reached = false;
  ModelFailure failure;
  StateNumber failed_state =
      no_state;  // where the failing step or predicate was evaluated; none: initial states
  bool failed_in_predicate = false;
  StateNumber found_after = no_state;  // several threads: states before the level of the first finding
  unsigned missing_threads = 0;        // that could not be started
  std::string checkpoint_error;        // a checkpoint could not be used, so that nothing was searched
  std::string checkpoint_warning;      // a checkpoint could not be written; the search went on
  bool resumable = false;              // a limit ended it, and it can be resumed from a checkpoint
  std::string file_error;              // for StopReason::state_file_failed
  std::optional<double> omission;      // the probability that states were left out; none: the store is exact
};

// The result of a search with its store and the paths to what it found.
struct SearchOutcome {
  SearchResult result;
  std::unique_ptr<StateStore> store;
  std::unique_ptr<PathFinder> paths;

  // The states from an initial one to a state that the result names. The system must still exist.
  [[nodiscard]] StatePath path_to(StateNumber last) const { return paths->path_to(last); }
};

SearchOutcome search(const TransitionSystem& system, const std::vector<Goal>& goals,
                     const SearchOptions& options);

}  // namespace quorate
