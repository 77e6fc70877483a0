// Which values of the variables of an instance have to be told apart. Variables count without an upper end,
// and `havoc` picks any number; an instance can follow finitely many. Three treatments of a variable:
//
//   exact       numbers up to `cap`; a step that makes it larger is left out, and the search is told so.
//   saturating  the numbers below `cap`, and `cap` stands for itself and everything larger: no guard and no
//               proposition tells those apart, and every step that reads such a number makes one again.
//   compared    compared with numbers only, and copied: one number of each class between those numbers is
//               enough. Of arbitrary numbers one of each class is picked.
//
// Two states that differ only in numbers of one class are bisimilar (docs/soundness.md), so that nothing is
// lost and nothing is added.
#pragma once

#include <cstdint>
#include <vector>

#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

enum class ValueTreatment { exact, saturating, compared };

struct ValueClass {
  ValueTreatment treatment = ValueTreatment::exact;
  std::int64_t cap = 0;
};

struct ValueClasses {
  std::vector<ValueClass> shared;
  std::vector<std::vector<ValueClass>> counters;  // [process][position in RuleProcess::counters]
  std::vector<std::int64_t> class_begins;         // of the compared variables: the first number of each class

  [[nodiscard]] const ValueClass& of_target(const ThresholdRule& rule, std::size_t target) const {
    const auto& own = counters[static_cast<std::size_t>(rule.process)];
    return target < own.size() ? own[target] : shared[target - own.size()];
  }
};

enum class GrowingValues {
  cut,       // a variable that grows step by step is followed up to `highest` and left there
  saturate,  // where possible, its larger values are one
};

// `parameter` gives the values of parameters and quotients, `sizes` the numbers of processes, `highest` what
// exact variables can count to.
ValueClasses value_classes(const RuleSystem& rules, const SymbolValue& parameter,
                           const std::vector<std::size_t>& sizes, std::int64_t highest,
                           GrowingValues growing);

// The value of a variable after a step, by position: counters first, then shared variables.
inline const Linear& updated(const ThresholdRule& rule, std::size_t target) {
  return target < rule.counters.size() ? rule.counters[target] : rule.shared[target - rule.counters.size()];
}
inline std::size_t updates(const ThresholdRule& rule) {
  return rule.counters.size() + rule.shared.size();
}

// Every linear expression that a condition compares with zero.
void for_each_atom(const Condition& condition, const std::function<void(const Condition&)>& visit);

}  // namespace quorate
