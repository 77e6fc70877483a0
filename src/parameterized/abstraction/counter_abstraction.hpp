// PIA counter abstraction [Gmeiner 2015, 4.3] as a transition system: a state is the intervals of the
// shared variables and, for each local state, the interval of the number of processes in it. It simulates
// every instance with admissible parameters, fair runs included.
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "parameterized/abstraction/data_abstraction.hpp"
#include "parameterized/instance/threshold_instance.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

struct AbstractState {
  Intervals shared;
  Intervals counters;  // by local state

  auto operator<=>(const AbstractState&) const = default;
};

// A process goes from one local state to another by a rule.
struct AbstractMove {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::size_t rule = 0;

  bool operator==(const AbstractMove&) const = default;
};

// A transition that no instance has, generalized: all transitions by this move with these values are left
// out.
struct SpuriousPattern {
  AbstractMove move;
  struct Value {
    bool after = false;
    bool shared = false;
    std::uint32_t index = 0;
    IntervalNumber interval = 0;
  };
  std::vector<Value> values;

  [[nodiscard]] bool matches(const AbstractMove& other, const AbstractState& before,
                             const AbstractState& after) const;
};

class CounterAbstraction : public TransitionSystem {
 public:
  // How finely processes are counted: whether there are any, or by all thresholds of the domain.
  enum class Counting { some, thresholds };

  // PredicateId is the position in `predicates`, conditions over counts, shared variables and parameters.
  CounterAbstraction(DataAbstraction& data, Counting counting, std::vector<Condition> predicates);

  [[nodiscard]] Shape shape() const override;
  [[nodiscard]] std::span<const Transition> transitions() const override;
  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;
  // Whether some instance has a state with this abstraction that satisfies the predicate.
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override;
  [[nodiscard]] StateDescription describe(StateView state) const override;

  void leave_out(SpuriousPattern pattern) { patterns_.push_back(std::move(pattern)); }
  [[nodiscard]] DataAbstraction& data() const { return data_; }
  [[nodiscard]] const IntervalDomain& counter_domain() const { return counter_domain_; }

  [[nodiscard]] AbstractState unpack(StateView state) const;
  [[nodiscard]] std::vector<std::uint64_t> pack(const AbstractState& state) const;
  // The abstraction of a state of an instance whose parameters have the order of the domain.
  [[nodiscard]] AbstractState abstraction_of(const ThresholdInstance::GlobalState& state,
                                             const SymbolValue& parameters) const;
  // The local states with processes and the intervals of the shared variables: "SE nrcvd:I1; nsnt:I2", or
  // with all thresholds "I2 x (SE nrcvd:I1); nsnt:I2".
  [[nodiscard]] std::string to_text(const AbstractState& state) const;

  // The moves that may lead from one state to the other, moves that were left out included.
  [[nodiscard]] std::vector<AbstractMove> moves(const AbstractState& before,
                                                const AbstractState& after) const;
  // Facts of all states with this abstraction: the variables are the session's, and processes in a local
  // state are counted by count_term.
  std::vector<z3::expr> state_facts(const AbstractState& state, bool after) const;
  z3::expr count_term(std::uint32_t local, bool after) const;

 private:
  using Choices =
      std::vector<std::vector<IntervalNumber>>;  // by interval: where one more or one less may lead

  struct InitialTerms {
    std::vector<z3::expr> counts;  // by local state
    std::vector<z3::expr> shared;
  };

  [[nodiscard]] InitialTerms initial_terms() const;
  void find_choices();
  void find_irreversible();
  bool feasible(const AbstractState& state) const;
  void append(const AbstractState& before, const AbstractState& after, const AbstractMove& move,
              StepBuffer& buffer) const;
  void append_moves(const AbstractState& state, std::uint32_t local, const AbstractStep& step,
                    StepBuffer& buffer) const;
  [[nodiscard]] bool may_rest(const AbstractState& state) const;
  // Decided by the intervals alone; `sometimes` if they do not decide.
  Decision decide(const Condition& condition, const AbstractState& state) const;
  Decision decide_atom(const Condition& condition, const AbstractState& state) const;
  bool ask(std::size_t predicate, const AbstractState& state) const;
  std::vector<std::int32_t> question_key(const Condition& predicate, const AbstractState& state) const;
  void add_counted(std::uint32_t local, const AbstractState& state, std::map<std::int32_t, z3::expr>& sums,
                   std::vector<z3::expr>& facts) const;
  void add_combinations(std::uint32_t local, const std::vector<std::int32_t>& counts,
                        std::map<std::int32_t, z3::expr>& sums, std::vector<z3::expr>& facts) const;

  DataAbstraction& data_;
  IntervalDomain counter_domain_;
  StatusNumbers numbers_;
  std::vector<Condition> predicates_;
  std::vector<PackedField> shared_fields_;
  std::vector<PackedField> counter_fields_;
  Shape shape_;
  std::vector<Transition> transitions_;
  std::vector<bool> irreversible_;  // by rule
  Choices more_;
  Choices less_;
  std::vector<SpuriousPattern> patterns_;
  // Answers of the solver. Searches ask from one thread.
  mutable std::map<std::vector<std::int32_t>, bool> feasible_;
  mutable std::vector<std::map<std::vector<std::int32_t>, bool>> answers_;
};

}  // namespace quorate
