// Strongly connected components of a finite graph [Tarjan 1972], without recursion. For automata and for
// parts of products.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/budget.hpp"

namespace quorate {

// The component of each of the nodes 0 .. count - 1. `successors(node, visit)` calls visit(target) for each
// edge, always in the same order. Components are numbered so that edges lead to smaller numbers or stay.
template <typename Successors>
std::vector<std::size_t> components_of(std::size_t count, const Successors& successors) {
  constexpr std::size_t none = SIZE_MAX;
  struct Visit {
    std::size_t node;
    std::vector<std::size_t> targets;
    std::size_t next;
  };
  std::vector<std::size_t> component(count, none);
  std::vector<std::size_t> order(count, none);
  std::vector<std::size_t> low(count, none);
  std::vector<std::size_t> open;
  std::vector<Visit> stack;
  std::size_t time = 0;
  std::size_t found = 0;
  const auto enter = [&](std::size_t node) {
    Budget::ask();
    order[node] = low[node] = time++;
    open.push_back(node);
    Visit frame{node, {}, 0};
    successors(node, [&](std::size_t target) { frame.targets.push_back(target); });
    stack.push_back(std::move(frame));
  };
  for (std::size_t root = 0; root < count; ++root) {
    if (order[root] != none) continue;
    enter(root);
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next < top.targets.size()) {
        const std::size_t target = top.targets[top.next++];
        if (order[target] == none) {
          enter(target);
        } else if (component[target] == none) {
          low[top.node] = std::min(low[top.node], order[target]);
        }
        continue;
      }
      const std::size_t node = top.node;
      stack.pop_back();
      if (!stack.empty()) low[stack.back().node] = std::min(low[stack.back().node], low[node]);
      if (low[node] != order[node]) continue;
      std::size_t member = none;
      do {
        member = open.back();
        open.pop_back();
        component[member] = found;
      } while (member != node);
      ++found;
    }
  }
  return component;
}

}  // namespace quorate
