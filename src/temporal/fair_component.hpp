// Looks for a strongly connected part of a product that contains a fair accepted run: such a run violates the
// formula that is checked. lasso.hpp makes a short run of the part.
#pragma once

#include <optional>
#include <vector>

#include "temporal/product.hpp"

namespace quorate {

// Nodes whose inner edges without banned marks connect them strongly; a run through all of these edges is
// fair.
struct FairComponent {
  std::vector<ProductNode> nodes;  // ascending
  MarkSet banned;
};

// A part of `nodes` (ascending, all expanded) that contains a fair run; none if there is none. Only needed
// where there are pairs: without them a whole component is fair, or no part of it is.
std::optional<FairComponent> fair_part(const Product& product, std::vector<ProductNode> nodes);

// Depth-first search of the product from given nodes. An object searches once.
class FairSearch {
 public:
  // The product must outlive the search.
  FairSearch(Product& product, std::vector<ProductNode> starts)
      : product_(product), starts_(std::move(starts)) {}

  // The first part that is found. None: there is no fair accepted run, unless the graph has a problem.
  std::optional<FairComponent> find();
  // By start node: whether a fair accepted run begins there. Meaningless if the graph has a problem.
  std::vector<bool> decide_all();

  [[nodiscard]] const std::vector<ProductNode>& starts() const { return starts_; }
  // Counts nodes; balanced unless a component was found or the graph has a problem.
  [[nodiscard]] SearchAccount account() const { return account_; }
  // Whether the search has visited this node; its state is expanded then.
  [[nodiscard]] bool visited(ProductNode node) const { return node < order_.size() && order_[node] != 0; }

 private:
  struct Root {
    std::uint32_t order = 0;
    MarkSet entering;  // marks of the edge by which the search entered the component
    MarkSet inside;    // marks of the inner edges seen so far
    bool cyclic = false;
    bool leads_to_fair = false;  // a fair run begins in a closed component that an edge leads to
  };
  struct Frame {
    ProductNode node = 0;
    Product::Cursor cursor;
  };
  static constexpr std::uint32_t closed = UINT32_MAX;
  static constexpr std::uint32_t closed_fair = UINT32_MAX - 1;  // a fair run begins at each of its nodes

  void run();
  bool explore(ProductNode start);
  bool follow(const ProductEdge& edge);
  bool push(ProductNode node, const MarkSet& entering);
  // An edge leads back into an open component: all components entered since become one. True ends the search.
  bool merge(ProductNode target, MarkSet marks);
  void close(ProductNode node);
  [[nodiscard]] std::vector<ProductNode> open_since(std::uint32_t order) const;

  Product& product_;
  std::vector<ProductNode> starts_;
  bool all_ = false;                  // go on after the first fair component
  std::vector<std::uint32_t> order_;  // by node: 0 not visited, or closed, closed_fair
  std::uint32_t time_ = 0;
  SearchAccount account_;
  std::vector<Frame> frames_;
  std::vector<Root> roots_;
  std::vector<ProductNode> open_;
  std::optional<FairComponent> found_;
};

}  // namespace quorate
