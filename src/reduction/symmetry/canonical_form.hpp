// The canonical form of a state under a group of process permutations: two states of one orbit always have
// the same representative, and not all permutations are tried. See canonical_form.cpp.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "reduction/symmetry/state_permutation.hpp"
#include "system/execute/native_interface.hpp"

namespace quorate {

class Canonicalizer {
 public:
  explicit Canonicalizer(StatePermutation permutation);

  // Scratch buffers: several threads use one Canonicalizer with a Room each.
  struct Room {
    explicit Room(std::size_t words) : state(words), image(words), best(words), exchanged(words) {}
    struct Fact {
      std::uint64_t content = 0;
      std::uint32_t arity = 0;
      std::array<std::uint8_t, 8> units{};
    };
    std::vector<Fact> facts;
    std::vector<StatePermutation::PresentSite> present;
    std::vector<std::uint64_t> state;
    std::vector<std::uint64_t> image;
    std::vector<std::uint64_t> best;
    std::vector<std::uint64_t> exchanged;
    double fixing = 0;  // permutations that map the state to `best`; 0: there is none yet
  };

  // Replaces the state by the representative of its orbit.
  void canonicalize(std::uint64_t* state, Room& room) const;
  // From now on all threads try this native code first, which decides the common case; null: none.
  void use(native::Canonicalize code) const { native_.store(code, std::memory_order_release); }
  [[nodiscard]] const StatePermutation& permutation() const { return permutation_; }
  // The number of states in the orbit of this one.
  [[nodiscard]] double orbit_size(const std::uint64_t* state, Room& room) const;

 private:
  static constexpr std::size_t most_units = most_processes;
  // A colour for each unit; `order` lists the units class by class, sorted by colour within a class.
  struct Colouring {
    std::array<std::uint64_t, most_units> colour;
    std::array<std::uint8_t, most_units> order;
    std::size_t cells = 0;  // runs of equal colours
  };
  struct Cell {
    std::size_t begin = 0;  // in Colouring::order
    std::size_t end = 0;
  };

  // Colours the units of room.state until all cells are decided or colours do not split them further.
  Colouring colour(Room& room, Cell& undecided) const;
  void collect_facts(Colouring& colouring, Room& room) const;
  void collect_mentions(const SiteFamily& family, const Site& site, Room& room) const;
  void collect_messages(const MentionField& field, const Site& site, Room& room) const;
  void add_fact(std::uint64_t content, const Site& site, std::size_t arity, const std::uint8_t* processes,
                std::size_t count, Room& room) const;
  void sort(Colouring& colouring) const;
  void spread(Colouring& colouring, const Room& room) const;
  void refine(Colouring& colouring, const Room& room) const;
  [[nodiscard]] bool discrete(const Colouring& colouring) const {
    return colouring.cells == permutation_.units().size();
  }
  // The first cell with two units whose exchange changes the state, or an empty one.
  [[nodiscard]] Cell undecided_cell(const Colouring& colouring, Room& room) const;
  [[nodiscard]] bool alike(std::uint8_t a, std::uint8_t b, Room& room) const;
  // The number of orders of the units that give the same image: those of equal colour, all of them alike.
  [[nodiscard]] double orders(const Colouring& colouring) const;
  // Leaves the least image in room.best. Each leaf counts as `weight` leaves with the same image.
  void search(const Colouring& colouring, double weight, Room& room) const;
  // The image under the permutation that puts the units into the colouring's order.
  void apply(const Colouring& colouring, Room& room) const;
  [[nodiscard]] bool in_order(const Colouring& colouring) const;

  StatePermutation permutation_;
  double group_order_ = 1;
  mutable std::atomic<native::Canonicalize> native_ = nullptr;
};

}  // namespace quorate
