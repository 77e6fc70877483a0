// Couvreur's algorithm [Couvreur 1999], with the stack of roots of [Gabow 2000]: a depth-first search that
// keeps for each open component the marks on its edges. An edge back into an open component merges all
// components entered since. If the merged component has all required marks, a fair accepted run exists and
// the search ends, mostly long before the product is complete. No degeneralisation: each justice assumption
// costs a bit, and no states.
//
// Compassion (Streett pairs) needs complete components: a component in which `often` occurs and `then` does
// not may still contain a fair run that avoids `often`. So a component that has all required marks is
// decomposed when it is closed: edges with the mark `often` of every broken pair are removed, the rest is
// divided into its components, and so on [Emerson, Lei 1987]. The recursion is at most as deep as there are
// pairs.
//
// Rejected: nested depth-first search, which needs a degeneralised automaton and cannot do pairs.
#include "temporal/fair_component.hpp"

#include <algorithm>
#include <map>

#include "base/budget.hpp"
#include "temporal/components.hpp"

namespace quorate {

namespace {

std::optional<std::size_t> position_of(const std::vector<ProductNode>& nodes, ProductNode node) {
  const auto place = std::ranges::lower_bound(nodes, node);
  if (place == nodes.end() || *place != node) return std::nullopt;
  return static_cast<std::size_t>(place - nodes.begin());
}

// Calls visit(position of the target, marks) for the edges that stay in the part and have no banned mark.
template <typename Visit>
void for_edges_inside(const Product& product, const FairComponent& part, std::size_t from,
                      const Visit& visit) {
  Product::Cursor cursor(product, part.nodes[from]);
  ProductEdge edge;
  while (cursor.next(product, edge)) {
    if ((edge.marks & part.banned).any()) continue;
    if (const auto to = position_of(part.nodes, edge.target)) visit(*to, edge.marks);
  }
}

std::optional<FairComponent> fair_part_without(const Product& product, const FairComponent& part) {
  const auto component = components_of(part.nodes.size(), [&](std::size_t from, const auto& visit) {
    for_edges_inside(product, part, from, [&](std::size_t to, const MarkSet&) { visit(to); });
  });
  std::map<std::size_t, MarkSet> marks;  // of the inner edges of each component that has any
  for (std::size_t from = 0; from < part.nodes.size(); ++from) {
    for_edges_inside(product, part, from, [&](std::size_t to, const MarkSet& seen) {
      if (component[from] == component[to]) marks[component[from]] |= seen;
    });
  }
  for (const auto& [number, seen] : marks) {
    if ((product.required() & ~seen).any()) continue;
    FairComponent smaller{{}, part.banned};
    for (std::size_t k = 0; k < part.nodes.size(); ++k) {
      if (component[k] == number) smaller.nodes.push_back(part.nodes[k]);
    }
    if (product.fair(seen)) return smaller;
    for (const MarkPair& pair : product.pairs()) {
      if (seen[pair.often] && !seen[pair.then]) smaller.banned.set(pair.often);
    }
    if (auto found = fair_part_without(product, smaller)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<FairComponent> fair_part(const Product& product, std::vector<ProductNode> nodes) {
  return fair_part_without(product, {std::move(nodes), {}});
}

std::optional<FairComponent> FairSearch::find() {
  run();
  return std::move(found_);
}

std::vector<bool> FairSearch::decide_all() {
  all_ = true;
  run();
  std::vector<bool> result;
  for (const ProductNode start : starts_) result.push_back(visited(start) && order_[start] == closed_fair);
  return result;
}

void FairSearch::run() {
  account_.kept = true;
  account_.initial = starts_.size();
  for (const ProductNode start : starts_) {
    if (!visited(start)) {
      ++account_.stored;
      if (!explore(start)) return;
    }
    ++account_.taken_over;
  }
}

// False if the search is over.
bool FairSearch::explore(ProductNode start) {
  if (!push(start, {})) return false;
  ProductEdge edge;
  while (!frames_.empty()) {
    Budget::ask();
    Frame& top = frames_.back();
    if (top.cursor.next(product_, edge)) {
      if (!follow(edge)) return false;
      continue;
    }
    const ProductNode node = top.node;
    frames_.pop_back();
    if (roots_.back().order == order_[node]) close(node);
    if (found_) return false;
    ++account_.expanded;
  }
  return true;
}

bool FairSearch::follow(const ProductEdge& edge) {
  if (!visited(edge.target)) {
    ++account_.stored;
    return push(edge.target, edge.marks);
  }
  const std::uint32_t order = order_[edge.target];
  if (order == closed_fair) roots_.back().leads_to_fair = true;
  return order >= closed_fair || !merge(edge.target, edge.marks);
}

bool FairSearch::push(ProductNode node, const MarkSet& entering) {
  if (time_ == closed_fair - 1) return product_.graph().fail(StopReason::state_limit);
  if (!product_.graph().expand(product_.state(node))) return false;
  if (order_.size() <= node) {
    const ProductNode all = product_.node(product_.graph().size(), 0);
    order_.resize(std::max<std::size_t>(all, order_.size() + order_.size() / 2));
  }
  order_[node] = ++time_;
  open_.push_back(node);
  roots_.push_back({time_, entering, {}});
  frames_.push_back({node, Product::Cursor(product_, node)});
  product_.graph().note_depth(frames_.size());
  return true;
}

bool FairSearch::merge(ProductNode target, MarkSet marks) {
  bool leads_to_fair = false;
  while (roots_.back().order > order_[target]) {
    marks |= roots_.back().inside | roots_.back().entering;
    leads_to_fair = leads_to_fair || roots_.back().leads_to_fair;
    roots_.pop_back();
  }
  Root& root = roots_.back();
  root.cyclic = true;
  root.inside |= marks;
  root.leads_to_fair = root.leads_to_fair || leads_to_fair;
  if (all_ || !product_.pairs().empty() || !product_.fair(root.inside)) return false;
  found_ = FairComponent{open_since(root.order), {}};
  return true;
}

void FairSearch::close(ProductNode node) {
  const Root root = roots_.back();
  roots_.pop_back();
  bool fair = root.cyclic && product_.fair(root.inside);
  if (root.cyclic && !product_.pairs().empty() && (product_.required() & ~root.inside).none()) {
    auto part = fair_part(product_, open_since(root.order));
    fair = part.has_value();
    if (fair && !all_) {
      found_ = std::move(part);
      return;
    }
  }
  const bool good = fair || root.leads_to_fair;
  ProductNode member = 0;
  do {
    member = open_.back();
    open_.pop_back();
    order_[member] = good ? closed_fair : closed;
  } while (member != node);
  if (good && !roots_.empty()) roots_.back().leads_to_fair = true;
}

std::vector<ProductNode> FairSearch::open_since(std::uint32_t order) const {
  std::vector<ProductNode> nodes;
  for (auto node = open_.rbegin(); node != open_.rend() && order_[*node] >= order; ++node) {
    nodes.push_back(*node);
  }
  std::ranges::sort(nodes);
  return nodes;
}

}  // namespace quorate
