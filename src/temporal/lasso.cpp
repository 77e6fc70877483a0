// Short lassos. The stem is a shortest path from a start to the component. The loop goes by shortest paths
// from one missing mark to the next and back to its beginning: a greedy choice, not the shortest loop there
// is.
//
// A depth-first search finds its component far from the initial states, as a rule. So a second search
// explores the product breadth-first, within a limit, and tries loops through the first nodes of the fair
// components near the start; the shortest lasso wins (docs/internals.md, "Counterexamples are looked for
// twice").
#include "temporal/lasso.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "base/budget.hpp"
#include "temporal/components.hpp"

namespace quorate {

namespace {

struct LassoStep {
  ProductNode from = 0;
  ProductEdge edge;
};
using LassoPath = std::vector<LassoStep>;

// A shortest path from some nodes along allowed edges whose last edge satisfies `ends`; empty if there is
// none.
LassoPath shortest_path(const Product& product, const std::vector<ProductNode>& sources,
                        const std::function<bool(const ProductEdge&)>& allowed,
                        const std::function<bool(const ProductEdge&)>& ends) {
  std::unordered_map<ProductNode, LassoStep> reached_by;
  std::vector<ProductNode> queue;
  for (const ProductNode source : sources) {
    // A source is marked by being reached from itself.
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
  // `visited`: the nodes that the path may use.
  LassoMaker(const Product& product, const FairComponent& component,
             const std::function<bool(ProductNode)>& visited)
      : product_(product), component_(component), visited_(visited), wanted_(wanted()) {}

  // Through the node of the component that is nearest to a start.
  [[nodiscard]] Lasso make(const std::vector<ProductNode>& starts) const {
    return make(starts, [&](ProductNode node) { return std::ranges::binary_search(component_.nodes, node); });
  }

  [[nodiscard]] Lasso make_through(const std::vector<ProductNode>& starts, ProductNode entry) const {
    return make(starts, [&](ProductNode node) { return node == entry; });
  }

 private:
  template <typename Enters>
  [[nodiscard]] Lasso make(std::vector<ProductNode> starts, const Enters& enters) const {
    std::erase_if(starts, [&](ProductNode node) { return !visited_(node); });
    LassoPath stem;
    const auto begin = std::ranges::find_if(starts, enters);
    if (begin == starts.end()) {
      stem = shortest_path(
          product_, starts, [&](const ProductEdge& edge) { return visited_(edge.target); },
          [&](const ProductEdge& edge) { return enters(edge.target); });
    }
    const ProductNode entry = begin == starts.end() ? stem.back().edge.target : *begin;
    return written(stem, loop_from(entry), stem.empty() ? entry : stem.front().from);
  }

  // A loop in the component: to the nearest edge with a missing mark, until none is missing, and back.
  [[nodiscard]] LassoPath loop_from(ProductNode entry) const {
    const auto stays = [&](const ProductEdge& edge) {
      return (edge.marks & component_.banned).none() &&
             std::ranges::binary_search(component_.nodes, edge.target);
    };
    LassoPath loop;
    ProductNode at = entry;
    MarkSet missing = wanted_;
    const auto append = [&](const LassoPath& part) {
      for (const LassoStep& step : part) missing &= ~step.edge.marks;
      loop.insert(loop.end(), part.begin(), part.end());
      at = loop.back().edge.target;
    };
    while (missing.any()) {
      Budget::ask();
      append(shortest_path(product_, {at}, stays,
                           [&](const ProductEdge& edge) { return (edge.marks & missing).any(); }));
    }
    if (loop.empty() || at != entry) {
      append(shortest_path(product_, {at}, stays,
                           [&](const ProductEdge& edge) { return edge.target == entry; }));
    }
    return loop;
  }

  // The marks that the loop must have: those required, and `then` of each pair whose two marks the component
  // has.
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
    const StateNumber from = product_.state(step.from);
    return from == product_.state(step.edge.target) &&
           product_.graph().transition(from, step.edge.step) == RunGraph::no_transition;
  }

  [[nodiscard]] Lasso written(const LassoPath& stem, const LassoPath& loop, ProductNode first) const {
    Lasso lasso;
    lasso.states.push_back(product_.graph().state(product_.state(first)));
    const auto append = [&](const LassoStep& step) {
      const StateNumber from = product_.state(step.from);
      const std::uint32_t transition = product_.graph().transition(from, step.edge.step);
      const bool none = transition == RunGraph::no_transition;
      lasso.transitions.push_back(none ? transition : transition & RunGraph::transition_bits);
      lasso.states.push_back(product_.graph().state(product_.state(step.edge.target)));
    };
    std::ranges::for_each(stem, append);
    lasso.loop_start = lasso.states.size() - 1;
    const std::size_t stem_steps = stem.size();
    std::ranges::for_each(loop, append);
    const bool rests = std::ranges::all_of(loop, [&](const LassoStep& step) { return idles(step); });
    if (rests) {
      std::size_t kept = stem_steps;
      while (kept > 0 && idles(stem[kept - 1])) --kept;
      lasso.states.resize(kept + 1);
      lasso.transitions.resize(kept);
      lasso.loop_start = kept;
    }
    return lasso;
  }

  const Product& product_;
  const FairComponent& component_;
  const std::function<bool(ProductNode)>& visited_;
  MarkSet wanted_;
};

// The first nodes of a product in breadth-first order, all of them expanded.
class NearNodes {
 public:
  NearNodes(Product& product, const std::vector<ProductNode>& starts, std::size_t most) : product_(product) {
    for (const ProductNode start : starts) meet(start);
    std::size_t expanded = 0;
    while (expanded < order_.size() && expanded < most &&
           product.graph().expand(product.state(order_[expanded]))) {
      Product::Cursor cursor(product, order_[expanded++]);
      ProductEdge edge;
      while (cursor.next(product, edge)) meet(edge.target);
    }
    for (std::size_t k = expanded; k < order_.size(); ++k) position_.erase(order_[k]);
    order_.resize(expanded);
  }

