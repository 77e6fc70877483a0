// The states of a transition system and the steps between them, computed on demand and kept: the graph whose
// infinite paths are the runs. A state without an owed step (fairness.hpp) has an idle step to itself, so
// that every state has a successor. Atoms are evaluated once for each state.
//
// Memory: the state store, for each state eight bytes for the atoms and eight for the place of its steps,
// four for each step (eight with step justice or transitions that occur finitely often). Steps are kept
// because a product visits a state once for each state of the automaton, and lassos are looked for in the
// same graph. For the same reason a reduced system is asked once: which steps of a state it leaves out is a
// matter of the state, not of the product.
#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "search/search.hpp"
#include "temporal/fairness.hpp"

namespace quorate {

// Why the graph cannot be completed.
struct GraphProblem {
  StopReason stop = StopReason::finished;
  ModelFailure failure;
  StateNumber failed_state = no_state;  // where the failing step or predicate was evaluated
  StateNumber failed_after = no_state;  // a state with a step to it; none: it is an initial state
  bool failed_in_predicate = false;
  std::optional<ChannelOverflow> overflow;
};

class RunGraph {
 public:
  // A transition as the graph keeps it: its number, with this bit if the step is not owed.
  static constexpr std::uint32_t unowed_bit = 0x8000'0000;
  // And this one if a run that counts takes such a step finitely often.
  static constexpr std::uint32_t finitely_bit = 0x4000'0000;
  static constexpr std::uint32_t transition_bits = finitely_bit - 1;
  // The transition of an idle step, and of all steps where transitions are not kept.
  static constexpr std::uint32_t no_transition = UINT32_MAX;

  // `system` and `options` must outlive the graph. Atom k is atoms[k]; at most 64 of them.
  RunGraph(const TransitionSystem& system, std::vector<PredicateId> atoms, const Fairness& fairness,
           const SearchOptions& options);

  // Finds the initial states, 0 .. initial() - 1. False if that failed.
  bool start();
  // Computes the steps of a state, unless they are known. False if that failed or a limit is reached.
  bool expand(StateNumber state) { return known(state) || find_steps(state); }

  [[nodiscard]] StateNumber size() const { return store_.size(); }
  [[nodiscard]] StateNumber initial() const { return initial_; }
  [[nodiscard]] bool known(StateNumber state) const { return first_[state] != 0; }
  // The targets of an expanded state, in ascending order; valid until the next expansion.
  [[nodiscard]] std::span<const StateNumber> targets(StateNumber state) const {
    const std::size_t first = first_[state];
    return {targets_.data() + first, targets_[first - 1]};
  }
  [[nodiscard]] std::uint32_t transition(StateNumber state, std::size_t step) const {
    return transitions_.empty() ? no_transition : transitions_[first_[state] + step];
  }
  [[nodiscard]] std::uint64_t atoms(StateNumber state) const { return atoms_of_[state]; }
  void set_atom(StateNumber state, std::uint32_t atom, bool value) {
    const std::uint64_t bit = std::uint64_t{1} << atom;
    atoms_of_[state] = value ? atoms_of_[state] | bit : atoms_of_[state] & ~bit;
  }
  [[nodiscard]] std::vector<std::uint64_t> state(StateNumber number) const;

  // Runs a part of the check. If the budget is spent meanwhile, that becomes the problem; then only the
  // problem and the statistics may be asked for.
  template <typename Work>
  void guarded(const Work& work) {
    const Spent spent = within_budget(work);
    if (spent == Spent::nothing) return;
    problem_ = {};
    fail(stop_reason(spent));
  }

  [[nodiscard]] const GraphProblem& problem() const { return problem_; }
  // The states from an initial one to the state of a model failure, by known steps; empty if there is none.
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> way_to_failure() const;
  [[nodiscard]] bool bound_reached() const { return buffer_.trouble.bound_reached; }
  // The account of the graph's states. A search of a product need not expand all of them.
  [[nodiscard]] SearchAccount account() const {
    return {true, initial_given_, taken_over_, size(), expanded_};
  }
  // To be called by searches of the graph, for reports.
  void note_depth(std::uint64_t depth) { statistics_.depth = std::max(statistics_.depth, depth); }
  Statistics statistics();

  // The search ends for this reason: always false.
  bool fail(StopReason reason);

 private:
  bool find_steps(StateNumber state);
  bool take_steps(StateNumber state);
  [[nodiscard]] bool keeps_runs(StateNumber state) const;
  [[nodiscard]] bool is_owed(TransitionId transition) const {
    return owed_[transition.index()] && !(unowed_here_ && unowed_here_(current_, transition));
  }
  [[nodiscard]] bool occurs_finitely(TransitionId transition) const {
    return finitely_[transition.index()] || (finitely_here_ && finitely_here_(current_, buffer_, transition));
  }
  bool insert(StateView state, StateNumber before, StateNumber& number);
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> way_to(StateNumber goal) const;
  void add_steps(StateNumber state, std::uint64_t executed);
  bool within_limits();

  const TransitionSystem& system_;
  std::vector<PredicateId> predicates_;
  const SearchOptions& options_;
  bool keep_transitions_;
  std::vector<bool> owed_;      // by transition
  std::vector<bool> finitely_;  // by transition
  std::function<bool(StateView, TransitionId)> unowed_here_;
  Fairness::InState finitely_here_;
  StepBuffer buffer_;
  StateStore store_;
  StateNumber initial_ = 0;
  std::uint64_t initial_given_ = 0;
  std::uint64_t taken_over_ = 0;
  std::uint64_t expanded_ = 0;
  std::vector<std::uint64_t> atoms_of_;
  std::vector<std::uint64_t> first_;        // by state: position of its first step; 0: not expanded
  std::vector<StateNumber> targets_;        // the number of a state's steps, then their targets
  std::vector<std::uint32_t> transitions_;  // beside targets_, if they are kept
  std::vector<std::uint64_t> current_;
  std::vector<std::pair<StateNumber, std::uint32_t>> found_;
  bool found_owed_ = false;  // some step of found_ is owed
  GraphProblem problem_;
  Statistics statistics_;
  std::uint32_t until_clock_ = 0;
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point reported_;
};

}  // namespace quorate
