#include "search/state_store.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

namespace quorate {

StateStore::StateStore(Shape shape)
    : words_(shape.words),
      state_units_(std::max<std::size_t>(1, (shape.bits + 31) / 32)),
      record_units_(state_units_ + 1),
      table_(4096, 0) {}

bool StateStore::equal(StateNumber number, const std::uint64_t* state) const {
  return std::memcmp(record(number), state, state_units_ * sizeof(std::uint32_t)) == 0;
}

StateStore::Inserted StateStore::insert(const std::uint64_t* state, StateNumber parent) {
  const auto hash_bits =
      static_cast<std::uint32_t>(XXH3_64bits(state, state_units_ * sizeof(std::uint32_t)) >> 32);
  std::size_t at = home(hash_bits);
  for (; table_[at] != 0; at = at + 1 == table_.size() ? 0 : at + 1) {
    if ((table_[at] >> 32) != hash_bits) continue;
    const auto number = static_cast<StateNumber>(table_[at]) - 1;
    if (equal(number, state)) return {number, false};
  }
  table_[at] = (std::uint64_t{hash_bits} << 32) | (size_ + 1);
  if ((size_ >> chunk_bits) == chunks_.size()) {
    chunks_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(record_units_ << chunk_bits));
  }
  auto* const place = const_cast<std::uint32_t*>(record(size_));
  std::memcpy(place, state, state_units_ * sizeof(std::uint32_t));
  place[state_units_] = parent;
  const StateNumber number = size_++;
  if (size_ >= table_.size() / 4 * 3) grow();
  return {number, true};
}

void StateStore::grow() {
  std::vector<std::uint64_t> old(table_.size() + table_.size() / 2, 0);
  std::swap(old, table_);
  for (const auto entry : old) {
    if (entry == 0) continue;
    std::size_t at = home(static_cast<std::uint32_t>(entry >> 32));
    while (table_[at] != 0) at = at + 1 == table_.size() ? 0 : at + 1;
    table_[at] = entry;
  }
}

void StateStore::copy_out(StateNumber number, std::uint64_t* state) const {
  state[words_ - 1] = 0;
  std::memcpy(state, record(number), state_units_ * sizeof(std::uint32_t));
}

std::uint64_t StateStore::bytes() const {
  return table_.size() * sizeof(std::uint64_t) +
         chunks_.size() * (record_units_ << chunk_bits) * sizeof(std::uint32_t);
}

}  // namespace quorate
