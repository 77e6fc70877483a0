#include "search/state_store.hpp"

#include <cstring>

namespace quorate {

namespace {

constexpr std::size_t unit_bytes = sizeof(std::uint32_t);

// Too short for memcmp to be worth a call.
bool equal(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::uint64_t different = 0;
  for (std::size_t i = 0; i < words; ++i) different |= a[i] ^ b[i];
  return different == 0;
}

// Whole words only: to copy units and then read words would wait for the processor's write buffer.
void cut_out(const std::uint64_t* state, std::size_t words, const StateTree::Node& node,
             std::uint64_t* record, std::size_t record_words) {
  const std::size_t units = node.end - node.begin;
  const std::size_t first = node.begin / 2;
  for (std::size_t i = 0; i < record_words; ++i) {
    if (2 * i >= units) {
      record[i] = 0;
      continue;
    }
    std::uint64_t word = state[first + i];
    if (node.begin % 2 != 0) word = (word >> 32) | (first + i + 1 < words ? state[first + i + 1] << 32 : 0);
    record[i] = units - 2 * i == 1 ? word & 0xFFFF'FFFF : word;
  }
}

std::uint64_t pair_of(std::uint32_t left, std::uint32_t right) {
  return left | (std::uint64_t{right} << 32);
}

std::uint32_t left_of(std::uint64_t pair) {
  return static_cast<std::uint32_t>(pair);
}

std::uint32_t right_of(std::uint64_t pair) {
  return static_cast<std::uint32_t>(pair >> 32);
}

}  // namespace

StateStore::StateStore(Shape shape)
    : words_(shape.words),
      units_(std::max<std::size_t>(2, (shape.bits + 31) / 32)),
      tree_(StateTree::balanced(units_)),
      leaf_words_(tree_.leaf_words()),
      sets_(std::make_unique<Sets>(leaf_words_)),
      fitted_(units_ < 4) {}

StateStore::StateStore(const StateStore& like, StateTree tree)
    : words_(like.words_),
      units_(like.units_),
      tree_(std::move(tree)),
      leaf_words_(tree_.leaf_words()),
      sets_(std::make_unique<Sets>(leaf_words_)),
      fitted_(true) {}

std::uint64_t StateStore::bytes() const {
  return sets_->roots.bytes() + sets_->leaves.bytes() + sets_->inner.bytes();
}

// False if a leaf or pair has no number.
template <typename NumberOfLeaf, typename NumberOfPair>
bool StateStore::fold_with(const NumberOfLeaf& number_of_leaf, const NumberOfPair& number_of_pair,
                           const std::uint64_t* state, const Folded& near, Folded& room) const {
  const auto& nodes = tree_.nodes();
  room.leaves.resize(nodes.size() * leaf_words_);
  room.numbers.resize(nodes.size());
  const bool compare = !near.numbers.empty();
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const StateTree::Node& node = nodes[n];
    std::uint32_t& number = room.numbers[n];
    if (node.leaf()) {
      std::uint64_t* const record = room.leaves.data() + n * leaf_words_;
      cut_out(state, words_, node, record, leaf_words_);
      const std::uint64_t* const other = near.leaves.data() + n * leaf_words_;
      if (compare && equal(record, other, leaf_words_)) {
        number = near.numbers[n];
      } else if (!number_of_leaf(record, number)) {
        return false;
      }
      continue;
    }
    const std::uint64_t pair = pair_of(room.numbers[node.left], room.numbers[node.right]);
    if (compare && pair == pair_of(near.numbers[node.left], near.numbers[node.right])) {
      number = near.numbers[n];
    } else if (!number_of_pair(pair, number)) {
      return false;
    }
  }
  return true;
}

std::uint64_t StateStore::root_of(const Folded& folded) const {
  return pair_of(folded.numbers[tree_.left()], folded.numbers[tree_.right()]);
}

StateStore::Probe StateStore::probe_for(std::uint64_t root) const {
  const Probe probe{root, sets_->roots.hash(&root)};
  sets_->roots.prefetch_bucket(probe.hash);
  return probe;
}

