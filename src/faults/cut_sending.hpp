// Which messages arrive if a process crashes while it sends: written once for the interpreter and for native
// code, which must enumerate the subsets in the same order. This text is part of every emitted program, so
// that it includes no other header. Formulas have a free constant for each message instead.
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

}  // namespace quorate::native
