// Verifies the conditions of stubborn sets state by state, by brute force: a debug check for small systems.
// See reduction_check.cpp.
#pragma once

#include <unordered_set>
#include <vector>

#include "reduction/layer.hpp"
#include "reduction/stubborn/lpor_system.hpp"
#include "reduction/stubborn/state_graph.hpp"

namespace quorate {

struct CheckedStates {
  std::uint64_t complete = 0;  // states in which every condition was verified
  std::uint64_t in_part = 0;   // states in which a limit was reached, or which have a model error
};

class ReductionCheck {
 public:
  static constexpr std::size_t most_states = Layer::most_states_to_check;  // all checks together
  static constexpr std::size_t most_visited = 2'000;                       // in one walk

  // Both systems must outlive the check. visible: the predicates that the reduction was made for.
  ReductionCheck(const ModelSystem& system, const LporSystem& reduced, std::vector<PredicateId> visible);

  // Throws ReductionFlaw: the text names the condition, the transitions and the state.
  void check(StateView state);
  [[nodiscard]] const CheckedStates& checked() const { return checked_; }

 private:
  using Number = StateGraph::Number;
  struct Promise {  // a necessary set, and the transitions that must stay disabled without it
    lpor::TransitionSet set;
    std::vector<std::size_t> disabled;
  };

  [[nodiscard]] lpor::TransitionSet enabled_in(Number state);
  std::vector<Number> targets(Number state, std::size_t group);
  bool fails(Number state, std::size_t group);
  bool known(Number state);

  void check_pairs(Number state);
  void check_enabling(Number state);
  void check_visibility(Number state);
  void check_commutes(Number state, std::size_t a, std::size_t b);
  void check_error_stays(Number state, std::size_t failing, std::size_t member);
  [[nodiscard]] std::vector<Promise> promises(Number state);
  void check_necessary(Number state);
  void check_stubborn(Number state);
  void check_member(Number state, std::size_t member, const lpor::TransitionSet& stubborn);
  // Visits the states reached from `start` without steps of `inside`, up to a limit.
  template <typename Visit>
  void walk_outside(Number start, const lpor::TransitionSet& inside, const Visit& visit);

  [[nodiscard]] std::size_t group_of(std::size_t transition) const {
    return relations_.group_of(TransitionId(static_cast<std::int64_t>(transition)));
  }
  [[nodiscard]] std::string name(std::size_t group) const;
  [[noreturn]] void flaw(Number state, const std::string& condition) const;

  const ModelSystem& system_;
  const LporSystem& reduced_;
  const TransitionRelations& relations_;
  std::vector<PredicateId> predicates_;
  StateGraph graph_;
  std::vector<lpor::TransitionSet>
      disturbs_;  // [b]: groups that b depends on; if b is visible, also the other visible ones
  std::vector<lpor::TransitionSet> enablers_;   // [b]
  std::unordered_set<std::uint64_t> commutes_;  // the (state, a, b) that were verified
  std::unordered_set<Number> seen_;
  CheckedStates checked_;
  bool limited_ = false;
};

}  // namespace quorate