// Steps of different states often lead to the same parts: most leaves have been met a moment ago.
template <typename Add>
bool StateStore::leaf_number(const Add& add, const std::uint64_t* leaf, Room& room,
                             std::uint32_t& number) const {
  const std::uint64_t hash = sets_->leaves.hash(leaf);
  const std::size_t size = leaf_words_ + 1;
  if (room.sets != sets_.get()) {
    room.sets = sets_.get();
    room.recent.assign(recent_leaves * size, 0);
  }
  std::uint64_t* const recent = room.recent.data() + (hash >> 20) % recent_leaves * size;
  if (recent[leaf_words_] == 0 || !equal(recent, leaf, leaf_words_)) {
    const auto added = add(sets_->leaves, leaf, hash);
    if (!added) return false;
    std::copy_n(leaf, leaf_words_, recent);
    recent[leaf_words_] = std::uint64_t{added->number} + 1;
  }
  number = static_cast<std::uint32_t>(recent[leaf_words_] - 1);
  return true;
}

template <typename Add>
std::optional<StateStore::Probe> StateStore::fold_adding(const Add& add, const std::uint64_t* state,
                                                         const Folded& near, Room& room) const {
  if (is_root()) return probe_for(state[0]);
  const bool folded = fold_with(
      [&](const std::uint64_t* leaf, std::uint32_t& number) { return leaf_number(add, leaf, room, number); },
      [&](std::uint64_t pair, std::uint32_t& number) {
        const auto added = add(sets_->inner, &pair, sets_->inner.hash(&pair));
        if (added) number = added->number;
        return added.has_value();
      },
      state, near, room.folded);
  if (!folded) return std::nullopt;
  return probe_for(root_of(room.folded));
}

StateStore::Probe StateStore::fold(const std::uint64_t* state, const Folded& near, Room& room) {
  const auto add = [](RecordSet& set, const std::uint64_t* record, std::uint64_t hash) {
    return std::optional(set.add(record, hash));
  };
  return *fold_adding(add, state, near, room);
}

std::optional<RecordSet::Added> StateStore::try_add(RecordSet& set, const std::uint64_t* record,
                                                    std::uint64_t hash) {
  const auto added = set.try_add(record, hash);
  if (added) return added;
  const std::lock_guard lock(sets_->noting);
  sets_->crowded.push_back({&set, hash});
  sets_->any_crowded.store(true, std::memory_order_release);
  return std::nullopt;
}

std::optional<StateStore::Probe> StateStore::try_fold(const std::uint64_t* state, const Folded& near,
                                                      Room& room) {
  const auto add = [&](RecordSet& set, const std::uint64_t* record, std::uint64_t hash) {
    return try_add(set, record, hash);
  };
  return fold_adding(add, state, near, room);
}

std::optional<StateStore::Inserted> StateStore::try_insert(const Probe& probe) {
  const auto added = try_add(sets_->roots, &probe.root, probe.hash);
  if (!added) return std::nullopt;
  return Inserted{added->number, added->fresh};
}

bool StateStore::wants_room() const {
  return sets_->any_crowded.load(std::memory_order_acquire) || sets_->roots.wants_growth() ||
         sets_->leaves.wants_growth() || sets_->inner.wants_growth();
}

void StateStore::make_room() {
  for (const auto& [set, hash] : sets_->crowded) set->grow(hash);
  sets_->crowded.clear();
  sets_->any_crowded.store(false, std::memory_order_release);
  for (RecordSet* const set : {&sets_->roots, &sets_->leaves, &sets_->inner}) {
    if (set->wants_growth()) set->grow();
  }
}

StateStore::Inserted StateStore::insert(const Probe& probe) {
  const auto added = sets_->roots.add(&probe.root, probe.hash);
  return {added.number, added.fresh};
}

StateStore::Inserted StateStore::insert(const std::uint64_t* state) {
  return insert(fold(state, {}, own_room_));
}

std::optional<StateStore::Probe> StateStore::fold_known(const std::uint64_t* state, const Folded& near,
                                                        Room& room) const {
  return fold_adding(
      [](const RecordSet& set, const std::uint64_t* record, std::uint64_t) { return set.find(record); },
      state, near, room);
}

