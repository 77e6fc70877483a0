// CTL* by definition, on systems given by tables: deliberately naive, and without any code of src/temporal.
//
// Paths: the truth of every temporal subformula is guessed in every state and must fit the next guess
// (Lichtenstein and Pnueli's tableau); a fair path exists if some strongly connected set of guesses is fair.
// Compassion and strong fairness of steps: every subset of them is tried as the set whose `often` never
// occurs again. Steps that are taken finitely often are on no strongly connected set. Besides, formulas are
// evaluated on single lassos position by position, and all lassos up to a length are tried.
#pragma once

#include <set>
#include <vector>

#include "temporal/fairness.hpp"
#include "temporal/ground_formula.hpp"
#include "temporal/table_system.hpp"

namespace quorate {

// A run: states[k] to states[k + 1] by transitions[k] (-1: idle); after the last, loop_start again.
struct TableRun {
  std::vector<std::uint32_t> states;
  std::vector<std::int32_t> transitions;  // as many as states
  std::size_t loop_start = 0;
};

class TemporalReference {
 public:
  TemporalReference(const Table& table, const Fairness& fairness) : table_(table), fairness_(fairness) {}

  // By state: whether the formula, as a formula about paths, holds on some fair path (if `exists`) or on all.
  std::vector<bool> states(const GroundFormula& formula, bool exists);
  // Whether every initial state satisfies the formula; if that is about paths, on all fair ones. In linear
  // time every formula is about paths, also one without temporal operators.
  bool holds(const GroundFormula& formula, bool branching);

  // `formula` has no path quantifiers.
  [[nodiscard]] bool on_run(const GroundFormula& formula, const TableRun& run) const;
  [[nodiscard]] bool fair(const TableRun& run) const;
  // Whether consecutive states of the run are steps of the table or permitted to idle.
  [[nodiscard]] bool is_run(const TableRun& run) const;
  // A fair run of at most `length` states from an initial state that violates the formula; empty if none
  // does.
  [[nodiscard]] TableRun violating_run(const GroundFormula& formula, std::size_t length) const;

 private:
  struct Step {
    std::int32_t transition = -1;
    std::uint32_t to = 0;
  };
  [[nodiscard]] std::vector<Step> steps(std::uint32_t state) const;
  [[nodiscard]] bool is_owed(std::uint32_t state, std::uint32_t transition) const;
  [[nodiscard]] bool occurs_finitely(std::uint32_t state, std::int32_t transition) const;
  [[nodiscard]] bool enabled(const StepJustice& justice, std::uint32_t state) const;
  [[nodiscard]] bool taken(const StepJustice& justice, std::int32_t transition) const;
  [[nodiscard]] bool atom(std::uint32_t state, std::size_t number) const {
    return (table_.atoms[state] >> number & 1) != 0;
  }
  GroundFormula with_labels(const GroundFormula& formula);
  bool extend(const GroundFormula& formula, std::size_t length, TableRun& run) const;

  friend class GuessGraph;
  Table table_;  // gets labels for nested path quantifiers
  const Fairness& fairness_;
  std::uint32_t labels_ = 40;  // the next free bit
};

}  // namespace quorate
