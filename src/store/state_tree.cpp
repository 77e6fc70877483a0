// Trees are made by a function that says where a stretch is cut: in the middle (balanced), or where
// tree_fitting has found it best. A tree from a checkpoint is checked to cover the whole state, with each
// child before its parent, so that no walk over it can loop or leave the state.
#include "store/state_tree.hpp"

#include <algorithm>

namespace quorate {

StateTree StateTree::make(std::size_t units, const Cut& cut) {
  StateTree tree;
  const std::size_t middle = cut(0, units).value_or(units / 2);
  tree.left_ = tree.add(0, middle, cut);
  tree.right_ = tree.add(middle, units, cut);
  return tree;
}

std::size_t StateTree::add(std::size_t begin, std::size_t end, const Cut& cut) {
  Node node{begin, end, 0, 0};
  if (const auto middle = cut(begin, end)) {
    node.left = add(begin, *middle, cut);
    node.right = add(*middle, end, cut);
  }
  nodes_.push_back(node);
  return nodes_.size() - 1;
}

StateTree StateTree::balanced(std::size_t units) {
  return make(units, [](std::size_t begin, std::size_t end) {
    return end - begin <= largest_leaf ? std::nullopt : std::optional(begin + (end - begin) / 2);
  });
}

void StateTree::write_to(CheckpointOutput& output) const {
  output.list(nodes_);
  output.value(std::uint64_t{left_});
  output.value(std::uint64_t{right_});
}

std::optional<StateTree> StateTree::read_from(CheckpointInput& input, std::size_t units) {
  StateTree tree;
  tree.nodes_ = input.list<Node>();
  tree.left_ = input.value<std::uint64_t>();
  tree.right_ = input.value<std::uint64_t>();
  const auto& nodes = tree.nodes_;
  // Whether the children cover the stretch.
  const auto covers = [&](std::size_t left, std::size_t right, std::size_t begin, std::size_t end,
                          std::size_t limit) {
    return left < limit && right < limit && nodes[left].begin == begin &&
           nodes[left].end == nodes[right].begin && nodes[right].end == end;
  };
  bool sound = covers(tree.left_, tree.right_, 0, units, nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Node& node = nodes[n];
    sound = sound && node.begin < node.end && node.end <= units &&
            (node.leaf() ? node.end - node.begin <= largest_leaf
                         : covers(node.left, node.right, node.begin, node.end, n));
  }
  return sound && input.good() ? std::optional(std::move(tree)) : std::nullopt;
}

std::size_t StateTree::leaf_units() const {
  std::size_t longest = 1;
  for (const Node& node : nodes_) {
    if (node.leaf()) longest = std::max(longest, node.end - node.begin);
  }
  return longest;
}

}  // namespace quorate
