// The product of a run graph and an automaton. Its infinite paths that have every required mark infinitely
// often, and for each pair `then` infinitely often if `often` is, are the fair runs that the automaton
// accepts. Nodes and edges are computed on demand; nothing is stored here.
#pragma once

#include <bitset>
#include <utility>
#include <vector>

#include "temporal/run_graph.hpp"
#include "temporal/tgba.hpp"

namespace quorate {

// Marks of edges: those of the automaton, then one for each justice, each step justice, and two for each
// compassion, each strong assumption on steps, and the steps that are taken finitely often.
inline constexpr std::size_t mark_limit = 256;
using MarkSet = std::bitset<mark_limit>;

struct MarkPair {
  std::size_t often = 0;
  std::size_t then = 0;
};

using ProductNode = std::uint64_t;

struct ProductEdge {
  ProductNode target = 0;
  MarkSet marks;
  std::uint32_t step = 0;  // position among the steps of the graph's state
};

class Product {
 public:
  // All arguments must outlive the product. atom_of: the graph's atom for a predicate of justice or
  // compassion.
  template <typename AtomOf>
  Product(RunGraph& graph, const Tgba& automaton, const Fairness& fairness, std::size_t transitions,
          const AtomOf& atom_of)
      : graph_(graph), automaton_(automaton) {
    for (const PredicateId p : fairness.justice) justice_.push_back(atom_of(p));
    for (const Compassion& c : fairness.compassion) {
      compassion_.emplace_back(atom_of(c.often), atom_of(c.then));
    }
    number_marks(fairness, transitions);
  }

  // More marks than mark_limit: the product must not be used.
  [[nodiscard]] bool too_many_marks() const { return mark_count_ > mark_limit; }

  [[nodiscard]] RunGraph& graph() const { return graph_; }
  [[nodiscard]] ProductNode node(StateNumber state, std::uint32_t at) const {
    return ProductNode{state} * automaton_.states.size() + at;
  }
  [[nodiscard]] ProductNode start(StateNumber state) const { return node(state, automaton_.initial); }
  [[nodiscard]] StateNumber state(ProductNode node) const {
    return static_cast<StateNumber>(node / automaton_.states.size());
  }

  // The marks that every fair accepted run has infinitely often.
  [[nodiscard]] const MarkSet& required() const { return required_; }
  [[nodiscard]] const std::vector<MarkPair>& pairs() const { return pairs_; }
  // Whether a run through all edges of a strongly connected set with these marks is fair and accepted.
  [[nodiscard]] bool fair(const MarkSet& marks) const {
    if ((required_ & ~marks).any()) return false;
    for (const MarkPair& pair : pairs_) {
      if (marks[pair.often] && !marks[pair.then]) return false;
    }
    return true;
  }

  // The edges of a node whose state is expanded, one after the other.
  class Cursor {
   public:
    Cursor() = default;
    Cursor(const Product& product, ProductNode node);
    // False if there are no more.
    bool next(const Product& product, ProductEdge& edge);

   private:
    StateNumber state_ = 0;
    std::uint32_t at_ = 0;
    std::uint32_t edge_ = 0;  // position among the edges of the automaton's state
    std::uint32_t step_ = 0;
    MarkSet common_;  // the marks that all edges of the node have
  };

 private:
  friend class Cursor;
  void number_marks(const Fairness& fairness, std::size_t transitions);
  [[nodiscard]] MarkSet marks_of_state(StateNumber state) const;

  RunGraph& graph_;
  const Tgba& automaton_;
  std::vector<std::uint32_t> justice_;                               // atoms
  std::vector<std::pair<std::uint32_t, std::uint32_t>> compassion_;  // atoms
  std::size_t first_justice_ = 0;
  std::size_t first_step_ = 0;
  std::size_t mark_count_ = 0;
  MarkSet required_;
  MarkSet step_marks_;   // those of all step justices
  MarkSet finite_mark_;  // of steps that are taken finitely often
  std::vector<MarkPair> pairs_;
  std::vector<MarkSet> enabled_;  // by transition: the step justices that have it in `enabled`
  std::vector<MarkSet> strong_;  // by transition: `often` of the strong assumptions that have it in `enabled`
  std::vector<MarkSet> taken_;   // by transition: the marks of those that have it in `taken`
};

}  // namespace quorate
