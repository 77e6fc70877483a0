// The exact set of the states of a search, numbered in the order of insertion; at most about 2^32 - 2^20
// states.
//
// Tree compression [Blom et al. 2009; Laarman, van de Pol, Weber 2011]: a state is cut into leaves of up to
// 256 bits, at least two. Each distinct leaf is stored once and replaced by its number; neighbours are
// paired, each distinct pair is stored once, and so on upwards, until one pair is left: the root, which
// stands for the state. Roots have a set of their own, whose numbers are those of the states. A root takes
// about 13 bytes with its index; leaves and inner pairs are few, since parts of a state take few values.
// States of up to 64 bits are their own root. Leaves and pairs are compared in full, never only by hashes: a
// number stands for exactly one leaf or pair.
//
// A successor differs from its state in a few places. A leaf or pair in which nothing has changed takes its
// number from the state that was expanded (`Folded`) without a lookup, and each thread remembers what it
// looked up last (`Room`). Rejected: leaves of 32 bits, as in LTSmin: on Paxos twice as many lookups and half
// as many states a second, to save memory of the inner pairs, which is small in any case.
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
  static constexpr StateNumber most_states = no_state - (1U << 20);  // several threads may exceed it slightly

  explicit StateStore(Shape shape);

  struct Inserted {
    StateNumber number = 0;
    bool fresh = false;
  };
  // A state with the numbers of its parts, so that a similar state is folded with few lookups.
  struct Folded {
    std::vector<std::uint64_t> state;
    std::vector<std::uint32_t> numbers;  // of all nodes
  };
  // For one thread alone.
  Inserted insert(const std::uint64_t* state);
  // no_state if it is not stored.
  [[nodiscard]] StateNumber find(const std::uint64_t* state) const;
  void copy_out(StateNumber number, std::uint64_t* state) const;
  [[nodiscard]] StateNumber size() const { return sets_->roots->size(); }
  [[nodiscard]] bool full() const { return size() >= most_states; }
  // Memory in use by roots, leaves and inner pairs.
  [[nodiscard]] std::uint64_t bytes() const;

  // Insertion in three steps, so that cache misses of several states overlap: fold, fetch, insert.
  struct Probe {
    std::uint64_t root = 0;
    std::uint64_t hash = 0;
    StateNumber known = no_state;  // the state's number, if it is among the room's recent states
    std::uint32_t place = 0;       // among the room's recent states
  };
  // Fills `folded` with the state and the numbers of its parts.
  void copy_out(StateNumber number, Folded& folded) const;
  // The scratch buffer of a thread: its caches of recent states and parts, and its reserved numbers.
  struct Room {
    template <std::size_t Words>
    using Recent = RecentNumbers<Words>;
    std::vector<std::uint32_t> numbers;  // of the nodes
    std::variant<Recent<1>, Recent<2>, Recent<3>, Recent<4>> leaves = Recent<1>(1);
    Recent<1> inner{1};
    std::optional<RecentStates> states;
    ReservedNumbers reserved;    // numbers of states
    bool brief = false;          // for a few lookups only: the caches have one entry each
    const void* sets = nullptr;  // the store's sets to which the numbers belong
  };
  // `near`: a similar state, or empty.
  Probe fold(const std::uint64_t* state, const Folded& near, Room& room);
  void fetch(const Probe& probe) const {
    if (probe.known == no_state) sets_->roots->prefetch_record(probe.hash);
  }
  Inserted insert(const Probe& probe, Room& room);
  // The same without inserting anything: none or no_state if the state is not stored.
  std::optional<Probe> fold_known(const std::uint64_t* state, const Folded& near, Room& room) const;
  [[nodiscard]] StateNumber find(const Probe& probe) const;

  // The same for several threads. None: there is no room. All threads stop using the store, room is made
  // (below), and the call is repeated.
  std::optional<Probe> try_fold(const std::uint64_t* state, const Folded& near, Room& room);
  std::optional<Inserted> try_insert(const Probe& probe, Room& room);
  // Whether room should be made soon, asked by the thread that has just inserted state `last`.
  [[nodiscard]] bool wants_room(StateNumber last) const;
  // Making room, while no thread uses the store: plan_room gives tasks that threads may share; room_made is
  // called when all of them are done.
  using RoomTask = std::function<void()>;
  std::vector<RoomTask> plan_room(std::size_t threads);
  void room_made();
  // While no thread uses the store: closes the gaps of reserved numbers that were not used. Returns the old
  // and new numbers of the states that were moved.
  Moves close_gaps(const std::vector<Room*>& rooms);

  // For a set that keeps the roots itself (compact_states): after forget_roots this store has no states, but
  // still folds and unfolds them.
  [[nodiscard]] std::uint64_t root(StateNumber number) const { return (*sets_->roots)[number]; }
  void unfold(std::uint64_t root, Folded& folded) const;
  // Whether a root that was read from a file refers to parts that are stored.
  [[nodiscard]] bool can_unfold(std::uint64_t root) const;
  void forget_roots();
  // How many bits each of a root's two numbers needs at present. None: states are their own roots.
  [[nodiscard]] std::optional<unsigned> part_bits() const;
  [[nodiscard]] unsigned state_bits() const { return static_cast<unsigned>(bits_); }
  [[nodiscard]] Shape shape() const { return {words_, bits_}; }

  // How many states and parts are stored. They are numbered in the order of insertion, so that a checkpoint
  // of an earlier extent can be written later, unless the tree was changed in between, which renumbers the
  // parts.
  struct Extent {
    std::uint32_t roots = 0;
    std::uint32_t leaves = 0;
    std::uint32_t inner = 0;
  };
  [[nodiscard]] Extent extent() const {
    return {sets_->roots->size(), sets_->leaves.size(), sets_->inner.size()};
  }
  // Writes what an extent had; reads it into a new store. False if the bytes are not those of a store of this
  // shape.
  void write_to(CheckpointOutput& output, const Extent& extent) const;
  bool read_from(CheckpointInput& input);

  // Once in a search, when there are enough states to know how to cut them best, the tree is changed. States
  // keep their numbers; every Probe and Folded from before becomes invalid.
  [[nodiscard]] bool wants_fitting() const { return !fitted_ && size() >= fitting_size; }
  void fit();

 private:
  StateStore(const StateStore& like, StateTree tree);

  static constexpr StateNumber fitting_size = 1U << 16;
  static constexpr std::size_t sample_stretches = std::size_t{1} << 21;
  static constexpr double expected_growth = 64;  // factor from the states at fitting to those at the end

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
    std::vector<Crowded> crowded;            // the segments in which threads found no room
    std::atomic<std::uint64_t> too_wide{0};  // a root for which records are too narrow; 0: none
    std::atomic<bool> room_wanted{false};    // leaves or inner pairs should grow, or a thread found no room
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
  Room own_room_;  // for insertions without a Room of the caller
};

}  // namespace quorate
