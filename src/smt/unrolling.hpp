// Paths of symbolic states: copies of the encoding's state constants, and the formula of one step between
// two of them. Every transition has a selector in every step. Exactly one selector is true, and variables
// that its transition does not change keep their values.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "smt/encoding.hpp"

namespace quorate {

class Unrolling {
 public:
  explicit Unrolling(const Encoding& encoding);

  [[nodiscard]] const Encoding& encoding() const { return encoding_; }
  // State i of the path, made on demand.
  const SymbolicState& state(std::size_t i);
  // The constants of state i encode a state (StateSpace::typing) that satisfies what the encoding assumes
  // of all states.
  Term typing(std::size_t i);
  // A formula over the encoding's current state (and inputs), read at state i.
  Term at(const Term& formula, std::size_t i);
  // One transition leads from state i to state i + 1; inputs and selectors are those of state i.
  Term step(std::size_t i);
  Term selector(std::size_t transition, std::size_t i);
  // States i and j differ.
  Term differ(std::size_t i, std::size_t j);

 private:
  struct Copy {
    SymbolicState state;
    z3::expr_vector constants;  // of the state
    z3::expr_vector inputs;     // selectors included
  };

  Copy& copy(std::size_t i);
  void collect_inputs();
  Term build_step();

  const Encoding& encoding_;
  Formulas& f_;
  SymbolicState next_;
  z3::expr_vector current_constants_;
  z3::expr_vector next_constants_;
  z3::expr_vector inputs_;
  Terms selectors_;
  Term step_;
  std::vector<std::unique_ptr<Copy>> copies_;
};

// Whether the encoding is propositional: no natural numbers.
bool is_propositional(const Encoding& encoding);

// A solver that suits the encoding, with a limit on the time of one question (0: none).
z3::solver make_solver(const Encoding& encoding, unsigned milliseconds);

}  // namespace quorate
