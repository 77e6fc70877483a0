// The exact set of the states of a search, numbered in the order of insertion; at most 2^32 - 2^20 or so of
// them.
//
// Tree compression (Blom, Lisser, van de Pol, Weber 2009; Laarman, van de Pol, Weber 2011): a state is cut
// into leaves of up to 256 bits, two at least. Each distinct leaf is kept once and replaced by its number;
// neighbours are paired, each distinct pair is kept once, and so on upwards, until one pair is left: the
// root, which is the state. Roots have a set of their own, whose numbers are those of the states: 12 bytes
// each with its index, while leaves and inner pairs are few, since parts of a state take few values. States
// of up to 64 bits are their own root. Full states are compared, never only hashes: a number stands for
// exactly one leaf or pair.
//
// A successor differs from its state in a few places. A leaf or pair in which nothing has changed takes the
// number from the state that was expanded (`Folded`) instead of looking it up, and what was looked up lately
// is remembered by each thread (`Room`). Rejected: leaves of 32 bits, as in LTSmin: on Paxos twice as many
// lookups and half as many states a second, for a memory of the inner pairs that is small in any case.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "base/shape.hpp"
#include "store/checkpoint_file.hpp"
#include "store/leaf_cut.hpp"
#include "store/narrow_pairs.hpp"
#include "store/recent_numbers.hpp"
#include "store/recent_states.hpp"
#include "store/record_set.hpp"
#include "store/state_tree.hpp"
#include "store/tree_fitting.hpp"
#include "store/word_rows.hpp"

namespace quorate {

using StateNumber = std::uint32_t;
inline constexpr StateNumber no_state = 0xFFFF'FFFF;

class StateStore {
 public:
  static constexpr StateNumber most_states = no_state - (1U << 20);  // threads may overstep it a little

  explicit StateStore(Shape shape);

  struct Inserted {
    StateNumber number = 0;
    bool fresh = false;
  };
  // A state as the tree sees it, which helps to fold similar ones.
  struct Folded {
    std::vector<std::uint64_t> state;
    std::vector<std::uint32_t> numbers;  // of all nodes
  };
  // For one thread alone.
  Inserted insert(const std::uint64_t* state);
  // no_state: it is not there.
  [[nodiscard]] StateNumber find(const std::uint64_t* state) const;
  void copy_out(StateNumber number, std::uint64_t* state) const;
  [[nodiscard]] StateNumber size() const { return sets_->roots->size(); }
  [[nodiscard]] bool full() const { return size() >= most_states; }
  // Memory in use, all told.
  [[nodiscard]] std::uint64_t bytes() const;

  // Insertion in steps, so that one state's memory is fetched while others are worked on: fold, fetch,
  // insert.
  struct Probe {
    std::uint64_t root = 0;
    std::uint64_t hash = 0;
    StateNumber known = no_state;  // the state's number, if it was met lately
    std::uint32_t place = 0;       // among the room's recent states
  };
  // Leaves in `folded` the state and what helps to fold its successors.
  void copy_out(StateNumber number, Folded& folded) const;
  // What a thread works with: what it has met last, with the numbers.
  struct Room {
    template <std::size_t Words>
    using Recent = RecentNumbers<Words>;
    std::vector<std::uint32_t> numbers;  // of the nodes
    std::variant<Recent<1>, Recent<2>, Recent<3>, Recent<4>> leaves = Recent<1>(1);
    Recent<1> inner{1};
    std::optional<RecentStates> states;
    ReservedNumbers reserved;    // numbers of states
    bool brief = false;          // for so few states that there is nothing to remember
    const void* sets = nullptr;  // that the numbers belong to
  };
  // `near`: of a similar state, or empty.
  Probe fold(const std::uint64_t* state, const Folded& near, Room& room);
  void fetch(const Probe& probe) const {
    if (probe.known == no_state) sets_->roots->prefetch_record(probe.hash);
  }
  Inserted insert(const Probe& probe, Room& room);
  // The same for states that are there, or none or no_state.
  std::optional<Probe> fold_known(const std::uint64_t* state, const Folded& near, Room& room) const;
  [[nodiscard]] StateNumber find(const Probe& probe) const;

