// States of a run as numbers: how many processes are in each status, and the values of the shared
// variables, as terms of the solver. What processes have received is not part of them; propositions about
// it are asked as "some values that the invariants allow". Used by run_schema.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "parameterized/schema/move_groups.hpp"

namespace quorate {

struct RunPoint {
  std::string name;
  std::vector<z3::expr> shared;
  std::vector<z3::expr> processes;  // by StatusNumbers
  std::vector<z3::expr> begun;      // only at the beginning: how many processes each initialisation made
};

class RunPoints {
 public:
  RunPoints(SmtSession& session, const KnownInvariants& known);

  // The beginning of a run, and what is known of it.
  RunPoint first(z3::expr_vector& facts);
  // Some state, and what is known of all states.
  RunPoint some(const std::string& name, z3::expr_vector& facts);

  [[nodiscard]] std::size_t status(std::int32_t kind, std::int32_t status) const {
    return static_cast<std::size_t>(numbers_.number(kind, status));
  }
  // What symbols stand for at the point; the process's own variables are named by the tag.
  SymbolTerm terms(const RunPoint& point, const std::string& tag);
  // The conditions over counts and shared variables can hold together. Only for positive places of a
  // formula: it says that suitable values exist.
  z3::expr possible(const std::vector<Condition>& conditions, const RunPoint& point, const std::string& tag);
  // The run can go on for ever without any change of status: some process has a step in which it keeps its
  // status, or none has a step at all. For positive places as well.
  z3::expr can_go_on(const RunPoint& point);

 private:
  // Processes of which the same is known.
  struct Class {
    std::int32_t kind;
    std::int32_t status;
    z3::expr number;
    std::int32_t initialisation;  // -1: of processes that have moved since
  };

  void add_invariants(const RunPoint& point, z3::expr_vector& facts);
  std::vector<Class> classes(const RunPoint& point);
  z3::expr member(const Class& one, const SymbolTerm& term);
  SymbolTerm member_terms(const Class& one, const RunPoint& point, const std::string& tag);
  void divide(const Class& one, const std::vector<std::int32_t>& counts, const RunPoint& point,
              const std::string& tag, std::map<std::int32_t, z3::expr>& sums, z3::expr_vector& facts);

  SmtSession& session_;
  const KnownInvariants& known_;
  const RuleSystem& rules_;
  StatusNumbers numbers_;
};

}  // namespace quorate
