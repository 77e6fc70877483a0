// Reachable states, by execution: a candidate for a lemma must be true in all of them before a solver is
// asked. Breadth-first as far as the limits allow, then random walks, since short runs say little about
// late phases. Of each state only the truth of the atoms is kept, together with its images under
// permutations of interchangeable processes, up to a limit. Where the formulas keep consumed messages, so
// do the states here.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "induction/lemmas/atom_orbits.hpp"
#include "induction/lemmas/atoms.hpp"
#include "induction/proof_system.hpp"
#include "induction/relaxed_steps.hpp"

namespace quorate {

struct SampleLimits {
  std::size_t breadth = 60'000;    // states explored breadth-first
  std::size_t rows = 100'000;      // different valuations of the atoms
  std::size_t images = 1'000'000;  // together with their images
  double seconds = 20;
  std::function<bool()> over = [] { return false; };  // asked from time to time
};

class SampleRows {
 public:
  SampleRows(const ProofSystem& system, const StateAtoms& atoms, const AtomOrbits& orbits,
             const SampleLimits& limits);

  [[nodiscard]] std::size_t states() const { return states_; }  // visited
  [[nodiscard]] bool complete() const { return complete_; }     // all reachable states were visited
  [[nodiscard]] std::size_t size() const { return rows_.size() / row_words_; }
  // More random walks, for this time; false if all reachable states are known.
  bool more(double seconds);
  // Whether the atom holds in sample i.
  [[nodiscard]] bool holds(std::size_t atom, std::size_t i) const {
    return ((rows_[i * row_words_ + atom / 64] >> (atom % 64)) & 1) != 0;
  }

 private:
  void explore(const SampleLimits& limits);
  void walk(std::size_t rows, double seconds);
  // Adds the images of the rows from `closed_` on.
  void close_under_permutations();
  [[nodiscard]] std::size_t faults(const PackedState& state) const;
  bool add(const PackedState& state);
  bool add_row(const PackedState& row);

  const ProofSystem& system_;
  const StateAtoms& atoms_;
  const AtomOrbits& orbits_;
  SampleLimits limits_;
  RelaxedSteps steps_;
  std::mt19937_64 random_{1};
  std::vector<PackedState> starts_;  // where walks begin: initial states and some that were visited
  std::size_t closed_ = 0;
  std::size_t row_words_ = 1;
  std::vector<std::uint64_t> rows_;
  std::unordered_set<std::string> seen_rows_;
  std::size_t states_ = 0;
  bool complete_ = true;
};

// For each atom the samples in which it holds, as bits.
class SampleTable {
 public:
  SampleTable(const StateAtoms& atoms, const SampleRows& samples);
  // Adds the new samples.
  void extend(const SampleRows& samples);

  using Bits = std::vector<std::uint64_t>;
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::uint64_t last_mask() const { return last_mask_; }
  [[nodiscard]] std::size_t count(std::size_t atom) const;  // of samples
  [[nodiscard]] std::size_t samples() const { return samples_; }
  [[nodiscard]] bool true_everywhere(const Clause& clause) const;
  [[nodiscard]] bool sometimes(const Literal& literal) const;  // true in some sample
  // The samples of word w in which the literal is false.
  [[nodiscard]] std::uint64_t refuted(const Literal& literal, std::size_t w) const {
    const std::uint64_t bits = columns_[literal.atom][w];
    const std::uint64_t mask = w + 1 == words_ ? last_mask_ : ~std::uint64_t{0};
    return (literal.positive ? ~bits : bits) & mask;
  }

 private:
  std::vector<Bits> columns_;  // [atom]
  std::size_t samples_ = 0;
  std::size_t words_ = 0;
  std::uint64_t last_mask_ = 0;
};

}  // namespace quorate
