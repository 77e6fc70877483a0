// Transition-based generalized Büchi automata: they read infinite words of atom valuations and accept a word
// if some run has every mark infinitely often on its edges. Made from LTL formulas; they know no system.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "temporal/ltl.hpp"

namespace quorate {

struct Tgba {
  struct Edge {
    std::uint64_t positive = 0;  // atoms that must be true
    std::uint64_t negative = 0;  // atoms that must be false
    std::uint64_t marks = 0;
    std::uint32_t target = 0;

    [[nodiscard]] bool reads(std::uint64_t valuation) const {
      return (positive & ~valuation) == 0 && (negative & valuation) == 0;
    }
    auto operator<=>(const Edge&) const = default;
  };
  // A state without edges accepts nothing; there is at least one state.
  std::vector<std::vector<Edge>> states;
  std::uint32_t initial = 0;
  std::uint32_t mark_count = 0;

  [[nodiscard]] std::uint64_t all_marks() const {
    return mark_count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << mark_count) - 1;
  }
};

// The automaton of the words that satisfy the formula, simplified. None if it would become too large (tens of
// thousands of states or edges, or more than 64 until formulas).
std::optional<Tgba> translate(LtlPool& pool, LtlId formula);

// An automaton for the same words with no more states, edges and marks.
Tgba simplified(Tgba automaton);

}  // namespace quorate
