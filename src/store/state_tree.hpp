// How a state is cut into leaves and how these are paired: the tree by which the StateStore compresses
// states. A state is a row of 32-bit units here; what they mean is not known.
//
// Where a state is cut decides how many distinct parts there are: on Paxos with 8 units between 64,000 (after
// the third) and 1.8 million (after the seventh) for 2.8 million states. So the tree is balanced at first and
// later fitted to some ten thousand states that have been seen (tree_fitting).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "store/checkpoint_file.hpp"

namespace quorate {

class StateTree {
 public:
  static constexpr std::size_t largest_leaf = 8;  // units

  struct Node {
    std::size_t begin = 0;  // the units of the state that it covers
    std::size_t end = 0;
    std::size_t left = 0;  // numbers of the children; both 0 in a leaf
    std::size_t right = 0;

    [[nodiscard]] bool leaf() const { return right == 0; }
  };

  // Cuts every stretch in the middle. For at least two units.
  static StateTree balanced(std::size_t units);
  // Where a stretch of units is cut; none makes it a leaf.
  using Cut = std::function<std::optional<std::size_t>(std::size_t begin, std::size_t end)>;
  static StateTree make(std::size_t units, const Cut& cut);

  void write_to(CheckpointOutput& output) const;
  // None if the bytes are no tree for so many units.
  static std::optional<StateTree> read_from(CheckpointInput& input, std::size_t units);

  // Children come before their parents. The root has no node: it is the pair of left() and right().
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] std::size_t right() const { return right_; }
  // The length of the longest leaf.
  [[nodiscard]] std::size_t leaf_units() const;

 private:
  std::size_t add(std::size_t begin, std::size_t end, const Cut& cut);

  std::vector<Node> nodes_;
  std::size_t left_ = 0;
  std::size_t right_ = 0;
};

}  // namespace quorate
