// How a StateStore is rebuilt: with a tree that is fitted to its states, or from a checkpoint.
//
// The tree is fitted (tree_fitting) to a sample of the states that are stored when there are 65,536 of them,
// and all are inserted again in the order of their numbers, which they keep. What is read from a checkpoint
// is not trusted: the tree must cover the state, every root must lead to parts that are stored, and no record
// may occur twice.
#include <algorithm>
#include <array>
#include <cstring>

#include "store/state_store.hpp"

namespace quorate {

// The sample is the states with the least hashes: they come from all levels, and do not depend on the numbers
// that several threads gave, so that every run gets the same tree.
UnitSample StateStore::sample() const {
  const std::size_t wanted = std::clamp<std::size_t>(sample_stretches / (units_ * units_), 1024, 1U << 14);
  std::vector<std::pair<std::uint64_t, StateNumber>> hashed(size());
  Folded room;
  for (StateNumber number = 0; number < size(); ++number) {
    copy_out(number, room);
    hashed[number] = {hash_of_words(room.state.data(), words_), number};
  }
  const std::size_t count = std::min(wanted, hashed.size());
  const auto chosen = hashed.begin() + static_cast<std::ptrdiff_t>(count);
  if (chosen != hashed.end()) std::ranges::nth_element(hashed, chosen);
  std::ranges::sort(hashed.begin(), chosen);
  UnitSample sample{units_, std::vector<std::uint32_t>(count * units_)};
  for (std::size_t i = 0; i < count; ++i) {
    copy_out(hashed[i].second, room);
    std::memcpy(sample.values.data() + i * units_, room.state.data(), units_ * sizeof(std::uint32_t));
  }
  return sample;
}

void StateStore::fit() {
  StateStore better(*this, fitted_tree(sample(), expected_growth * size()));
  better.sets_->roots->reserve(size());
  // As in a search: each state is folded with the help of the one before, and the lookups of 16 states
  // overlap.
  std::array<Probe, 16> ahead;
  Room room;
  Folded folded;
  Folded before;
  for (StateNumber begin = 0; begin < size(); begin += ahead.size()) {
    const std::size_t count = std::min<std::size_t>(ahead.size(), size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      copy_out(begin + static_cast<StateNumber>(i), folded);
      ahead[i] = better.fold(folded.state.data(), before, room);
      before.state = folded.state;
      before.numbers = room.numbers;
    }
    for (std::size_t i = 0; i < count; ++i) better.insert(ahead[i], room);
  }
  *this = std::move(better);
}

void StateStore::write_to(CheckpointOutput& output, const Extent& extent) const {
  output.value(std::uint64_t{words_});
  output.value(std::uint64_t{units_});
  output.flag(fitted_);
  tree_.write_to(output);
  sets_->leaves.write_to(output, extent.leaves);
  sets_->inner.write_to(output, extent.inner);
  sets_->roots->write_to(output, extent.roots);
}

bool StateStore::can_unfold(std::uint64_t root) const {
  if (is_root()) return bits_ == 64 || root >> bits_ == 0;
  const auto& nodes = tree_.nodes();
  std::vector<std::uint32_t> numbers(nodes.size());
  numbers[tree_.left()] = left_of(root);
  numbers[tree_.right()] = right_of(root);
  for (std::size_t n = nodes.size(); n-- > 0;) {
    const StateTree::Node& node = nodes[n];
    if (numbers[n] >= (node.leaf() ? sets_->leaves : sets_->inner).size()) return false;
    if (node.leaf()) continue;
    const std::uint64_t pair = pair_at(numbers[n]);
    numbers[node.left] = left_of(pair);
    numbers[node.right] = right_of(pair);
  }
  return true;
}

bool StateStore::read_from(CheckpointInput& input) {
  if (input.value<std::uint64_t>() != words_ || input.value<std::uint64_t>() != units_) return false;
  const bool fitted = input.flag();
  const auto tree = StateTree::read_from(input, units_);
  if (!tree) return false;
  StateStore read(*this, *tree);
  read.fitted_ = fitted;
  Parts& leaves = read.sets_->leaves;
  const auto is_leaf = [&](const std::uint64_t* row) { return leaves.rows().fits(row); };
  const auto is_pair = [](const std::uint64_t*) { return true; };  // checked by can_unfold of each root
  if (!leaves.read_from(input, is_leaf) || !read.sets_->inner.read_from(input, is_pair)) return false;
  RecordSet<NarrowPairs>& roots = *read.sets_->roots;
  const auto fitting = [&](const std::uint64_t* root) {
    if (!read.can_unfold(*root)) return false;
    roots.rows().widen(*root, roots.size());
    return true;
  };
  if (!roots.read_from(input, fitting) || roots.size() > most_states) return false;
  *this = std::move(read);
  return true;
}

}  // namespace quorate
