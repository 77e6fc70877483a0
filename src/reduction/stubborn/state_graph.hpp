// The unreduced state graph of a small system, expanded on demand and kept. For debug checks that walk it
// many times; not for searches.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "system/seam/transition_system.hpp"

namespace quorate {

class StateGraph {
 public:
  using Number = std::uint32_t;
  struct Edge {
    std::size_t transition = 0;
    Number to = 0;
  };
  struct Node {
    std::vector<Edge> edges;           // steps of ELSE, from a state to itself, are left out
    std::vector<std::size_t> failing;  // transitions with a model error
    bool complete =
        false;  // false: a channel was too small, or the graph became too large; edges are missing
  };

  // `system` must outlive the graph. When it has most_states states, further nodes are incomplete.
  StateGraph(const TransitionSystem& system, std::size_t most_states)
      : system_(system), most_states_(most_states), buffer_(system.shape().words) {}

  // The number of a state, which is added if it is new.
  Number number(StateView state);
  // References stay valid until the next call.
  const Node& node(Number number);
  [[nodiscard]] StateView state(Number number) const {
    const std::size_t words = system_.shape().words;
    return {states_.data() + number * words, words};
  }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  struct Entry {
    Node node;
    bool expanded = false;
  };

  void expand(Number number);
  // Adds the steps in buffer_ as edges; false if there are too many states.
  bool add_steps(Node& node);

  const TransitionSystem& system_;
  std::size_t most_states_;
  StepBuffer buffer_;
  std::vector<std::uint64_t> states_;
  std::vector<Entry> nodes_;
  std::unordered_multimap<std::uint64_t, Number> numbers_;  // by hash
};

}  // namespace quorate
