// An infinite run in finite form: a path and a loop back into it. For counterexamples and witnesses.
#pragma once

#include <cstdint>
#include <vector>

#include "temporal/fair_component.hpp"

namespace quorate {

struct Lasso {
  // The states along the path and once round the loop; the last one equals the state at loop_start. If the
  // run stays for ever in its last state, loop_start is the position of that state.
  std::vector<std::vector<std::uint64_t>> states;
  // By step; RunGraph::no_transition where the run idles, or where transitions are not kept.
  std::vector<std::uint32_t> transitions;
  std::size_t loop_start = 0;

  [[nodiscard]] bool rests() const { return loop_start + 1 == states.size(); }
};

// A short fair run through the component: a shortest path from a start node to it among the nodes that the
// search has visited, then from mark to mark by shortest paths, and back.
Lasso short_lasso(const Product& product, const FairSearch& search, const FairComponent& component);

// A fair run near the start nodes: at most so many nodes of the product are explored breadth-first, and the
// shortest lasso is taken among those through the first nodes of the fair components there. None if there is
// no fair component there. May leave the graph with a problem.
std::optional<Lasso> near_lasso(Product& product, const std::vector<ProductNode>& starts,
                                std::size_t most_nodes);

}  // namespace quorate
