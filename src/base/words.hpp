// Hashing and comparing rows of a few 64-bit words. Rows can have any length; with a constant length the
// compiler unrolls the loops.
#pragma once

#include <cstddef>
#include <cstdint>

namespace quorate {

inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// One widening multiplication a word, as in Wang Yi's wyhash.
inline std::uint64_t hash_of_words(const std::uint64_t* row, std::size_t words) {
  std::uint64_t hashed = 0xA0761D6478BD642F;
  for (std::size_t i = 0; i < words; ++i)
    hashed = folded_product(row[i] ^ 0xE7037ED1A0B428DB, hashed + row[i]);
  return folded_product(hashed, 0x8EBC6AF09C88C6E3);
}

// Rows are too short for memcmp or vector instructions to pay.
inline bool same_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

}  // namespace quorate
