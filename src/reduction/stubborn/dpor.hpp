// Dynamic partial-order reduction: determines from the races between the steps of a path which transitions a
// stateless depth-first search must still take in the states of the path. For systems all of whose runs end.
// See dpor.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reduction/stubborn/transition_relations.hpp"
#include "system/seam/step_choice.hpp"

namespace quorate {

class DporPath final : public StepChoice {
 public:
  // visible: predicates that must be preserved. `system` must outlive this.
  DporPath(const ModelSystem& system, std::span<const PredicateId> visible);

  void enter(StateView state, const StepBuffer& steps) override;
  [[nodiscard]] bool wanted(TransitionId transition) const override {
    return nodes_[depth_ - 1].wanted.contains(relations_.group_of(transition));
  }
  void step(TransitionId transition) override;
  void leave() override { --depth_; }

  [[nodiscard]] const TransitionRelations& relations() const { return relations_; }

 private:
  // A state of the path, and the step that the path takes from it.
  struct Node {
    std::vector<std::uint64_t> state;
    lpor::TransitionSet enabled;
    lpor::TransitionSet asleep;          // part of enabled
    lpor::TransitionSet wanted;          // part of enabled, none of it asleep
    std::vector<std::uint32_t> untaken;  // [transition]: its steps that were not taken
    lpor::TransitionSet finished;        // wanted transitions all of whose steps were taken
    std::size_t step = SIZE_MAX;
    std::vector<bool> past;        // [position]: earlier steps that happen before this one
    lpor::TransitionSet arousing;  // transitions that may enable or wake a rival of this step
  };

  [[nodiscard]] static bool awake(const Node& node, std::size_t transition) {
    return node.enabled.contains(transition) && !node.asleep.contains(transition);
  }
  void make_tables();
  void fall_asleep(Node& node) const;
  void want(Node& node, std::size_t transition) const;
  void find_arousing(Node& node) const;
  [[nodiscard]] bool possible(const Node& node, std::size_t transition,
                              const lpor::TransitionSet& before) const;
  void reverse_race(std::size_t earlier, const Node& later);

  const ModelSystem& system_;
  TransitionRelations relations_;
  std::vector<lpor::TransitionSet> dependent_;  // [transition]: symmetric, with enabling and visibility
  std::vector<lpor::TransitionSet> rivals_;     // [transition]: those that it may disable
  std::vector<lpor::TransitionSet> enablers_;   // [transition]: those that can enable it
  std::vector<Node> nodes_;  // the first depth_ are the path; the others are kept for reuse
  std::size_t depth_ = 0;
};

}  // namespace quorate
