// A simple value of the language (a variable, a field, an expression) as a function of the state and of the
// choices of a step.
//
// Finite values are lists of cases, each a constant with the condition under which it is the value.
// Operators apply to constants, pair by pair, with the interpreter's own arithmetic: overflow, truncation
// and undefined operands need no second definition, and what reaches the solver is propositional.
// Bit-vectors were considered: every operator would have to be written a second time, with matching width
// and sign. Sets are one condition for each element. Only natural numbers are terms of integer arithmetic.
#pragma once

#include <functional>
#include <optional>

#include "smt/formulas.hpp"

namespace quorate {

struct Case {
  std::int64_t value = 0;
  Term when;
};

enum class ValueForm { cases, set, number };

// Exactly one of the cases holds if the value is defined and there was no model error.
struct SymbolicValue {
  ValueForm form = ValueForm::cases;
  Term undefined;
  std::vector<Case> cases;
  Terms elements;        // set: whether low + k is an element
  std::int64_t low = 0;  // set
  std::optional<Term> number;
};

// Operations on symbolic values. Where a result can be a model error, the condition is returned beside it.
class ValueAlgebra {
 public:
  explicit ValueAlgebra(Formulas& formulas) : f_(formulas) {}

  // An expression with more cases in one value is given up.
  static constexpr std::size_t case_limit = 5000;

  SymbolicValue constant(std::int64_t value);
  SymbolicValue undefined();
  SymbolicValue boolean(const Term& condition);
  SymbolicValue set(std::int64_t low, Terms elements);
  SymbolicValue constant_set(std::int64_t low, std::int64_t size, std::int64_t mask);
  SymbolicValue number(const Term& term);

  [[nodiscard]] Term truth(const SymbolicValue& value);  // of a defined Boolean
  [[nodiscard]] Term is(const SymbolicValue& value, std::int64_t constant);
  [[nodiscard]] Term has(const SymbolicValue& set, std::int64_t element);
  SymbolicValue merge(const Term& condition, const SymbolicValue& a, const SymbolicValue& b);

  // Of defined operands.
  Term equal(const SymbolicValue& a, const SymbolicValue& b);
  Term less(const SymbolicValue& a, const SymbolicValue& b, bool or_equal);
  using Operation = std::function<std::optional<std::int64_t>(std::int64_t, std::int64_t)>;
  // Applies the operation to all pairs of cases; `failure` becomes the condition under which it has no
  // result.
  SymbolicValue apply(const SymbolicValue& a, const SymbolicValue& b, const Operation& operation,
                      Term& failure);
  // The same value as an integer term.
  Term as_number(const SymbolicValue& value);
  // A set's number of elements.
  SymbolicValue size(const SymbolicValue& set);

  // That `a`, a variable of a state, has the value `b`; both may be undefined.
  Term coincide(const SymbolicValue& a, const SymbolicValue& b);

  [[nodiscard]] bool too_large() const { return too_large_; }
  Formulas& formulas() { return f_; }

 private:
  Term compare(const SymbolicValue& a, const SymbolicValue& b,
               const std::function<bool(std::int64_t, std::int64_t)>& holds);

  Formulas& f_;
  bool too_large_ = false;
};

}  // namespace quorate
