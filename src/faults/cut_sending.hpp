// Which messages arrive if a process crashes while it sends, and which stay in their channels if only some of
// those that a rule receives are copies: written once for the interpreter and for native code, which must
// enumerate the subsets in the same order. This text is part of every emitted program, so that it includes no
// other header. Formulas have a free constant for each message instead.
#pragma once

namespace quorate::native {

// More messages of a step than this are left to the interpreter.
inline constexpr unsigned most_cut_messages = 20;

// Calls `visit` with every subset of `count` messages except all of them, as bits, until it returns anything
// but 0, which then is the result.
template <typename Visit>
inline int each_part_but_all(unsigned count, const Visit& visit) {
  const __UINT64_TYPE__ all = (static_cast<__UINT64_TYPE__>(1) << count) - 1;
  for (__UINT64_TYPE__ part = 0; part < all; ++part) {
    if (const int outcome = visit(part); outcome != 0) return outcome;
  }
  return 0;
}

// Whether all but so many of the messages are in the part.
inline bool leaves_out(__UINT64_TYPE__ part, unsigned count, unsigned withheld) {
  return static_cast<unsigned>(__builtin_popcountll(part)) + withheld == count;
}

// The same with every subset of `size` of `count` messages (62 at most).
template <typename Visit>
inline int each_part_of_size(unsigned count, unsigned size, const Visit& visit) {
  if (size > count) return 0;
  if (size == 0) return visit(static_cast<__UINT64_TYPE__>(0));
  const __UINT64_TYPE__ one = 1;
  for (__UINT64_TYPE__ part = (one << size) - 1; part < (one << count);) {
    if (const int outcome = visit(part); outcome != 0) return outcome;
    // The next larger number with as many bits.
    const __UINT64_TYPE__ lowest = part & (~part + 1);
    const __UINT64_TYPE__ carried = part + lowest;
    part = carried | (((part ^ carried) >> 2) / lowest);
  }
  return 0;
}

}  // namespace quorate::native
