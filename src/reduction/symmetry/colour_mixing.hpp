// How colours of units are computed, once for canonical_form.cpp and for the native code that must take the
// same representatives: this text is part of every emitted program, so it needs no other header.
#pragma once

namespace quorate::native {

inline constexpr __UINT64_TYPE__ individual_salt = 0xa0761d6478bd642f;

// The high and low half of a product, folded: cheap and well mixed.
[[gnu::always_inline]] inline __UINT64_TYPE__ mix(__UINT64_TYPE__ a, __UINT64_TYPE__ b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a ^ 0x9e3779b97f4a7c15) * (b ^ 0xd6e8feb86659fd93);
  return static_cast<__UINT64_TYPE__>(product) ^ static_cast<__UINT64_TYPE__>(product >> 64);
}

// A number that says which position of a fact a unit has, or which family a site is of.
[[gnu::always_inline]] inline constexpr __UINT64_TYPE__ position_salt(__UINT64_TYPE__ position) {
  return (position + 1) * individual_salt;
}

}  // namespace quorate::native
