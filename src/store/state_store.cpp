// Folding, looking up and unfolding; state_store.hpp has the idea and what was rejected, state_store_fit.cpp
// how the tree is changed.
//
// Nodes are visited children first. A leaf is compared with the same leaf of the state that was expanded,
// then looked for in the thread's cache, then in the shared set; a pair likewise. Different kinds of lookup
// (adding, adding with several threads, finding only) are a template parameter of one loop. Hashes only
// choose where to look: a state must never be taken for another because of equal hashes. With several threads
// nothing grows in place: a thread that finds no room notes where, and room is made while all threads are at
// a barrier.
#include "store/state_store.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace quorate {

namespace {

constexpr std::size_t unit_bytes = sizeof(std::uint32_t);

std::vector<LeafCut> cuts_of(const StateTree& tree, std::size_t words) {
  std::vector<LeafCut> cuts;
  for (const StateTree::Node& node : tree.nodes()) cuts.emplace_back(node.begin, node.end, words);
  return cuts;
}

// The number of a part, from the cache or from `lookup`. False if it has none.
template <std::size_t Words, typename Lookup>
bool number_of(const Lookup& lookup, RecordSet<WordRows>& set, RecentNumbers<Words>& recent,
               const std::uint64_t* row, std::uint32_t& number) {
  const std::uint64_t hash = hash_of_words(row, Words);
  number = recent.find(row, hash);
  if (number != recent.unknown) return true;
  const auto found = lookup(set, row, hash);
  if (!found) return false;
  number = found->number;
  recent.put(row, hash, number);
  return true;
}

}  // namespace

StateStore::StateStore(Shape shape)
    : words_(shape.words),
      bits_(shape.bits),
      units_(std::max<std::size_t>(2, (shape.bits + 31) / 32)),
      tree_(StateTree::balanced(units_)),
      leaf_words_((tree_.leaf_units() + 1) / 2),
      cuts_(cuts_of(tree_, words_)),
      sets_(std::make_unique<Sets>(empty_roots(), tree_.leaf_units())),
      fitted_(units_ < 3) {}

StateStore::StateStore(const StateStore& like, StateTree tree)
    : words_(like.words_),
      bits_(like.bits_),
      units_(like.units_),
      tree_(std::move(tree)),
      leaf_words_((tree_.leaf_units() + 1) / 2),
      cuts_(cuts_of(tree_, words_)),
      sets_(std::make_unique<Sets>(empty_roots(), tree_.leaf_units())),
      fitted_(true) {}

NarrowPairs StateStore::empty_roots() const {
  return is_root() ? NarrowPairs::of_words(bits_) : NarrowPairs();
}

std::uint64_t StateStore::bytes() const {
  return sets_->roots->bytes() + sets_->leaves.bytes() + sets_->inner.bytes();
}

// False if a leaf or pair has no number.
template <std::size_t Words, typename Lookup>
bool StateStore::fold_nodes(const Lookup& lookup, const std::uint64_t* state, const Folded& near, Room& room,
                            RecentNumbers<Words>& leaves) const {
  const bool compare = !near.numbers.empty();
  const auto& nodes = tree_.nodes();
  std::uint32_t* const numbers = room.numbers.data();
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const StateTree::Node& node = nodes[n];
    if (node.leaf()) {
      const LeafCut& cut = cuts_[n];
      if (compare && cut.same<Words>(state, near.state.data())) {
        numbers[n] = near.numbers[n];
        continue;
      }
      std::array<std::uint64_t, Words> leaf;
      cut.cut<Words>(state, leaf.data());
      if (!number_of(lookup, sets_->leaves, leaves, leaf.data(), numbers[n])) return false;
      continue;
    }
    const std::uint64_t pair = pair_of(numbers[node.left], numbers[node.right]);
    if (compare && pair == pair_of(near.numbers[node.left], near.numbers[node.right])) {
      numbers[n] = near.numbers[n];
    } else if (!number_of(lookup, sets_->inner, room.inner, &pair, numbers[n])) {
      return false;
    }
  }
  return true;
}

void StateStore::attach(Room& room) const {
  const std::size_t parts = room.brief ? 1 : 1U << 14;
  room.numbers.resize(tree_.nodes().size());
  room.states = room.brief ? RecentStates(words_, 1) : RecentStates(words_);
  if (is_root()) {
    room.sets = sets_.get();
    return;
  }
  room.inner = RecentNumbers<1>(parts);
  switch (leaf_words_) {
    case 1:
      room.leaves = RecentNumbers<1>(parts);
      break;
    case 2:
      room.leaves = RecentNumbers<2>(parts);
      break;
    case 3:
      room.leaves = RecentNumbers<3>(parts);
      break;
    default:
      room.leaves = RecentNumbers<LeafCut::most_words>(parts);
  }
  room.sets = sets_.get();  // last, after all allocations
}

