// What arrives of the messages that a process sends when it crashes in the middle of that: once for the
// interpreter and for native code, which have it in the same order. This text is part of every emitted
// program, so it needs no other header. Formulas have a free constant for each message instead.
#pragma once

namespace quorate::native {

// More messages of a step than this are left to the interpreter.
inline constexpr unsigned most_cut_messages = 20;

// Calls `visit` with every part of `count` messages but all of them, as bits, until it returns something
// other than 0: that is the result.
template <typename Visit>
inline int each_part_but_all(unsigned count, const Visit& visit) {
  const __UINT64_TYPE__ all = (static_cast<__UINT64_TYPE__>(1) << count) - 1;
  for (__UINT64_TYPE__ part = 0; part < all; ++part) {
    if (const int outcome = visit(part); outcome != 0) return outcome;
  }
  return 0;
}

}  // namespace quorate::native