StateNumber StateStore::find(const std::uint64_t* state) const {
  Folded room;
  std::uint64_t root = state[0];
  if (!is_root()) {
    const auto known = [](std::optional<RecordSet::Added> found, std::uint32_t& number) {
      if (found) number = found->number;
      return found.has_value();
    };
    const bool folded = fold_with(
        [&](const std::uint64_t* leaf, std::uint32_t& number) {
          return known(sets_->leaves.find(leaf), number);
        },
        [&](std::uint64_t pair, std::uint32_t& number) { return known(sets_->inner.find(&pair), number); },
        state, {}, room);
    if (!folded) return no_state;
    root = root_of(room);
  }
  return find(Probe{root, 0});
}

StateNumber StateStore::find(const Probe& probe) const {
  const auto found = sets_->roots.find(&probe.root);
  return found ? found->number : no_state;
}

void StateStore::copy_out(StateNumber number, std::uint64_t* state) const {
  Folded room;
  copy_out(number, state, room);
}

void StateStore::copy_out(StateNumber number, std::uint64_t* state, Folded& folded) const {
  const std::uint64_t root = *sets_->roots[number];
  if (is_root()) {
    state[0] = root;
    return;
  }
  const auto& nodes = tree_.nodes();
  folded.leaves.resize(nodes.size() * leaf_words_);
  folded.numbers.resize(nodes.size());
  folded.numbers[tree_.left()] = left_of(root);
  folded.numbers[tree_.right()] = right_of(root);
  state[words_ - 1] = 0;
  auto* const bytes = reinterpret_cast<std::byte*>(state);
  for (std::size_t n = nodes.size(); n-- > 0;) {
    const StateTree::Node& node = nodes[n];
    if (node.leaf()) {
      const std::uint64_t* const record = sets_->leaves[folded.numbers[n]];
      std::memcpy(folded.leaves.data() + n * leaf_words_, record, leaf_words_ * sizeof(std::uint64_t));
      std::memcpy(bytes + node.begin * unit_bytes, record, (node.end - node.begin) * unit_bytes);
    } else {
      const std::uint64_t pair = *sets_->inner[folded.numbers[n]];
      folded.numbers[node.left] = left_of(pair);
      folded.numbers[node.right] = right_of(pair);
    }
  }
}

// Every k-th state, so that all the course of the search is in it.
std::vector<std::uint32_t> StateStore::sample() const {
  const auto wanted = static_cast<StateNumber>(std::max<std::size_t>(1024, sample_units / units_));
  const StateNumber step = std::max<StateNumber>(1, size() / wanted);
  std::vector<std::uint32_t> units;
  std::vector<std::uint64_t> state(words_);
  Folded room;
  for (StateNumber number = 0; number < size(); number += step) {
    copy_out(number, state.data(), room);
    const std::size_t at = units.size();
    units.resize(at + units_);
    std::memcpy(units.data() + at, state.data(), units_ * unit_bytes);
  }
  return units;
}

void StateStore::fit() {
  StateStore better(*this, StateTree::fitted(units_, sample()));
  std::vector<std::uint64_t> state(words_);
  Folded folded;
  for (StateNumber number = 0; number < size(); ++number) {
    copy_out(number, state.data(), folded);
    better.insert(state.data());
  }
  *this = std::move(better);
}

void StateStore::write_to(CheckpointOutput& output) const {
  output.value(std::uint64_t{words_});
  output.value(std::uint64_t{units_});
  output.value(fitted_);
  tree_.write_to(output);
  for (const RecordSet* const set : {&sets_->leaves, &sets_->inner, &sets_->roots}) set->write_to(output);
}

bool StateStore::read_from(CheckpointInput& input) {
  if (input.value<std::uint64_t>() != words_ || input.value<std::uint64_t>() != units_) return false;
  const bool fitted = input.value<bool>();
  const auto tree = StateTree::read_from(input, units_);
  if (!tree) return false;
  StateStore read(*this, *tree);
  read.fitted_ = fitted;
  for (RecordSet* const set : {&read.sets_->leaves, &read.sets_->inner, &read.sets_->roots}) {
    if (!set->read_from(input)) return false;
  }
  *this = std::move(read);
  return true;
}

}  // namespace quorate