StateStore::Probe StateStore::probe_for(std::uint64_t root, std::size_t place) const {
  const Probe probe{root, hash_of_words(&root, 1), no_state, static_cast<std::uint32_t>(place)};
  sets_->roots->prefetch_bucket(probe.hash);
  return probe;
}

template <typename Lookup>
std::optional<StateStore::Probe> StateStore::fold_by(const Lookup& lookup, const std::uint64_t* state,
                                                     const Folded& near, Room& room) const {
  if (room.sets != sets_.get()) attach(room);
  const std::size_t place = room.states->place(state);
  if (room.states->has(place, state)) {
    const StateNumber known = room.states->number(place);
    if (known != RecentStates::unknown) return Probe{0, 0, known, 0};
    return probe_for(room.states->root(place), place);
  }
  std::uint64_t root = state[0];
  if (!is_root()) {
    const auto fold = [&](auto& leaves) { return fold_nodes(lookup, state, near, room, leaves); };
    if (!std::visit(fold, room.leaves)) return std::nullopt;
    root = pair_of(room.numbers[tree_.left()], room.numbers[tree_.right()]);
  }
  room.states->put(place, state, root);
  return probe_for(root, place);
}

StateStore::Probe StateStore::fold(const std::uint64_t* state, const Folded& near, Room& room) {
  const auto add = [](Parts& set, const std::uint64_t* record, std::uint64_t hash) {
    return std::optional(set.add(record, hash));
  };
  return *fold_by(add, state, near, room);
}

std::optional<StateStore::Parts::Added> StateStore::try_add(Parts& set, const std::uint64_t* record,
                                                            std::uint64_t hash) {
  const auto added = set.try_add(record, hash);
  if (!added) {
    note_crowded(&set, hash);
  } else if (added->fresh && set.wants_growth(added->number)) {
    sets_->room_wanted.store(true, std::memory_order_relaxed);
  }
  return added;
}

void StateStore::note_crowded(const void* set, std::uint64_t hash) {
  const std::lock_guard lock(sets_->noting);
  sets_->crowded.push_back({set, hash});
  sets_->room_wanted.store(true, std::memory_order_relaxed);
}

// The last states get other numbers, so that the caches of the threads must forget theirs.
Moves StateStore::close_gaps(const std::vector<Room*>& rooms) {
  std::vector<ReservedNumbers*> reserved;
  for (Room* const room : rooms) reserved.push_back(&room->reserved);
  Moves moves = sets_->roots->close_gaps(reserved);
  for (Room* const room : rooms) {
    if (room->states) room->states->forget_numbers_from(sets_->roots->size());
  }
  return moves;
}

std::optional<StateStore::Probe> StateStore::try_fold(const std::uint64_t* state, const Folded& near,
                                                      Room& room) {
  const auto add = [&](Parts& set, const std::uint64_t* record, std::uint64_t hash) {
    return try_add(set, record, hash);
  };
  return fold_by(add, state, near, room);
}

std::optional<StateStore::Inserted> StateStore::try_insert(const Probe& probe, Room& room) {
  if (probe.known != no_state) return Inserted{probe.known, false};
  if (!sets_->roots->rows().fits(probe.root)) {
    sets_->too_wide.store(probe.root, std::memory_order_relaxed);
    sets_->room_wanted.store(true, std::memory_order_relaxed);
    return std::nullopt;
  }
  const auto added = sets_->roots->try_add(&probe.root, probe.hash, room.reserved);
  if (!added) {
    note_crowded(&*sets_->roots, probe.hash);
    return std::nullopt;
  }
  room.states->inserted(probe.place, probe.root, added->number);
  return Inserted{added->number, added->fresh};
}

bool StateStore::wants_room(StateNumber last) const {
  return sets_->room_wanted.load(std::memory_order_relaxed) || sets_->roots->wants_growth(last);
}

// A few segments more than are due are rebuilt at once, so that barriers are rare and every thread has work.
template <typename Set>
void StateStore::plan_room(Set& set, std::size_t threads, std::vector<RoomTask>& tasks) {
  std::optional<std::uint64_t> crowded;
  for (const auto& [where, hash] : sets_->crowded) {
    if (where == &set) crowded = hash;
  }
  for (const std::size_t segment : set.due(crowded, 2 * threads))
    tasks.emplace_back([&set, segment] { set.rebuild(segment); });
}

