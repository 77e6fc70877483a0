#include "verify/run/unreduced_search.hpp"

#include "verify/result/stopping.hpp"

namespace quorate {

UnreducedSearch::UnreducedSearch(const Model& model, const Semantics& semantics,
                                 const std::vector<Goal>& goals, std::uint64_t most_states)
    : model_(model), semantics_(semantics), most_states_(most_states) {
  for (const Goal& goal : goals) predicates_.push_back(goal.predicate);
}

UnreducedStates UnreducedSearch::states() {
  if (!system_) search_all();
  const SearchResult& result = outcome_.result;
  return {*system_, outcome_.store->size(), result.stop == StopReason::finished && result.account.balanced(),
          [this](std::uint64_t number, std::uint64_t* state) {
            outcome_.store->copy_out(static_cast<StateNumber>(number), state);
          },
          predicates_};
}

void UnreducedSearch::search_all() {
  SearchOptions options;
  options.limits.max_states = most_states_;
  ChannelRoom room;
  do {
    std::vector<CompileProblem> problems;
    system_ = ModelSystem::borrowing(model_, semantics_, room, problems);
    outcome_ = search(*system_, {}, options);
  } while (outcome_.result.stop == StopReason::channel_overflow &&
           enlarge(room, model_, *outcome_.result.overflow));
}

}  // namespace quorate
