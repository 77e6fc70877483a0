// The arithmetic of colours, written once for canonical_form.cpp and for native code, which must give the
// same representatives. This text is part of every emitted program, so that it includes no other header.
#pragma once

namespace quorate::native {

inline constexpr __UINT64_TYPE__ individual_salt = 0xa0761d6478bd642f;

// A cheap hash: the high and the low half of a product, combined.
[[gnu::always_inline]] inline __UINT64_TYPE__ mix(__UINT64_TYPE__ a, __UINT64_TYPE__ b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a ^ 0x9e3779b97f4a7c15) * (b ^ 0xd6e8feb86659fd93);
  return static_cast<__UINT64_TYPE__>(product) ^ static_cast<__UINT64_TYPE__>(product >> 64);
}

// A salt for the position of a unit in a fact, or for the family of a site.
[[gnu::always_inline]] inline constexpr __UINT64_TYPE__ position_salt(__UINT64_TYPE__ position) {
  return (position + 1) * individual_salt;
}

}  // namespace quorate::native
