// Couvreur's algorithm (FM 1999, with Gabow's stack of roots): a depth-first search that keeps for each open
// component the marks on its edges. An edge back into an open component joins all components since, and if
// the marks seen then suffice, a fair accepted run exists and the search ends, mostly long before the product
// is complete. No degeneralisation: any number of justice assumptions costs bits and no states.
//
// Compassion (Streett pairs) needs complete components: a component in which `often` occurs and `then` does
// not may still hold a fair run that avoids `often`. So when a component is closed that has all required
// marks, it is taken apart: edges with the mark `often` of every broken pair go, the rest falls into smaller
// components, and so on (Emerson and Lei 1987; recursion at most as deep as there are pairs).
//
// Rejected: nested depth-first search, which needs a degeneralised automaton and cannot do pairs.
#include "temporal/fair_component.hpp"

#include <algorithm>
#include <map>

#include "temporal/components.hpp"

namespace quorate {

namespace {

std::optional<std::size_t> position_of(const std::vector<ProductNode>& nodes, ProductNode node) {
  const auto place = std::ranges::lower_bound(nodes, node);
  if (place == nodes.end() || *place != node) return std::nullopt;
  return static_cast<std::size_t>(place - nodes.begin());
}

// Calls visit(position of the target, marks) for the edges that stay in `nodes` and have no banned mark.
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
  std::map<std::size_t, MarkSet> marks;  // of the components with edges
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

std::optional<FairComponent> FairSearch::run() {
  const StateNumber initial = product_.graph().initial();
  for (StateNumber state = 0; state < initial; ++state) {
    const ProductNode start = product_.start(state);
    if (visited(start)) continue;
    if (!explore(start)) break;
  }
  return std::move(found_);
}

// False if the search is over.
bool FairSearch::explore(ProductNode start) {
  if (!push(start, {})) return false;
  ProductEdge edge;
  while (!frames_.empty()) {
    Frame& top = frames_.back();
    if (!top.cursor.next(product_, edge)) {
      const ProductNode node = top.node;
      frames_.pop_back();
      if (roots_.back().order == order_[node]) close(node);
      if (found_) return false;
    } else if (!visited(edge.target)) {
      if (!push(edge.target, edge.marks)) return false;
    } else if (order_[edge.target] != closed && merge(edge.target, edge.marks)) {
      return false;
    }
  }
  return true;
}

bool FairSearch::push(ProductNode node, const MarkSet& entering) {
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
  while (roots_.back().order > order_[target]) {
    marks |= roots_.back().inside | roots_.back().entering;
    roots_.pop_back();
  }
  roots_.back().inside |= marks;
  if (!product_.pairs().empty() || !product_.fair(roots_.back().inside)) return false;
  found_ = FairComponent{open_since(roots_.back().order), {}};
  return true;
}

void FairSearch::close(ProductNode node) {
  if (!product_.pairs().empty() && (product_.required() & ~roots_.back().inside).none()) {
    found_ = fair_part(product_, open_since(roots_.back().order));
    if (found_) return;
  }
  roots_.pop_back();
  ProductNode member = 0;
  do {
    member = open_.back();
    open_.pop_back();
    order_[member] = closed;
  } while (member != node);
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