std::vector<StateStore::RoomTask> StateStore::plan_room(std::size_t threads) {
  std::vector<RoomTask> tasks;
  sets_->roots->rows().widen(sets_->too_wide.exchange(0), sets_->roots->size());
  plan_room(*sets_->roots, threads, tasks);
  plan_room(sets_->leaves, threads, tasks);
  plan_room(sets_->inner, threads, tasks);
  return tasks;
}

void StateStore::room_made() {
  sets_->crowded.clear();
  sets_->room_wanted.store(false, std::memory_order_relaxed);
  sets_->roots->plan_growth();
  sets_->leaves.plan_growth();
  sets_->inner.plan_growth();
}

StateStore::Inserted StateStore::insert(const Probe& probe, Room& room) {
  if (probe.known != no_state) return {probe.known, false};
  NarrowPairs& rows = sets_->roots->rows();
  if (!rows.fits(probe.root)) rows.widen(probe.root, sets_->roots->size());
  const auto added = sets_->roots->add(&probe.root, probe.hash);
  room.states->inserted(probe.place, probe.root, added.number);
  return {added.number, added.fresh};
}

StateStore::Inserted StateStore::insert(const std::uint64_t* state) {
  return insert(fold(state, {}, own_room_), own_room_);
}

std::optional<StateStore::Probe> StateStore::fold_known(const std::uint64_t* state, const Folded& near,
                                                        Room& room) const {
  return fold_by([](const Parts& set, const std::uint64_t* record,
                    std::uint64_t hash) { return set.find(record, hash); },
                 state, near, room);
}

StateNumber StateStore::find(const std::uint64_t* state) const {
  Room room;
  room.brief = true;
  const auto probe = fold_known(state, {}, room);
  return probe ? find(*probe) : no_state;
}

StateNumber StateStore::find(const Probe& probe) const {
  if (probe.known != no_state) return probe.known;
  const auto found = sets_->roots->find(&probe.root, probe.hash);
  return found ? found->number : no_state;
}

void StateStore::copy_out(StateNumber number, std::uint64_t* state) const {
  Folded room;
  copy_out(number, room);
  std::ranges::copy(room.state, state);
}

void StateStore::copy_out(StateNumber number, Folded& folded) const {
  unfold(root(number), folded);
}

std::optional<unsigned> StateStore::part_bits() const {
  if (is_root()) return std::nullopt;
  return static_cast<unsigned>(std::bit_width(std::max(sets_->leaves.size(), sets_->inner.size())));
}

void StateStore::forget_roots() {
  sets_->roots.emplace(empty_roots());
}

std::uint64_t StateStore::pair_at(std::uint32_t number) const {
  std::uint64_t pair = 0;
  std::memcpy(&pair, sets_->inner[number], sizeof pair);
  return pair;
}

namespace {

// Constant lengths, which the compiler turns into one or two moves instead of a call of memcpy.
template <typename Source>
void copy_units(std::byte* target, const Source* source, std::size_t units) {
  switch (units) {
    case 1:
      std::memcpy(target, source, unit_bytes);
      return;
    case 2:
      std::memcpy(target, source, 2 * unit_bytes);
      return;
    case 3:
      std::memcpy(target, source, 3 * unit_bytes);
      return;
    case 4:
      std::memcpy(target, source, 4 * unit_bytes);
      return;
    default:
      std::memcpy(target, source, units * unit_bytes);
  }
}

}  // namespace

void StateStore::unfold(std::uint64_t root, Folded& folded) const {
  folded.state.resize(words_);
  if (is_root()) {
    folded.state[0] = root;
    return;
  }
  const auto& nodes = tree_.nodes();
  folded.numbers.resize(nodes.size());
  folded.numbers[tree_.left()] = left_of(root);
  folded.numbers[tree_.right()] = right_of(root);
  folded.state[words_ - 1] = 0;
  auto* const bytes = reinterpret_cast<std::byte*>(folded.state.data());
  for (std::size_t n = nodes.size(); n-- > 0;) {
    const StateTree::Node& node = nodes[n];
    if (node.leaf()) {
      copy_units(bytes + node.begin * unit_bytes, sets_->leaves[folded.numbers[n]], node.end - node.begin);
    } else {
      const std::uint64_t pair = pair_at(folded.numbers[n]);
      folded.numbers[node.left] = left_of(pair);
      folded.numbers[node.right] = right_of(pair);
    }
  }
}

}  // namespace quorate
