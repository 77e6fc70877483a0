// Looks for a strongly connected part of a product that holds a fair accepted run: the question whether a
// formula can be violated. Says where the part is; lasso.hpp makes a run of it.
#pragma once

#include <optional>
#include <vector>

#include "temporal/product.hpp"

namespace quorate {

// Its inner edges without banned marks are strongly connected, and a run through all of them is fair.
struct FairComponent {
  std::vector<ProductNode> nodes;  // ascending
  MarkSet banned;
};

// The part of `nodes`, ascending, all expanded, that holds a fair run; none if there is none. Only needed
// where there are pairs: without them a whole component is fair or no part of it is.
std::optional<FairComponent> fair_part(const Product& product, std::vector<ProductNode> nodes);

// Depth-first search of the product from the start nodes of the graph's initial states.
class FairSearch {
 public:
  // The product must outlive the search.
  explicit FairSearch(Product& product) : product_(product) {}

  // None: there is no fair accepted run, unless the graph has a problem.
  std::optional<FairComponent> run();
  // Whether the search has been at this node. Its state is expanded then.
  [[nodiscard]] bool visited(ProductNode node) const { return node < order_.size() && order_[node] != 0; }

 private:
  struct Root {
    std::uint32_t order = 0;
    MarkSet entering;  // of the edge into the component
    MarkSet inside;
  };
  struct Frame {
    ProductNode node = 0;
    Product::Cursor cursor;
  };
  static constexpr std::uint32_t closed = UINT32_MAX;

  bool explore(ProductNode start);
  bool push(ProductNode node, const MarkSet& entering);
  // The node of the edge is in an open component: all components since are one.
  bool merge(ProductNode target, MarkSet marks);
  void close(ProductNode node);
  [[nodiscard]] std::vector<ProductNode> open_since(std::uint32_t order) const;

  Product& product_;
  std::vector<std::uint32_t> order_;  // by node: 0 not visited, closed: in a component without a fair run
  std::uint32_t time_ = 0;
  std::vector<Frame> frames_;
  std::vector<Root> roots_;
  std::vector<ProductNode> open_;
  std::optional<FairComponent> found_;
};

}  // namespace quorate
