// A plain explicit graph for --check-reductions: no compression, states compared in full. In a state with a
// model error every transition is asked alone, so that the graph also knows the steps of the others.
#include "reduction/stubborn/state_graph.hpp"

#include <algorithm>

namespace quorate {

namespace {

std::uint64_t hash_of(StateView state) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : state) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

StateGraph::Number StateGraph::number(StateView state) {
  const std::uint64_t hash = hash_of(state);
  const auto [first, last] = numbers_.equal_range(hash);
  for (auto entry = first; entry != last; ++entry) {
    if (std::ranges::equal(this->state(entry->second), state)) return entry->second;
  }
  const auto fresh = static_cast<Number>(nodes_.size());
  nodes_.emplace_back();
  states_.insert(states_.end(), state.begin(), state.end());
  numbers_.emplace(hash, fresh);
  return fresh;
}

const StateGraph::Node& StateGraph::node(Number number) {
  if (!nodes_[number].expanded) expand(number);
  return nodes_[number].node;
}

void StateGraph::expand(Number number) {
  const StateView view = state(number);
  const std::vector<std::uint64_t> copy(view.begin(), view.end());
  Node node;
  buffer_.clear();
  system_.successors(copy, {}, buffer_);
  if (!buffer_.trouble.failure.failed()) {
    node.complete = !buffer_.trouble.overflow && add_steps(node);
  } else {
    // The system stops at the first model error: ask for each transition.
    node.complete = true;
    for (std::size_t t = 0; t < system_.transitions().size(); ++t) {
      if (system_.transitions()[t].kind == StepKind::otherwise) continue;
      const TransitionId chosen(static_cast<std::int64_t>(t));
      buffer_.clear();
      system_.successors(copy, {&chosen, 1}, buffer_);
      if (buffer_.trouble.failure.failed()) node.failing.push_back(t);
      node.complete = !buffer_.trouble.overflow && add_steps(node) && node.complete;
    }
  }
  nodes_[number].node = std::move(node);
  nodes_[number].expanded = true;
}

bool StateGraph::add_steps(Node& node) {
  for (std::size_t i = 0; i < buffer_.size(); ++i) {
    const std::size_t transition = buffer_.transition(i).index();
    if (system_.transitions()[transition].kind == StepKind::otherwise) continue;
    if (nodes_.size() >= most_states_) return false;
    node.edges.push_back({transition, number(buffer_.state(i))});
  }
  return true;
}

}  // namespace quorate
