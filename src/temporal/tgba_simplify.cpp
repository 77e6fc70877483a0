// Smaller automata make smaller products. Four passes are repeated while they help:
// - marks on edges outside of components, and in components that lack another mark, mean nothing and are
//   removed, which makes more states equal;
// - states from which no component with all marks is reached accept nothing; edges into them are removed;
// - states with equal edges, up to such states, are merged (the coarsest bisimulation, by refinement);
// - an edge is removed if another one with the same target reads at least as much and has at least its marks.
// At the end a mark is removed if every inner edge that has some other mark has it too, and then the states
// that are not reached. Each pass preserves the language: tests/differential/automaton_test.cpp compares
// automata of random formulas with those of their negations.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "temporal/components.hpp"
#include "temporal/tgba.hpp"

namespace quorate {

namespace {

class TgbaSimplifier {
 public:
  explicit TgbaSimplifier(Tgba automaton) : a_(std::move(automaton)) {}

  Tgba run() {
    for (std::size_t before = 0; before != measure();) {
      before = measure();
      find_components();
      drop_useless_marks();
      drop_dead_states();
      merge_equal_states();
      drop_implied_edges();
    }
    find_components();
    drop_implied_marks();
    drop_unreachable();
    return std::move(a_);
  }

 private:
  [[nodiscard]] std::size_t measure() const {
    std::size_t size = a_.states.size();
    for (const auto& edges : a_.states) size += edges.size();
    return size;
  }

  void find_components() {
    component_ = components_of(a_.states.size(), [&](std::size_t state, const auto& visit) {
      for (const auto& edge : a_.states[state]) visit(edge.target);
    });
    const std::size_t count = a_.states.empty() ? 0 : 1 + *std::ranges::max_element(component_);
    seen_.assign(count, 0);
    cyclic_.assign(count, false);
    for_inner_edges([&](std::size_t component, Tgba::Edge& edge) {
      seen_[component] |= edge.marks;
      cyclic_[component] = true;
    });
  }

  template <typename Visit>
  void for_inner_edges(const Visit& visit) {
    for (std::size_t s = 0; s < a_.states.size(); ++s) {
      for (auto& edge : a_.states[s]) {
        if (component_[s] == component_[edge.target]) visit(component_[s], edge);
      }
    }
  }

  [[nodiscard]] bool accepting(std::size_t component) const {
    return cyclic_[component] && seen_[component] == a_.all_marks();
  }

  void drop_useless_marks() {
    for (std::size_t s = 0; s < a_.states.size(); ++s) {
      for (auto& edge : a_.states[s]) {
        if (component_[s] != component_[edge.target] || !accepting(component_[s])) edge.marks = 0;
      }
    }
  }

  // Removes the edges to states from which no accepting component is reached.
  void drop_dead_states() {
    std::vector<bool> alive(seen_.size(), false);
    for (std::size_t c = 0; c < alive.size(); ++c) alive[c] = accepting(c);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t s = 0; s < a_.states.size(); ++s) {
        if (alive[component_[s]]) continue;
        for (const auto& edge : a_.states[s]) {
          if (!alive[component_[edge.target]]) continue;
          alive[component_[s]] = true;
          changed = true;
          break;
        }
      }
    }
    for (std::size_t s = 0; s < a_.states.size(); ++s) {
      std::erase_if(a_.states[s], [&](const auto& edge) { return !alive[component_[edge.target]]; });
    }
  }

  void merge_equal_states() {
    std::vector<std::uint32_t> block(a_.states.size(), 0);
    for (std::size_t blocks = 1;;) {
      std::map<std::pair<std::uint32_t, std::set<Tgba::Edge>>, std::uint32_t> signatures;
      std::vector<std::uint32_t> refined(a_.states.size());
      for (std::size_t s = 0; s < a_.states.size(); ++s) {
        const auto next = static_cast<std::uint32_t>(signatures.size());
        refined[s] = signatures.try_emplace({block[s], signature(s, block)}, next).first->second;
      }
      block = std::move(refined);
      if (signatures.size() == blocks) break;
      blocks = signatures.size();
    }
    rebuild(block);
  }

