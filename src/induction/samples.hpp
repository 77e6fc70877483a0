// Reachable states, by execution: what a candidate for a lemma must be true of before a solver is asked.
// Breadth-first as far as the limits allow, then random walks, since short runs say little about late phases;
// walks differ in how often faults strike. Of each state only the truth of the atoms is kept, and of each
// state all images under permutations of interchangeable processes. Where the formulas keep consumed
// messages, so do the states here.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "induction/atom_orbits.hpp"
#include "induction/atoms.hpp"
#include "induction/proof_system.hpp"
#include "induction/relaxed_steps.hpp"

namespace quorate {

struct SampleLimits {
  std::size_t breadth = 60'000;    // states explored breadth-first
  std::size_t rows = 100'000;      // different valuations of the atoms
  std::size_t images = 1'000'000;  // together with their images
  double seconds = 20;
};

class Samples {
 public:
  Samples(const ProofSystem& system, const AtomTable& atoms, const AtomOrbits& orbits,
          const SampleLimits& limits);

  [[nodiscard]] std::size_t states() const { return states_; }  // visited
  [[nodiscard]] bool complete() const { return complete_; }     // there are no others
  [[nodiscard]] std::size_t size() const { return rows_.size() / row_words_; }
  // Whether the atom holds in sample i.
  [[nodiscard]] bool holds(std::size_t atom, std::size_t i) const {
    return ((rows_[i * row_words_ + atom / 64] >> (atom % 64)) & 1) != 0;
  }

 private:
  void explore(const SampleLimits& limits);
  void walk(const SampleLimits& limits);
  void close_under(const AtomOrbits& orbits, std::size_t limit);
  bool add(const PackedState& state);
  bool add_row(const PackedState& row);
  [[nodiscard]] bool over(double seconds) const;

  const ProofSystem& system_;
  const AtomTable& atoms_;
  RelaxedSteps steps_;
  std::size_t row_words_ = 1;
  std::vector<std::uint64_t> rows_;
  std::unordered_set<std::string> seen_rows_;
  std::size_t states_ = 0;
  bool complete_ = true;
  double began_ = 0;
};

// For each atom the samples in which it holds, as bits.
class SampleTable {
 public:
  SampleTable(const AtomTable& atoms, const Samples& samples);

  using Bits = std::vector<std::uint64_t>;
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::uint64_t last_mask() const { return last_mask_; }
  [[nodiscard]] std::size_t count(std::size_t atom) const;  // of samples
  [[nodiscard]] std::size_t samples() const { return samples_; }
  [[nodiscard]] bool true_everywhere(const Clause& clause) const;
  // The samples of word w in which the literal is false.
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
