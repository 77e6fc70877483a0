// Reachable states, by execution: what a candidate for a lemma must be true of before a solver is asked.
// Breadth-first as far as the limits allow, then random walks, since short runs say little about late phases.
// Where the formulas keep consumed messages, so do the states here.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "induction/atoms.hpp"
#include "induction/proof_system.hpp"

namespace quorate {

struct SampleLimits {
  std::size_t states = 40'000;
  double seconds = 20;
};

class Samples {
 public:
  Samples(const ProofSystem& system, const SampleLimits& limits);

  [[nodiscard]] const std::vector<ConcreteState>& states() const { return states_; }
  [[nodiscard]] bool complete() const { return complete_; }  // there are no others
  [[nodiscard]] bool contains(const ConcreteState& state) const { return seen_.contains(state); }

 private:
  std::vector<ConcreteState> successors(const ConcreteState& state);
  bool add(const ConcreteState& state);

  const ProofSystem& system_;
  std::vector<ConcreteState> states_;
  std::set<ConcreteState> seen_;
  bool complete_ = true;
};

// For each atom the samples in which it holds, as bits.
class SampleTable {
 public:
  SampleTable(const AtomTable& atoms, const Samples& samples);

  using Bits = std::vector<std::uint64_t>;
  [[nodiscard]] const Bits& column(std::size_t atom) const { return columns_[atom]; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::uint64_t last_mask() const { return last_mask_; }
  [[nodiscard]] std::size_t count(std::size_t atom) const;  // of samples
  [[nodiscard]] std::size_t samples() const { return samples_; }
  [[nodiscard]] bool true_everywhere(const Clause& clause) const;
  // Whether the literal is false in the samples of word w.
  [[nodiscard]] std::uint64_t refuted(const Literal& literal, std::size_t w) const {
    const std::uint64_t bits = columns_[literal.atom][w];
    const std::uint64_t mask = w + 1 == words_ ? last_mask_ : ~std::uint64_t{0};
    return (literal.positive ? ~bits : bits) & mask;
  }

 private:
  std::vector<Bits> columns_;
  std::size_t samples_ = 0;
  std::size_t words_ = 0;
  std::uint64_t last_mask_ = 0;
};

}  // namespace quorate
