// The labelling algorithm for CTL*: which states of a complete run graph satisfy a formula. Private to
// ctl_star.
#pragma once

#include <string>
#include <vector>

#include "temporal/atom_table.hpp"
#include "temporal/fair_component.hpp"
#include "temporal/ground_formula.hpp"
#include "temporal/lasso.hpp"

namespace quorate {

class StateLabels {
 public:
  // The graph must be complete; all arguments must outlive the labels. Labels of inner formulas become atoms
  // of the graph, numbered after those of the table.
  StateLabels(RunGraph& graph, const AtomTable& table, const Fairness& fairness, std::size_t transitions)
      : graph_(graph),
        table_(table),
        fairness_(fairness),
        transitions_(transitions),
        next_atom_(static_cast<std::uint32_t>(table.atoms().size())) {}

  // By state: whether it satisfies the formula. A path formula is meant of all paths.
  std::vector<bool> states_with(const GroundFormula& formula);
  // A fair run from the state that satisfies the path formula; one must exist.
  Lasso run_from(StateNumber state, const GroundFormula& path);

  // Why there is no answer; otherwise empty.
  [[nodiscard]] const std::string& too_large() const { return too_large_; }

 private:
  class BorrowedAtoms;
  std::vector<bool> on_some_path(const GroundFormula& path);
  std::vector<bool> by_automaton(const GroundFormula& path);
  // For path formulas that are X, F, U or (without fairness) G of state formulas, or a negation that is such
  // a one; none for all others.
  std::optional<std::vector<bool>> by_fixpoint(const GroundFormula& path);
  std::vector<bool> some_step_into(const std::vector<bool>& goal) const;
  std::vector<bool> until(const std::vector<bool>& through, std::vector<bool> goal);
  std::vector<bool> always(std::vector<bool> inside);
  const std::vector<bool>& fair_states();
  // Replaces the path quantifiers inside by atoms; temporal operators stay.
  GroundFormula with_labels(const GroundFormula& path);
  template <typename Use>
  void with_product(const GroundFormula& path, const Use& use);
  void build_predecessors();

  RunGraph& graph_;
  const AtomTable& table_;
  const Fairness& fairness_;
  std::size_t transitions_;
  std::uint32_t next_atom_;
  std::string too_large_;
  std::vector<bool> fair_states_;
  std::vector<std::uint64_t> first_predecessor_;
  std::vector<StateNumber> predecessors_;
};

}  // namespace quorate
