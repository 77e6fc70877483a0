// Linear expressions over parameters and variables, and conditions made of them: what every guard, update and
// resilience condition of a threshold algorithm is after its names are resolved.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/threshold_model.hpp"
#include "parameterized/automaton/undecidable.hpp"

namespace quorate {

// For sums of products of integers.
__extension__ typedef __int128 WideInteger;

// A number beyond the integers of model/arithmetic.hpp, in a linear expression or its value. Where verdicts
// are made it becomes an error of the text or an inconclusive verdict: no number wraps around.
struct NumberTooLarge : Undecidable {
  NumberTooLarge() : Undecidable("a number leaves the 64-bit range") {}
  std::optional<Span> where;  // in the text, if it came from there
};

enum class SymbolKind {
  parameter,
  quotient,  // of a division of parameters by a number: see Quotient
  shared,
  local,  // of the process at hand, by its position in ThresholdProcess::locals
  fresh,  // an arbitrary natural number: havoc
  count,  // how many processes satisfy a condition: see RuleSystem::counts
};

struct Symbol {
  SymbolKind kind = SymbolKind::parameter;
  std::int32_t index = -1;

  auto operator<=>(const Symbol&) const = default;
};

struct Linear {
  std::int64_t constant = 0;
  std::vector<std::pair<Symbol, std::int64_t>> terms;  // sorted by symbol, no zero coefficients

  Linear() = default;
  explicit Linear(std::int64_t number) : constant(number) {}
  explicit Linear(Symbol symbol) : terms{{symbol, 1}} {}

  [[nodiscard]] bool is_constant() const { return terms.empty(); }
  [[nodiscard]] std::int64_t coefficient(Symbol symbol) const;
  bool operator==(const Linear&) const = default;
  auto operator<=>(const Linear&) const = default;
};

Linear operator+(const Linear& left, const Linear& right);
Linear operator-(const Linear& left, const Linear& right);
Linear operator*(std::int64_t factor, const Linear& linear);

// The result of an integer division that truncates; its value follows from the parameters.
struct Quotient {
  Linear numerator;  // over parameters and earlier quotients
  std::int64_t divisor = 1;

  bool operator==(const Quotient&) const = default;
};

enum class ConditionKind {
  truth,
  falsity,
  at_most_zero,
  zero,
  not_zero,
  conjunction,
  disjunction,
};

// In negation normal form.
struct Condition {
  ConditionKind kind = ConditionKind::truth;
  Linear linear;
  std::vector<Condition> parts;

  [[nodiscard]] bool is(ConditionKind wanted) const { return kind == wanted; }
  bool operator==(const Condition&) const = default;
};

Condition truth_of(bool value);
// Simplified where constants decide.
Condition conjunction(std::vector<Condition> parts);
Condition disjunction(std::vector<Condition> parts);
Condition negation(const Condition& condition);
Condition compared(TermKind comparison, const Linear& left, const Linear& right);

using SymbolValue = std::function<std::int64_t(Symbol)>;
std::int64_t evaluate(const Linear& linear, const SymbolValue& value);
// Adds a product to a sum of a few of them, or throws.
void add_product(WideInteger& sum, std::int64_t factor, std::int64_t value);
bool evaluate(const Condition& condition, const SymbolValue& value);
void for_each_symbol(const Condition& condition, const std::function<void(Symbol)>& visit);

using SymbolName = std::function<std::string(Symbol)>;
std::string to_text(const Linear& linear, const SymbolName& name);
std::string to_text(const Condition& condition, const SymbolName& name);

// Terms without quantifiers to linear expressions and conditions. `value` says what variables stand for;
// divisions are entered into `quotients`.
struct TermTranslation {
  std::vector<Quotient>& quotients;
  std::function<Linear(const ThresholdTerm& variable)>
      value;  // of a shared or local variable, or of a count: for_some
              // asks how many satisfy it, for_all how many do not

  [[nodiscard]] Linear linear(const ThresholdTerm& term) const;
  [[nodiscard]] Condition condition(const ThresholdTerm& term, bool negated = false) const;

 private:
  [[nodiscard]] Linear operation(const ThresholdTerm& term) const;
};

}  // namespace quorate
