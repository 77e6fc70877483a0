// A threshold algorithm at fixed parameters, as a transition system. Processes of a kind are identical and no
// property tells them apart, so that a state keeps, for each kind, the multiset of its processes' local
// states: the counter representation, an exact symmetry reduction. Without it the same system keeps the
// processes in order.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "parameterized/automaton/threshold_rules.hpp"
#include "parameterized/instance/packed_field.hpp"
#include "parameterized/instance/value_classes.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

class ThresholdInstance : public TransitionSystem {
 public:
  // `predicates` are conditions over shared variables, parameters and counts; PredicateId is the position.
  // The parameters must give every kind of process a number that is not negative and at most
  // `most_processes`.
  ThresholdInstance(std::shared_ptr<const RuleSystem> rules, const std::vector<std::int64_t>& parameters,
                    std::vector<Condition> predicates, bool counter_representation,
                    GrowingValues growing = GrowingValues::cut);

  static constexpr std::int64_t most_processes = 200;
  static constexpr std::int64_t largest_parameter = 1'000'000'000;

  // Why the instance cannot be checked; empty if it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  // How the values of the variables are told apart.
  [[nodiscard]] const ValueClasses& classes() const { return classes_; }

  [[nodiscard]] Shape shape() const override;
  [[nodiscard]] std::span<const Transition> transitions() const override;
  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override;
  [[nodiscard]] StateDescription describe(StateView state) const override;

  // The parts of a state, for those who map it to another one.
  struct LocalState {
    std::int32_t status = 0;
    std::vector<std::int64_t> counters;  // by position in RuleProcess::counters

    auto operator<=>(const LocalState&) const = default;
  };
  struct GlobalState {
    std::vector<std::int64_t> shared;
    std::vector<std::vector<LocalState>> processes;  // by kind
  };
  [[nodiscard]] GlobalState decode(StateView state) const;
  // "2 x V0 nrcvd=1; 3 x SE nrcvd=2; nsnt=3"
  [[nodiscard]] std::string to_text(StateView state) const;
  // The state with each kind's processes sorted: its counter representation.
  [[nodiscard]] std::vector<std::uint64_t> sorted(StateView state) const;

 private:
  struct Kind {
    std::uint32_t code_width = 0;
    std::uint32_t status_width = 0;
    std::vector<std::uint32_t> counter_widths;
    std::vector<PackedField> slots;  // of the processes' codes
  };
  struct Move {
    std::uint64_t code = 0;
    std::vector<std::int64_t> shared;
    std::int32_t rule = 0;
  };
  struct Moves {
    std::vector<Move> moves;
    std::set<std::pair<std::uint64_t, std::vector<std::int64_t>>>
        known;         // codes and shared variables of them
    bool cut = false;  // some were left out: a variable would become too large
  };
  enum class RangeCheck { inside, above, negative };
  struct Memory;
  using Codes = std::vector<std::vector<std::uint64_t>>;  // [kind][process]

  using Start = std::pair<std::vector<std::int64_t>, Codes>;  // shared variables; the initialised processes

  void lay_out(GrowingValues growing);
  [[nodiscard]] std::uint64_t encode(std::size_t kind, const LocalState& local) const;
  [[nodiscard]] LocalState decode(std::size_t kind, std::uint64_t code) const;
  [[nodiscard]] std::vector<std::int64_t> load_shared(StateView state) const;
  void load(StateView state, std::vector<std::int64_t>& shared, Codes& codes) const;
  void store(std::uint64_t* state, const std::vector<std::int64_t>& shared, const Codes& codes) const;
  [[nodiscard]] std::int64_t value(Symbol symbol, const std::vector<std::int64_t>& shared, std::size_t kind,
                                   const LocalState& local, const std::vector<std::int64_t>& fresh) const;
  // False: a failure was recorded in the buffer.
  bool moves(const ThresholdRule& rule, std::int32_t number, const LocalState& local,
             const std::vector<std::int64_t>& shared, Moves& into, StepBuffer& buffer) const;
  bool one_move(const ThresholdRule& rule, std::int32_t number, const SymbolValue& symbols, Moves& into,
                StepBuffer& buffer) const;
  static RangeCheck into_range(std::int64_t& number, const ValueClass& values,
                               const ThresholdVariable& variable, StepBuffer& buffer);
  static bool cut(RangeCheck check, Moves& into) {
    into.cut = into.cut || check == RangeCheck::above;
    return check == RangeCheck::above;
  }
  const Moves* moves_from(std::size_t kind, std::uint64_t code, const std::vector<std::int64_t>& shared,
                          StepBuffer& buffer) const;
  // False: a failure, or too many states, in the buffer.
  bool initialise(const Start& start, std::size_t kind, std::set<Start>& into, StepBuffer& buffer) const;
  bool sorted_starts(std::set<Start>& starts, StepBuffer& buffer) const;
  void append(StateView state, std::size_t kind, std::size_t process, const Move& move,
              StepBuffer& buffer) const;

  std::shared_ptr<const RuleSystem> rules_;
  std::vector<std::int64_t> parameters_;
  std::vector<std::int64_t> quotients_;
  std::vector<Condition> predicates_;
  bool sorted_;
  ValueClasses classes_;
  std::string problem_;
  std::vector<std::size_t> sizes_;
  std::vector<Kind> kinds_;
  std::vector<PackedField> shared_fields_;
  Shape shape_;
  std::vector<Transition> transitions_;
};

}  // namespace quorate
