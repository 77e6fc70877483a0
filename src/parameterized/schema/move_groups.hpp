// Moves of processes, seen as changes of the numbers of processes in statuses and of the shared variables:
// rules from the same status to the same status that add the same to the shared variables are one move. For
// algorithms whose processes only go forward; also bounds how often the possibility of moves can change in
// one run. Used by run_schema; knows nothing of properties.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parameterized/abstraction/order_context.hpp"

namespace quorate {

// How the truth of a condition can change while shared variables grow.
enum class Trend { constant, rising, falling, twice };

struct MoveGroup {
  std::int32_t kind = 0;
  std::int32_t from = 0;
  std::int32_t to = 0;
  std::vector<std::int64_t> adds;  // to each shared variable, never negative
  // Conditions on shared variables and parameters that all rules have in common.
  std::vector<Condition> common;
  std::vector<Trend> common_trends;
  // What each rule demands beside that, also of the process's own variables. Empty: every process in `from`
  // can make the move wherever `common` holds.
  std::vector<Condition> rest;
  std::int32_t fresh = 0;
  // The same over shared variables alone: values of the process's own variables exist that make the move
  // possible. None if the solver found no such formula in time.
  std::optional<z3::expr> exists;
  Trend rest_trend = Trend::constant;

  [[nodiscard]] bool adds_something() const;
};

struct MoveGroups {
  std::string problem;  // why the algorithm is not of this kind; empty: it is
  std::vector<MoveGroup> groups;
  std::size_t changes = 0;  // of conditions of moves in one run, at most
};

MoveGroups move_groups(SmtSession& session, const KnownInvariants& known);

// A process of the group's kind and status can make the move with these values of its own variables, which
// the proved invariants allow; or with some values, where that is known as a formula without them. `term`
// says what all symbols stand for. For positive places of a formula.
z3::expr rest_term(SmtSession& session, const KnownInvariants& known, const MoveGroup& group,
                   const SymbolTerm& term);

}  // namespace quorate