  [[nodiscard]] bool contains(ProductNode node) const { return position_.contains(node); }
  [[nodiscard]] std::size_t position(ProductNode node) const { return position_.at(node); }

  // The strongly connected components, each in ascending order of its nodes, the nearest first.
  [[nodiscard]] std::vector<std::vector<ProductNode>> components() const {
    const auto number = components_of(order_.size(), [&](std::size_t from, const auto& visit) {
      Product::Cursor cursor(product_, order_[from]);
      ProductEdge edge;
      while (cursor.next(product_, edge)) {
        if (contains(edge.target)) visit(position(edge.target));
      }
    });
    std::vector<std::vector<ProductNode>> found;
    std::unordered_map<std::size_t, std::size_t> place;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const auto [at, fresh] = place.try_emplace(number[k], found.size());
      if (fresh) found.emplace_back();
      found[at->second].push_back(order_[k]);
    }
    for (auto& nodes : found) std::ranges::sort(nodes);
    return found;
  }

 private:
  void meet(ProductNode node) {
    if (position_.try_emplace(node, order_.size()).second) order_.push_back(node);
  }

  const Product& product_;
  std::vector<ProductNode> order_;
  std::unordered_map<ProductNode, std::size_t> position_;
};

}  // namespace

Lasso short_lasso(const Product& product, const FairSearch& search, const FairComponent& component) {
  const std::function<bool(ProductNode)> visited = [&](ProductNode node) { return search.visited(node); };
  return LassoMaker(product, component, visited).make(search.starts());
}

std::optional<Lasso> near_lasso(Product& product, const std::vector<ProductNode>& starts,
                                std::size_t most_nodes) {
  constexpr std::size_t tries = 24;  // components, and nodes of each at which a loop may begin
  const NearNodes near(product, starts, most_nodes);
  const std::function<bool(ProductNode)> visited = [&](ProductNode node) { return near.contains(node); };
  std::optional<Lasso> best;
  std::size_t components = 0;
  for (const auto& nodes : near.components()) {
    const auto part = fair_part(product, nodes);
    if (!part || ++components > tries) continue;
    const LassoMaker maker(product, *part, visited);
    std::vector<ProductNode> entries = part->nodes;
    std::ranges::sort(entries, {}, [&](ProductNode node) { return near.position(node); });
    if (entries.size() > tries) entries.resize(tries);
    for (const ProductNode entry : entries) {
      Lasso lasso = maker.make_through(starts, entry);
      if (!best || lasso.states.size() < best->states.size()) best = std::move(lasso);
    }
  }
  return best;
}

}  // namespace quorate
