#include "temporal/lasso.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace quorate {

namespace {

struct LassoStep {
  ProductNode from = 0;
  ProductEdge edge;
};
using LassoPath = std::vector<LassoStep>;

// Breadth-first from some nodes along allowed edges to the first edge that ends the path; empty if there is
// none.
LassoPath shortest_path(const Product& product, const std::vector<ProductNode>& sources,
                        const std::function<bool(const ProductEdge&)>& allowed,
                        const std::function<bool(const ProductEdge&)>& ends) {
  std::unordered_map<ProductNode, LassoStep> reached_by;
  std::vector<ProductNode> queue;
  for (const ProductNode source : sources) {
    // Only a source is reached from itself.
    if (reached_by.try_emplace(source, LassoStep{source, {}}).second) queue.push_back(source);
  }
  const auto path_to_end = [&](std::size_t from, const ProductEdge& last) {
    LassoPath path{{queue[from], last}};
    for (auto step = &reached_by.at(queue[from]); step->from != path.back().from;) {
      path.push_back(*step);
      step = &reached_by.at(step->from);
    }
    std::ranges::reverse(path);
    return path;
  };
  for (std::size_t k = 0; k < queue.size(); ++k) {
    Product::Cursor cursor(product, queue[k]);
    ProductEdge edge;
    while (cursor.next(product, edge)) {
      if (!allowed(edge)) continue;
      if (ends(edge)) return path_to_end(k, edge);
      if (reached_by.try_emplace(edge.target, LassoStep{queue[k], edge}).second) queue.push_back(edge.target);
    }
  }
  return {};
}

class LassoMaker {
 public:
  LassoMaker(const Product& product, const FairSearch& search, const FairComponent& component)
      : product_(product), search_(search), component_(component) {}

  Lasso make() {
    std::vector<ProductNode> starts = search_.starts();
    std::erase_if(starts, [&](ProductNode node) { return !search_.visited(node); });
    const auto inside = [&](ProductNode node) { return std::ranges::binary_search(component_.nodes, node); };
    LassoPath stem;
    const auto begin = std::ranges::find_if(starts, inside);
    if (begin == starts.end()) {
      stem = shortest_path(
          product_, starts, [&](const ProductEdge& edge) { return search_.visited(edge.target); },
          [&](const ProductEdge& edge) { return inside(edge.target); });
    }
    const ProductNode entry = begin == starts.end() ? stem.back().edge.target : *begin;
    return written(stem, loop_from(entry), stem.empty() ? entry : stem.front().from);
  }

 private:
  // Round the component: to the nearest edge with a mark that is still missing, until none is, and back.
  [[nodiscard]] LassoPath loop_from(ProductNode entry) const {
    const auto stays = [&](const ProductEdge& edge) {
      return (edge.marks & component_.banned).none() &&
             std::ranges::binary_search(component_.nodes, edge.target);
    };
    LassoPath loop;
    ProductNode at = entry;
    MarkSet missing = wanted();
    const auto append = [&](const LassoPath& part) {
      for (const LassoStep& step : part) missing &= ~step.edge.marks;
      loop.insert(loop.end(), part.begin(), part.end());
      at = loop.back().edge.target;
    };
    while (missing.any()) {
      append(shortest_path(product_, {at}, stays,
                           [&](const ProductEdge& edge) { return (edge.marks & missing).any(); }));
    }
    if (loop.empty() || at != entry) {
      append(shortest_path(product_, {at}, stays,
                           [&](const ProductEdge& edge) { return edge.target == entry; }));
    }
    return loop;
  }

  // The required marks, and `then` of each pair for which the component has it.
  [[nodiscard]] MarkSet wanted() const {
    MarkSet seen;
    for (const ProductNode node : component_.nodes) {
      Product::Cursor cursor(product_, node);
      ProductEdge edge;
      while (cursor.next(product_, edge)) {
        const bool inner = (edge.marks & component_.banned).none() &&
                           std::ranges::binary_search(component_.nodes, edge.target);
        if (inner) seen |= edge.marks;
      }
    }
    MarkSet wanted = product_.required();
    for (const MarkPair& pair : product_.pairs()) {
      if (seen[pair.often] && seen[pair.then]) wanted.set(pair.then);
    }
    return wanted;
  }

  [[nodiscard]] bool idles(const LassoStep& step) const {
    return product_.graph().transition(product_.state(step.from), step.edge.step) == RunGraph::no_transition;
  }

  [[nodiscard]] Lasso written(const LassoPath& stem, const LassoPath& loop, ProductNode first) const {
    Lasso lasso;
    lasso.states.push_back(product_.graph().state(product_.state(first)));
    const auto append = [&](const LassoStep& step) {
      const StateNumber from = product_.state(step.from);
      const std::uint32_t transition = product_.graph().transition(from, step.edge.step);
      const bool none = transition == RunGraph::no_transition;
      lasso.transitions.push_back(none ? transition : transition & ~RunGraph::unowed_bit);
      lasso.states.push_back(product_.graph().state(product_.state(step.edge.target)));
    };
    std::ranges::for_each(stem, append);
    lasso.loop_start = lasso.states.size() - 1;
    const std::size_t stem_steps = stem.size();
    std::ranges::for_each(loop, append);
    const bool rests = std::ranges::all_of(loop, [&](const LassoStep& step) {
      return product_.state(step.from) == product_.state(step.edge.target) && idles(step);
    });
    if (rests) {
      lasso.states.resize(stem_steps + 1);
      lasso.transitions.resize(stem_steps);
    }
    return lasso;
  }

  const Product& product_;
  const FairSearch& search_;
  const FairComponent& component_;
};

}  // namespace

Lasso short_lasso(const Product& product, const FairSearch& search, const FairComponent& component) {
  return LassoMaker(product, search, component).make();
}

}  // namespace quorate
