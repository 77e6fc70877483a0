// Questions about parameters, variables and numbers of processes, answered by Z3. One session holds what is
// always true (the resilience condition, the meaning of divisions, no negative number of processes) and
// answers whether more can be true together with it. A question that the solver cannot answer counts as
// "can be true": every user of this class over-approximates.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <string>
#include <vector>

#include "parameterized/automaton/linear.hpp"
#include "parameterized/automaton/threshold_rules.hpp"
#include "parameterized/automaton/undecidable.hpp"
#include "smt/solver_context.hpp"
#include "smt/solver_watch.hpp"

namespace quorate {

using SymbolTerm = std::function<z3::expr(Symbol)>;

struct SolverGaveUp : Undecidable {
  SolverGaveUp() : Undecidable("the SMT solver gave up on a question") {}
};

class SmtSession {
 public:
  explicit SmtSession(const RuleSystem& rules);

  [[nodiscard]] const RuleSystem& rules() const { return rules_; }
  [[nodiscard]] z3::context& context() { return context_; }
  [[nodiscard]] z3::solver& solver() { return solver_; }
  [[nodiscard]] std::uint64_t questions() const { return questions_; }

  z3::expr number(std::int64_t value) { return context_.int_val(value); }
  z3::expr variable(const std::string& name) { return context_.int_const(name.c_str()); }
  // A parameter or quotient.
  z3::expr parameter(Symbol symbol);
  z3::expr shared(std::size_t index, bool after = false);
  // How many processes of the kind are in the status.
  z3::expr processes(std::size_t kind, std::size_t status, bool after = false);

  z3::expr linear(const Linear& linear, const SymbolTerm& term);
  z3::expr condition(const Condition& condition, const SymbolTerm& term);
  // Over parameters and quotients only.
  z3::expr linear(const Linear& linear);
  z3::expr condition(const Condition& condition);
  // For a process of a kind: its counting variables by name, "x" followed by `tag`.
  SymbolTerm process_terms(const std::string& tag);

  // Retracts at its end what was assumed during its lifetime, also when an exception passes.
  class Scope {
   public:
    explicit Scope(SmtSession& session) : session_(session) { session_.solver_.push(); }
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    SmtSession& session_;
  };
  // A fact that holds until the innermost scope ends.
  void assume(const z3::expr& fact) { solver_.add(fact); }
  [[nodiscard]] bool possible(const std::vector<z3::expr>& facts);
  // Certainly impossible: false if the solver cannot tell.
  [[nodiscard]] bool impossible(const std::vector<z3::expr>& facts) { return !possible(facts); }
  // Whether what is assumed now has a model, for enumerations; throws SolverGaveUp if the solver cannot tell.
  [[nodiscard]] bool check_now();
  // Throws SolverGaveUp if it leaves 64 bits.
  [[nodiscard]] std::int64_t value(const z3::model& model, const z3::expr& term) const;

 private:
  const RuleSystem& rules_;
  SolverContext made_context_;
  z3::context& context_ = made_context_.get();
  z3::solver solver_;
  SolverWatch watch_{context_};
  std::uint64_t questions_ = 0;
  bool broken_ = false;  // the assumptions of a scope could not be retracted
};

}  // namespace quorate