  [[nodiscard]] std::set<Tgba::Edge> signature(std::size_t state,
                                               const std::vector<std::uint32_t>& block) const {
    std::set<Tgba::Edge> edges;
    for (Tgba::Edge edge : a_.states[state]) {
      edge.target = block[edge.target];
      edges.insert(edge);
    }
    return edges;
  }

  // One state for each block; blocks are numbered from 0 on.
  void rebuild(const std::vector<std::uint32_t>& block) {
    std::vector<std::vector<Tgba::Edge>> states(block.empty() ? 0 : 1 + *std::ranges::max_element(block));
    for (std::size_t s = 0; s < a_.states.size(); ++s) {
      const auto edges = signature(s, block);
      states[block[s]].assign(edges.begin(), edges.end());
    }
    a_.states = std::move(states);
    a_.initial = block[a_.initial];
  }

  static bool covers(const Tgba::Edge& a, const Tgba::Edge& b) {
    return a.target == b.target && (a.positive & ~b.positive) == 0 && (a.negative & ~b.negative) == 0 &&
           (b.marks & ~a.marks) == 0;
  }

  void drop_implied_edges() {
    for (auto& edges : a_.states) {
      std::vector<Tgba::Edge> kept;
      for (const auto& edge : edges) {
        if (std::ranges::any_of(kept, [&](const auto& other) { return covers(other, edge); })) continue;
        std::erase_if(kept, [&](const auto& other) { return covers(edge, other); });
        kept.push_back(edge);
      }
      edges = std::move(kept);
    }
  }

  // Mark j is implied by i if every inner edge with i has j.
  void drop_implied_marks() {
    std::vector<std::uint32_t> kept;
    std::uint64_t dropped = 0;
    for (std::uint32_t j = 0; j < a_.mark_count; ++j) {
      bool implied = false;
      for (std::uint32_t i = 0; i < a_.mark_count && !implied; ++i) {
        if (i == j || (dropped >> i & 1) != 0) continue;
        implied = true;
        for_inner_edges([&](std::size_t, const Tgba::Edge& edge) {
          if ((edge.marks >> i & 1) != 0 && (edge.marks >> j & 1) == 0) implied = false;
        });
      }
      if (implied) {
        dropped |= std::uint64_t{1} << j;
      } else {
        kept.push_back(j);
      }
    }
    for (auto& edges : a_.states) {
      for (auto& edge : edges) {
        std::uint64_t marks = 0;
        for (std::size_t k = 0; k < kept.size(); ++k) marks |= (edge.marks >> kept[k] & 1) << k;
        edge.marks = marks;
      }
    }
    a_.mark_count = static_cast<std::uint32_t>(kept.size());
  }

  void drop_unreachable() {
    std::vector<std::uint32_t> order{a_.initial};
    std::vector<std::int64_t> number(a_.states.size(), -1);
    number[a_.initial] = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      for (const auto& edge : a_.states[order[k]]) {
        if (number[edge.target] >= 0) continue;
        number[edge.target] = static_cast<std::int64_t>(order.size());
        order.push_back(edge.target);
      }
    }
    std::vector<std::vector<Tgba::Edge>> states;
    for (const std::uint32_t s : order) {
      states.push_back(std::move(a_.states[s]));
      for (auto& edge : states.back()) edge.target = static_cast<std::uint32_t>(number[edge.target]);
    }
    a_.states = std::move(states);
    a_.initial = 0;
  }

  Tgba a_;
  std::vector<std::size_t> component_;  // by state
  std::vector<std::uint64_t> seen_;     // by component: marks on its inner edges
  std::vector<bool> cyclic_;            // by component: it has an inner edge
};

}  // namespace

Tgba simplified(Tgba automaton) {
  return TgbaSimplifier(std::move(automaton)).run();
}

}  // namespace quorate
