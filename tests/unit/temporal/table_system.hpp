// A transition system given by a table: its states are numbers, its predicates the bits of a word for each
// state.
#pragma once

#include <vector>

#include "system/seam/transition_system.hpp"

namespace quorate {

struct TableEdge {
  std::uint32_t transition = 0;
  std::uint32_t to = 0;
};

struct Table {
  std::vector<std::uint32_t> initial;
  std::vector<std::vector<TableEdge>> edges;  // by state
  std::vector<std::uint64_t> atoms;           // by state: bit k says whether predicate k holds
  std::uint32_t transitions = 1;
};

class TableSystem final : public TransitionSystem {
 public:
  explicit TableSystem(Table table) : table_(std::move(table)), transitions_(table_.transitions) {
    for (std::size_t t = 0; t < transitions_.size(); ++t) transitions_[t].name = "t" + std::to_string(t);
  }

  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] Shape shape() const override { return {1, 32}; }
  [[nodiscard]] std::span<const Transition> transitions() const override { return transitions_; }
  void initial_states(StepBuffer& buffer) const override {
    for (const std::uint64_t s : table_.initial) buffer.append(TransitionId(), &s);
  }
  void successors(StateView state, std::span<const TransitionId>, StepBuffer& buffer) const override {
    for (const TableEdge& edge : table_.edges[state[0]]) {
      const std::uint64_t to = edge.to;
      buffer.append(TransitionId(edge.transition), &to);
    }
  }
  Truth holds(PredicateId predicate, StateView state, StepBuffer&) const override {
    return (table_.atoms[state[0]] >> predicate.index() & 1) != 0 ? Truth::yes : Truth::no;
  }
  [[nodiscard]] StateDescription describe(StateView) const override { return {}; }

 private:
  Table table_;
  std::vector<Transition> transitions_;
};

}  // namespace quorate
