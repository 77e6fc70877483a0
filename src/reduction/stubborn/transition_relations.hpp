// The LPOR relations of message passing ([Bokor et al. 2011], Definitions 4 to 6, and [Bokor 2011],
// Definition 23), derived from the model without annotations. See transition_relations.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quorate/lpor.hpp"
#include "reduction/stubborn/firing_bounds.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

// Which rules are refined by their senders [Bokor 2011, 3.5].
enum class Split { none, quorum, reply, combined };
std::string to_text(Split split);

class TransitionRelations {
 public:
  // `system` must outlive the relations. visible: predicates whose truth must be preserved (of invariants).
  TransitionRelations(const ModelSystem& system, std::span<const PredicateId> visible, Split split);

  // Why these semantics have no relations, or empty.
  static std::string against(const Model& model, const Semantics& semantics);

  // A group is a transition of the unrefined or partly refined system: a set of the system's own transitions,
  // which are fully refined.
  [[nodiscard]] std::size_t groups() const { return members_.size(); }
  [[nodiscard]] std::size_t group_of(TransitionId transition) const { return group_of_[transition.index()]; }
  [[nodiscard]] const std::vector<std::size_t>& members(std::size_t group) const { return members_[group]; }

  // For groups: whether b depends on a.
  [[nodiscard]] bool dependent(std::size_t a, std::size_t b) const;
  // For single transitions: whether b depends on a by anything but the monitor.
  [[nodiscard]] bool dependent_unobserved(std::size_t a, std::size_t b) const;
  // For groups: whether a can enable b.
  [[nodiscard]] bool can_enable(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool visible(std::size_t group) const;

  // Calls `candidate` with each known necessary enabling set of a transition that is disabled in the state: a
  // set of groups of which one must occur before the transition is enabled. There may be none; then the set
  // of all groups that can enable it is one.
  template <typename Candidate>
  void necessary_sets(std::size_t transition, const std::uint64_t* state, const Candidate& candidate) const;

  [[nodiscard]] const FiringBounds& bounds() const { return bounds_; }
  [[nodiscard]] bool channels_never_full() const { return never_full_; }
  [[nodiscard]] const std::vector<TransitionKnowledge>& knowledge() const { return knowledge_; }
  [[nodiscard]] const MessageClasses& classes() const { return classes_; }

 private:
  // An input of a transition: the messages from one sender, and the groups that can send them.
  struct Input {
    ProcessId from;
    const ChannelLayout* channel = nullptr;
    std::optional<KindId> kind;   // that it needs; none: any message will do (losses)
    bool may_forge = false;       // the sender can be Byzantine and forge the message
    bool may_be_absent = false;   // an empty channel can be noticed, and then no message is needed
    lpor::TransitionSet senders;  // groups that send what the transition takes
    lpor::TransitionSet
        removers;  // groups that take something out of the channel (FIFO: to get at what is behind)
  };

  // A condition on one variable: where it fails the guard is false, whatever else holds.
  struct LocalCondition {
    std::uint32_t cell = 0;
    std::uint64_t failing = 0;      // a bit for each raw value of the cell for which the guard is false
    lpor::TransitionSet restorers;  // groups that can give the variable another value
  };

  void learn(const std::vector<VariableMoves>& moves);
  void add_condition(std::size_t transition, const VariableMoves& moves);
  void make_conditions(const std::vector<VariableMoves>& moves);
  void make_groups(Split split);
  void make_inputs();
  [[nodiscard]] bool fine_dependent(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool fine_can_enable(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool can_enable_locally(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool share_cells(const Transition& a, const Transition& b) const;
  [[nodiscard]] bool conflict_in_variables(const Transition& a, const Transition& b) const;
  [[nodiscard]] bool share_input(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool share_output(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool feeds(std::size_t sender, std::size_t receiver) const;
  [[nodiscard]] bool same_channel(std::size_t sender, std::size_t receiver) const;
  [[nodiscard]] bool depends_on_sending(std::size_t transition) const;
  [[nodiscard]] bool can_free(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool leaves_all(std::size_t transition) const;
  [[nodiscard]] bool sees_emptiness(std::size_t receiver, ProcessId sender) const;
  [[nodiscard]] bool is_reply(const std::vector<std::size_t>& transitions) const;
  [[nodiscard]] KindId kind_taken(std::size_t transition, std::size_t i) const;
  // Whether the channel offers a message that the transition could take.
  [[nodiscard]] bool offered(const Input& input, std::size_t transition, const std::uint64_t* state) const;

  const ModelSystem& system_;
  const Model& model_;
  Definedness definedness_;
  MessageClasses classes_;
  bool looks_at_others_ = false;                // some transition reads variables of other processes
  std::vector<TransitionKnowledge> knowledge_;  // [transition]
  FiringBounds bounds_;
  bool never_full_ = true;
  std::vector<std::size_t> group_of_;
  std::vector<std::vector<std::size_t>> members_;
  std::vector<bool> visible_;                            // [transition]
  std::vector<std::vector<Input>> inputs_;               // [transition]
  std::vector<std::vector<LocalCondition>> conditions_;  // [transition]
  std::vector<std::set<std::size_t>> spoils_;            // [transition]: those whose guard it leaves false
};

template <typename Candidate>
void TransitionRelations::necessary_sets(std::size_t transition, const std::uint64_t* state,
                                         const Candidate& candidate) const {
  for (const LocalCondition& condition : conditions_[transition]) {
    const Cell& cell = system_.layout().cells[condition.cell];
    const std::uint64_t raw = (state[cell.word] >> cell.shift) & cell.mask;
    if (((condition.failing >> raw) & 1) != 0) candidate(condition.restorers);
  }
  for (const Input& input : inputs_[transition]) {
    if (input.may_be_absent || (input.may_forge && system_.forges(input.from, state))) continue;
    if (offered(input, transition, state)) continue;
    const bool blocked = model_.channels.fifo && input.channel != nullptr &&
                         load_slot(system_.layout().slots[input.channel->first_slot], state) != 0;
    candidate(blocked ? input.removers : input.senders);
  }
}

}  // namespace quorate
