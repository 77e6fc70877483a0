// Builds formulas: a Z3 context, and connectives that fold constants, so that a symbolic execution with
// constant guards gives constants. Knows nothing of models.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <string>
#include <vector>

#include "smt/solver_context.hpp"

namespace quorate {

using Term = z3::expr;
using Terms = std::vector<z3::expr>;

class Formulas {
 public:
  Formulas() = default;
  Formulas(const Formulas&) = delete;
  Formulas& operator=(const Formulas&) = delete;

  [[nodiscard]] z3::context& context() { return context_; }

  Term constant(bool value) { return context_.bool_val(value); }
  Term boolean(const std::string& name) { return context_.bool_const(name.c_str()); }
  Term integer(const std::string& name) { return context_.int_const(name.c_str()); }
  Term number(std::int64_t value) { return context_.int_val(value); }

  Term negation(const Term& a);
  Term both(const Term& a, const Term& b);
  Term either(const Term& a, const Term& b);
  Term implies(const Term& a, const Term& b) { return either(negation(a), b); }
  Term iff(const Term& a, const Term& b);
  Term choice(const Term& condition, const Term& a, const Term& b);  // of Booleans
  Term all(const Terms& terms);
  Term any(const Terms& terms);
  Term exactly_one(const Terms& terms);
  Term at_most_one(const Terms& terms);
  // At least so many of the terms hold: a ladder of partial counts, which every solver understands.
  Term at_least(std::int64_t count, const Terms& terms);

 private:
  SolverContext made_context_;
  z3::context& context_ = made_context_.get();
};

}  // namespace quorate
