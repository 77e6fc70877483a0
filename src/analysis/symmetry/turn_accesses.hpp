// What one turn of a loop reads and writes, and which of these places belong to that turn alone.
#pragma once

#include <set>
#include <vector>

#include "model/model.hpp"

namespace quorate {

// One step from a place to a part of it.
struct Selector {
  enum class Kind {
    turn,      // the loop's element: other turns access other places
    fixed,     // a field, or a constant index
    computed,  // anything
  };
  Kind kind = Kind::computed;
  std::int64_t value = 0;  // fixed
};

struct Access {
  enum class Root { variable, status, monitor_variable, outgoing };
  Root root = Root::variable;
  RoleId role;             // variable, status
  std::int32_t index = 0;  // variable, monitor_variable: its position; outgoing: the message kind
  std::vector<Selector> path;
  Span span;
  const Stmt* statement = nullptr;  // a write's; an undefine_role has several writes
};

struct TurnAccesses {
  std::vector<Access> reads;  // without the x that x := x + ... starts from
  std::vector<Access> writes;
  std::set<LocalId> bound;  // names with another value in every turn
};

TurnAccesses turn_accesses(const Model& model, const Stmt& loop);

// Whether two different turns certainly access different places, neither of them a part of the other.
bool apart_in_different_turns(const Access& a, const Access& b);

// x := x op e with an operator for which the order of several such statements does not matter. `base` is
// the x on the right side.
struct Accumulation {
  ExprKind op = ExprKind::set_union;
  const Expr* base = nullptr;  // null: the statement is none
};
Accumulation accumulation_of(const Stmt& statement);

}  // namespace quorate
