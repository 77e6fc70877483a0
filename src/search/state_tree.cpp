#include "search/state_tree.hpp"

#include <algorithm>
#include <limits>

namespace quorate {

namespace {

// Estimated by hashes, which is good enough to compare cuts.
std::size_t distinct_parts(const std::vector<std::uint32_t>& sample, std::size_t units, std::size_t begin,
                           std::size_t end) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(sample.size() / units);
  for (std::size_t state = 0; state < sample.size(); state += units) {
    std::uint64_t hash = 0;
    for (std::size_t u = begin; u < end; ++u) {
      hash = (hash ^ sample[state + u]) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
    }
    hashes.push_back(hash);
  }
  std::ranges::sort(hashes);
  return static_cast<std::size_t>(std::unique(hashes.begin(), hashes.end()) - hashes.begin());
}

}  // namespace

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

StateTree StateTree::fitted(std::size_t units, const std::vector<std::uint32_t>& sample) {
  const std::size_t states = sample.size() / units;
  return make(units, [&](std::size_t begin, std::size_t end) -> std::optional<std::size_t> {
    const std::size_t length = end - begin;
    const bool few = length <= 4 || distinct_parts(sample, units, begin, end) < states / 2;
    if (length <= largest_leaf && length < units && few) return std::nullopt;
    std::size_t best = begin + 1;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t middle = begin + 1; middle < end; ++middle) {
      const std::size_t parts =
          distinct_parts(sample, units, begin, middle) + distinct_parts(sample, units, middle, end);
      if (parts >= fewest) continue;
      fewest = parts;
      best = middle;
    }
    return best;
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

std::size_t StateTree::leaf_words() const {
  std::size_t longest = 1;
  for (const Node& node : nodes_) {
    if (node.leaf()) longest = std::max(longest, node.end - node.begin);
  }
  return (longest + 1) / 2;
}

}  // namespace quorate
