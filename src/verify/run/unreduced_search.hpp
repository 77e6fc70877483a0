// All states of the unreduced system, up to a limit, for layers that check themselves (--check-reductions).
// The search is made on the first call of states().
#pragma once

#include <memory>
#include <vector>

#include "reduction/layer.hpp"
#include "search/search.hpp"

namespace quorate {

class UnreducedSearch {
 public:
  // The model must be executable and outlive this.
  UnreducedSearch(const Model& model, const Semantics& semantics, const std::vector<Goal>& goals,
                  std::uint64_t most_states = Layer::most_states_to_check);

  // The result refers to this object, which must outlive it.
  [[nodiscard]] UnreducedStates states();

 private:
  void search_all();

  const Model& model_;
  const Semantics semantics_;
  std::vector<PredicateId> predicates_;
  std::uint64_t most_states_;
  std::unique_ptr<ModelSystem> system_;
  SearchOutcome outcome_;
};

}  // namespace quorate
