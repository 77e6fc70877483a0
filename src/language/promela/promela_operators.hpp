// Binary operators by precedence, for both dialects. A dialect gives its table of signs, and a function
// that joins two trees.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

#include "language/promela/promela_nesting.hpp"

namespace quorate {

template <typename Operator>
struct PromelaBinary {
  std::string_view sign;
  int level;  // higher binds tighter
  Operator op;
};

// Reads an expression with operators of `level` and tighter ones; `tightest` reads an operand. All
// operators are left-associative.
template <typename Tree, typename Table, typename Tightest, typename Join>
Tree read_binary(PromelaCursor& cursor, const Table& table, int level, const Tightest& tightest,
                 const Join& joined) {
  const auto deepest = std::ranges::max(table, {}, [](const auto& one) { return one.level; }).level;
  if (level > deepest) return tightest();
  Tree left = read_binary<Tree>(cursor, table, level + 1, tightest, joined);
  while (!cursor.failed()) {
    const auto found = std::ranges::find_if(
        table, [&](const auto& one) { return one.level == level && cursor.peek().is(one.sign.data()); });
    if (found == table.end()) break;
    cursor.take();
    Tree right = read_binary<Tree>(cursor, table, level + 1, tightest, joined);
    left = joined(found->op, std::move(left), std::move(right));
    if (grown_too_high(cursor, left, "expression")) break;
  }
  return left;
}

}  // namespace quorate
