// Typed, resolved statements of rules, initial rules and monitors.
#pragma once

#include <utility>
#include <vector>

#include "model/expression.hpp"

namespace quorate {

enum class StmtKind {
  assign,         // target place := value. Copying keeps undefined values undefined; records and
                  //   arrays are copied element by element; a value outside the target's type
                  //   is a model error
  undefine,       // target place: every scalar in it becomes undefined
  undefine_role,  // role: all variables of all its processes (not their status)
  set_outgoing,   // `2role[k].field := value`: target is the recipient process, `index` the field of
                  //   message_kind. A message none of whose fields is defined is not sent
  send,           // message_kind(arguments) to recipients
  branch,         // condition; body; else_body
  loop,           // for local in domain do body (elements in ascending order)
  let,            // local := value, visible in the statements after it in the same list
};

enum class Recipients {
  one,  // recipient: a process
  all,  // every process of recipient_type; the sender itself only with Channels::loopback
  set,  // recipient: a set of processes
};

struct Stmt {
  StmtKind kind = StmtKind::assign;
  Span span;
  Expr target;    // assign, undefine: a place; set_outgoing: the recipient
  Expr value;     // assign, set_outgoing, let; the condition of a branch
  LocalId local;  // let, loop
  RoleId role;    // undefine_role
  KindId message_kind;
  std::int32_t index = 0;
  std::vector<Expr> arguments;
  Recipients recipients = Recipients::one;
  Expr recipient;
  TypeId recipient_type;
  TypeId domain_type;           // loop
  bool has_domain_set = false;  // loop: `value` is the set to run over
  std::vector<Stmt> body;
  std::vector<Stmt> else_body;
};

inline Stmt assignment(Expr target, Expr value, Span span) {
  Stmt statement;
  statement.span = span;
  statement.target = std::move(target);
  statement.value = std::move(value);
  return statement;
}

}  // namespace quorate
