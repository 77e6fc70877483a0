// An exact set of packed states with their parents. Full states are compared, never only hashes.
//
// States lie in chunks that never move, 32-bit unit by 32-bit unit, each followed by its parent's number; an
// open hash table of 8-byte entries (number and 32 hash bits) points at them. The table's position follows
// from the stored hash bits, so that growing it reads no state. Its size is no power of two and grows by
// half, which keeps it between half and three quarters full: 11 to 16 bytes a state. States are numbered in
// the order of insertion; at most 2^32 - 2 of them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "system/transition_system.hpp"

namespace quorate {

using StateNumber = std::uint32_t;
inline constexpr StateNumber no_state = 0xFFFF'FFFF;

class StateStore {
 public:
  explicit StateStore(Shape shape);

  struct Inserted {
    StateNumber number = 0;
    bool fresh = false;
  };
  // `parent` is kept only if the state is new.
  Inserted insert(const std::uint64_t* state, StateNumber parent);
  void copy_out(StateNumber number, std::uint64_t* state) const;
  [[nodiscard]] StateNumber parent(StateNumber number) const { return record(number)[state_units_]; }
  [[nodiscard]] StateNumber size() const { return size_; }
  [[nodiscard]] bool full() const { return size_ >= no_state - 1; }
  // Memory in use, all told.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t chunk_bits = 12;

  [[nodiscard]] const std::uint32_t* record(StateNumber number) const {
    return chunks_[number >> chunk_bits].get() + (number & ((1U << chunk_bits) - 1)) * record_units_;
  }
  [[nodiscard]] bool equal(StateNumber number, const std::uint64_t* state) const;
  [[nodiscard]] std::size_t home(std::uint32_t hash_bits) const {
    return static_cast<std::size_t>((std::uint64_t{hash_bits} * table_.size()) >> 32);
  }
  void grow();

  std::size_t words_;
  std::size_t state_units_;
  std::size_t record_units_;
  std::vector<std::unique_ptr<std::uint32_t[]>> chunks_;
  std::vector<std::uint64_t> table_;  // hash bits << 32 | number + 1; 0: empty
  StateNumber size_ = 0;
};

}  // namespace quorate
