// A Model as formulas: its initial states, and each transition of the engine with guard, effect and frame.
// Place in the flow: after the system, whose layout and list of transitions it shares; before the proofs.
// Knows nothing of the questions that solvers are asked.
//
// The steps are those of traffic model M. Crashes and losses are implicit or explicit as the system's
// semantics says. Every choice of a step (the message it takes, ties, which messages of a crashing process
// arrive) is an input: a free constant. Transitions share their inputs, since only one is executed at a
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
  std::vector<std::pair<std::size_t, SymbolicValue>> changes;  // all others keep their values
};

// The encoding that is sound and most precise for the model's channels under these semantics.
ChannelEncoding channel_encoding(const Model& model, const Semantics& semantics);
// Whether formulas and engine allow exactly the same steps.
bool encoding_is_exact(const Model& model, ChannelEncoding encoding);
// In words, what the formulas ignore: "the order of messages". Empty if and only if they are exact.
std::vector<std::string> forgotten(const Model& model, ChannelEncoding encoding);

class Encoding {
 public:
  // Null if something cannot be encoded (`problem`). The system must outlive it.
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
  // The predicate is true, and its evaluation is no model error.
  [[nodiscard]] Term holds(const Property& property, const SymbolicState& state,
                           std::optional<EncodingProblem>& problem) const;
  // What declared faults never do, over current(): more faulty processes than declared, messages in
  // channels that faulty processes do not use. Must be proved before it is assumed (environment.cpp).
  [[nodiscard]] Term environment() const;
  // Assumed of all states from here on; part of `Unrolling::typing`.
  void assume(const Term& proved) { assumed_ = proved; }
  [[nodiscard]] const std::optional<Term>& assumed() const { return assumed_; }
  // Some step is a model error.
  [[nodiscard]] Term failure() const;
  // Adds a condition to the guard of transition k (strengthened transitions).
  void strengthen(std::size_t k, const Term& condition);

 private:
  class RuleEncoder;  // encode_rule.cpp
  explicit Encoding(const ModelSystem& system) : system_(system) {}

  void encode_transitions(std::optional<EncodingProblem>& problem);
  void encode_crash(TransitionId id);
  void encode_loss(TransitionId id);
  void read_initial_states(std::optional<EncodingProblem>& problem);
  // A value outside of its variable's domain counts as a model error, so that no step is lost without
  // notice.
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
