// All states of the unreduced system, or the first ones, for layers that check themselves
// (--check-reductions). Searched when they are first asked for.
#pragma once

#include <memory>
#include <vector>

#include "reduction/layer.hpp"
#include "search/search.hpp"

namespace quorate {

class UnreducedSearch {
 public:
  // The model must be one that can be executed, and outlive this.
  UnreducedSearch(const Model& model, const Semantics& semantics, const std::vector<Goal>& goals,
                  std::uint64_t most_states = Layer::most_states_to_check);

  // Of this object, which must outlive it.
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