  // The same for several threads. None: there is no room; every thread must come out, one of them make room,
  // and then it is tried again.
  std::optional<Probe> try_fold(const std::uint64_t* state, const Folded& near, Room& room);
  std::optional<Inserted> try_insert(const Probe& probe, Room& room);
  // Whether it would be good to make room soon, as one knows who has inserted number `last`.
  [[nodiscard]] bool wants_room(StateNumber last) const;
  // While all threads are outside: what is to be done, which they may share; then that it is done.
  using RoomTask = std::function<void()>;
  std::vector<RoomTask> plan_room(std::size_t threads);
  void room_made();
  // While all threads are outside, and before the numbers matter: numbers become dense again. Pairs of old
  // and new numbers of states that had to move.
  Moves close_gaps(const std::vector<Room*>& rooms);

  // For those who keep the roots elsewhere: this store then has no states, but folds and unfolds them.
  [[nodiscard]] std::uint64_t root(StateNumber number) const { return (*sets_->roots)[number]; }
  void unfold(std::uint64_t root, Folded& folded) const;
  // Of one that came from a file: whether it is a root of parts that are there.
  [[nodiscard]] bool can_unfold(std::uint64_t root) const;
  void forget_roots();
  // How many bits each of a root's two numbers has, by now. None: states are their own roots.
  [[nodiscard]] std::optional<unsigned> part_bits() const;
  [[nodiscard]] unsigned state_bits() const { return static_cast<unsigned>(bits_); }
  [[nodiscard]] Shape shape() const { return {words_, bits_}; }

  // How much is there. States and their parts are numbered as they come: an earlier extent is a beginning of
  // a later one, unless the tree was changed in between, which gives new numbers to parts.
  struct Extent {
    std::uint32_t roots = 0;
    std::uint32_t leaves = 0;
    std::uint32_t inner = 0;
  };
  [[nodiscard]] Extent extent() const {
    return {sets_->roots->size(), sets_->leaves.size(), sets_->inner.size()};
  }
  // What an extent had, and a new store from it. False if that cannot be the bytes of a store of this shape.
  void write_to(CheckpointOutput& output, const Extent& extent) const;
  bool read_from(CheckpointInput& input);

  // Once in a search, when there are enough states to know how to cut them best, the tree is changed. Numbers
  // stay; what was folded before is void.
  [[nodiscard]] bool wants_fitting() const { return !fitted_ && size() >= fitting_size; }
  void fit();

 private:
  StateStore(const StateStore& like, StateTree tree);

  static constexpr StateNumber fitting_size = 1U << 16;
  static constexpr std::size_t sample_stretches = std::size_t{1} << 21;
  static constexpr double expected_growth = 64;  // of the number of states, when the tree is fitted

  using Parts = RecordSet<WordRows>;
  struct Sets {
    Sets(NarrowPairs pairs, std::size_t leaf_units)
        : roots(std::in_place, std::move(pairs)), leaves(leaf_units) {}
    std::optional<RecordSet<NarrowPairs>> roots;
    Parts leaves;
    Parts inner{std::size_t{2}};

    struct Crowded {
      const void* set = nullptr;
      std::uint64_t hash = 0;
    };
    std::mutex noting;
    std::vector<Crowded> crowded;            // where threads found no room
    std::atomic<std::uint64_t> too_wide{0};  // a root that does not fit; 0 always does
    std::atomic<bool> room_wanted{false};    // by leaves or inner pairs, or where threads found none
  };

  [[nodiscard]] bool is_root() const { return words_ == 1; }  // a state is its root
  template <typename Lookup>
  std::optional<Probe> fold_by(const Lookup& lookup, const std::uint64_t* state, const Folded& near,
                               Room& room) const;
  template <std::size_t Words, typename Lookup>
  bool fold_nodes(const Lookup& lookup, const std::uint64_t* state, const Folded& near, Room& room,
                  RecentNumbers<Words>& leaves) const;
  std::optional<Parts::Added> try_add(Parts& set, const std::uint64_t* record, std::uint64_t hash);
  void note_crowded(const void* set, std::uint64_t hash);
  [[nodiscard]] NarrowPairs empty_roots() const;
  template <typename Set>
  void plan_room(Set& set, std::size_t threads, std::vector<RoomTask>& tasks);
  void attach(Room& room) const;
  [[nodiscard]] Probe probe_for(std::uint64_t root, std::size_t place) const;
  [[nodiscard]] UnitSample sample() const;
  [[nodiscard]] std::uint64_t pair_at(std::uint32_t number) const;  // of the inner ones

  std::size_t words_;
  std::size_t bits_;
  std::size_t units_;  // of 32 bits; two at least
  StateTree tree_;
  std::size_t leaf_words_;
  std::vector<LeafCut> cuts_;  // by node
  std::unique_ptr<Sets> sets_;
  bool fitted_;
  Room own_room_;  // of insertions that bring none
};

}  // namespace quorate
