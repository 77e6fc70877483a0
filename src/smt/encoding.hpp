// A Model as formulas: its initial states, and each transition of the engine with guard, effect and frame.
// Place in the flow: after the system, whose layout and list of transitions it shares; before the proofs.
// Knows nothing of solvers' questions.
//
// The steps are those of traffic model M. Crashes and losses are implicit or explicit as the system's
// semantics says. Whatever a step has to choose (the message it takes, ties, which messages of a crashing
// process arrive) is an input: a free constant. Transitions share their inputs, since one is executed at a
// time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "smt/evaluator.hpp"
#include "smt/state_space.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

struct SymbolicTransition {
  TransitionId id;  // of the engine
  std::string name;
  Term enabled;  // over current() and the inputs: the step exists
  Term failure;  // the step, its guard or `observe` is a model error
  std::vector<std::pair<std::size_t, SymbolicValue>> changes;  // what is not listed stays as it is
};

// The encoding that is sound and most precise for the model's channels under these semantics.
ChannelEncoding channel_encoding(const Model& model, const Semantics& semantics);
// Whether formulas and engine allow exactly the same steps.
bool encoding_is_exact(const Model& model, ChannelEncoding encoding);
// What they allow more than the engine, in words: "the order of messages". Empty if and only if they are
// exact.
std::vector<std::string> forgotten(const Model& model, ChannelEncoding encoding);

class Encoding {
 public:
  // Null if `problem` says why not. The system must outlive it.
  static std::unique_ptr<Encoding> make(const ModelSystem& system, ChannelEncoding channels,
                                        std::optional<EncodingProblem>& problem);

  [[nodiscard]] Formulas& formulas() const { return *formulas_; }
  [[nodiscard]] ValueAlgebra& values() const { return *values_; }
  [[nodiscard]] const StateSpace& space() const { return *space_; }
  [[nodiscard]] const ModelSystem& system() const { return system_; }
  [[nodiscard]] const SymbolicState& current() const { return current_; }
  [[nodiscard]] const std::vector<SymbolicTransition>& transitions() const { return transitions_; }
  [[nodiscard]] const std::vector<ConcreteState>& initial_states() const { return initial_; }

  [[nodiscard]] Term initial(const SymbolicState& state) const;
  // That the predicate is true, without a model error.
  [[nodiscard]] Term holds(const Property& property, const SymbolicState& state,
                           std::optional<EncodingProblem>& problem) const;
  // What faults never do, over current(): more faulty processes than declared, messages to and from those
  // that have no channels left. To be proved, as any other claim, before it is assumed (environment.cpp).
  [[nodiscard]] Term environment() const;
  // Assumed of all states from now on: `Unrolling::typing` has it.
  void assume(const Term& proved) { assumed_ = proved; }
  [[nodiscard]] const std::optional<Term>& assumed() const { return assumed_; }
  // That some step is a model error.
  [[nodiscard]] Term failure() const;
  // For strengthened transitions: the guard of transition k becomes stronger.
  void strengthen(std::size_t k, const Term& condition);

 private:
  class RuleEncoder;  // encode_rule.cpp
  explicit Encoding(const ModelSystem& system) : system_(system) {}

  void encode_transitions(std::optional<EncodingProblem>& problem);
  void encode_crash(TransitionId id);
  void encode_loss(TransitionId id);
  void read_initial_states(std::optional<EncodingProblem>& problem);
  // Values outside the variables' domains count as model errors, so that nothing is left out in silence.
  void finish(SymbolicTransition& transition, const SymbolicState& after);

  // The statuses of a state, as faults/fault_conditions.hpp asks for them.
  struct Statuses {
    using Truth = Term;

    const Encoding& e;
    const SymbolicState& state;

    [[nodiscard]] Term status_is(ProcessId process, Status status) const;
    [[nodiscard]] Term at_least(std::int64_t count, const std::vector<ProcessId>& processes,
                                Status status) const;
    [[nodiscard]] Term constant(bool value) const { return e.formulas_->constant(value); }
    [[nodiscard]] Term negation(const Term& a) const { return e.formulas_->negation(a); }
    [[nodiscard]] Term both(const Term& a, const Term& b) const { return e.formulas_->both(a, b); }
    [[nodiscard]] Term either(const Term& a, const Term& b) const { return e.formulas_->either(a, b); }
  };
  [[nodiscard]] FaultConditions<Statuses> faults_in(const SymbolicState& state) const {
    return {system_.executable().faults, {*this, state}};
  }
  void crash(ProcessId process, const Term& when, SymbolicState& state) const;
  Term observe(SymbolicState& state) const;  // the condition of a model error

  const ModelSystem& system_;
  std::unique_ptr<Formulas> formulas_;
  std::unique_ptr<ValueAlgebra> values_;
  std::unique_ptr<StateSpace> space_;
  SymbolicState current_;
  std::vector<SymbolicTransition> transitions_;
  std::vector<ConcreteState> initial_;
  std::optional<Term> assumed_;
};

}  // namespace quorate
