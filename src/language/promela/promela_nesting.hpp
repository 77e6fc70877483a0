// Limits of the depth and height of the trees of a Promela text: every later pass walks them recursively.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "language/promela/promela_cursor.hpp"

namespace quorate {

inline constexpr int kDeepestTree = 200;
// Operators of one level nest to the left: 1 + 1 + 1 is a tree as high as it is long.
inline constexpr int kHighestTree = 600;

// Whether a tree is too high after one more operator. `what` is "expression" or "formula".
template <typename Tree>
bool grown_too_high(PromelaCursor& cursor, Tree& tree, const char* what) {
  for (const auto& operand : tree.operands) tree.height = std::max(tree.height, operand.height + 1);
  if (tree.height <= kHighestTree) return false;
  cursor.give_up(tree.span, fmt::format("this {} is too long", what),
                 fmt::format("at most {} operators are nested in each other", kHighestTree));
  return true;
}

// Counts nesting during its lifetime; where it is too deep the rest of the text is not read.
class NestingGuard {
 public:
  NestingGuard(PromelaCursor& cursor, int& depth, const char* what) : depth_(depth) {
    if (++depth_ > kDeepestTree)
      cursor.give_up(cursor.peek().span, fmt::format("this {} is nested too deeply", what),
                     fmt::format("at most {} levels can be nested", kDeepestTree));
  }
  ~NestingGuard() { --depth_; }
  NestingGuard(const NestingGuard&) = delete;
  NestingGuard& operator=(const NestingGuard&) = delete;

 private:
  int& depth_;
};

}  // namespace quorate
