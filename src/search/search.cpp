#include "search/search.hpp"

#include "search/levels/level_search.hpp"
#include "search/runs/depth_first.hpp"

namespace quorate {

namespace {

SearchOutcome search_once(const TransitionSystem& system, const std::vector<Goal>& goals,
                          const SearchOptions& options) {
  SearchRun run(system, goals, options);
  return options.order == SearchOrder::breadth_first ? search_levels(run) : search_depth_first(run);
}

// Whether the result with several threads from `tried_from` on is what it would be with several threads from
// `from_states` on.
bool is_as_if_later(const SearchResult& result, const Parallel& parallel) {
  switch (result.stop) {
    case StopReason::time_limit:
    case StopReason::memory_limit:
    case StopReason::interrupted:
    case StopReason::channel_overflow:
    case StopReason::superseded:
      return true;
    case StopReason::finished:
    case StopReason::model_failure:
      return result.found_after >= parallel.from_states;
    default:
      return result.statistics.states >= parallel.from_states;
  }
}

}  // namespace

SearchOutcome search(const TransitionSystem& system, const std::vector<Goal>& goals,
                     const SearchOptions& options) {
  const Parallel& parallel = options.parallel;
  const bool shared = parallel.threads > 1 && options.order == SearchOrder::breadth_first &&
                      options.store == StoreKind::tree && options.checkpoints == nullptr;
  if (!shared || parallel.tried_from >= parallel.from_states) return search_once(system, goals, options);
  SearchOptions again = options;
  {
    SearchOptions trial = options;
    trial.parallel.from_states = parallel.tried_from;
    SearchOutcome outcome = search_once(system, goals, trial);
    if (is_as_if_later(outcome.result, parallel)) return outcome;
    again.limits.max_seconds -= outcome.result.statistics.seconds;
  }
  return search_once(system, goals, again);
}

}  // namespace quorate
