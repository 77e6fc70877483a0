// A Promela text of fixed size as a transition system: a step is one statement of one process, a whole
// d_step, or an atomic block up to where it ends or blocks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/plain_model.hpp"
#include "parameterized/instance/packed_field.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

class PlainSystem : public TransitionSystem {
 public:
  // Predicates are the model's propositions and, last, that no assertion has failed. If assertions are
  // watched, a failed one ends the run; otherwise it changes nothing.
  PlainSystem(std::shared_ptr<const PlainModel> model, const SourceText& source, bool watch_assertions);

  [[nodiscard]] Shape shape() const override { return shape_; }
  [[nodiscard]] std::span<const Transition> transitions() const override { return transitions_; }
  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override;
  [[nodiscard]] StateDescription describe(StateView state) const override;

 private:
  struct Instance {
    std::size_t process = 0;  // its proctype
    PackedField location;
    std::vector<std::vector<PackedField>> locals;  // [variable][element]
    std::int64_t first_transition = 0;
  };
  struct Channel {
    PackedField length;
    std::vector<std::vector<PackedField>> messages;  // [position][field]
  };
  class Evaluation;

  std::vector<PackedField> fields_for(const PlainVariable& variable, class FieldPacker& packer) const;
  static void put_initial(const PlainVariable& variable, const std::vector<PackedField>& fields,
                          std::uint64_t* state);
  [[nodiscard]] const PlainProcess& process_of(const Instance& instance) const {
    return model_->processes[instance.process];
  }
  // The steps that leave the location where the instance is.
  [[nodiscard]] std::span<const PlainStep> steps_at(const Instance& instance,
                                                    const std::uint64_t* state) const;
  [[nodiscard]] std::optional<bool> enabled(std::size_t instance, std::span<const PlainStep> steps,
                                            const PlainStep& step, const std::uint64_t* state,
                                            StepBuffer& buffer) const;
  // Whether a message can be sent, or the first one is what is to be received.
  [[nodiscard]] std::optional<bool> can_pass(std::size_t instance, const PlainStep& step,
                                             const std::uint64_t* state, StepBuffer& buffer) const;
  bool send(std::size_t instance, const PlainStep& step, std::uint64_t* state, StepBuffer& buffer) const;
  bool receive(std::size_t instance, const PlainStep& step, std::uint64_t* state, StepBuffer& buffer) const;
  [[nodiscard]] std::string channel_text(std::size_t channel, const std::uint64_t* state) const;
  // Executes an enabled step, and all of a d_step that it begins. False: a failure in the buffer.
  bool execute(std::size_t instance, const PlainStep& step, std::uint64_t* state, StepBuffer& buffer) const;
  bool execute_one(std::size_t instance, const PlainStep& step, std::uint64_t* state,
                   StepBuffer& buffer) const;
  struct Move {
    const PlainStep* step;
    std::vector<std::uint64_t> state;  // after it
  };
  struct AtomicWalk;
  // One statement each; nothing: a failure.
  std::optional<std::vector<Move>> single_moves(std::size_t instance, StateView state,
                                                StepBuffer& buffer) const;
  // Appends the states that follow a statement: its target, or where the atomic block ends or blocks.
  // False: a failure, or a block with too many states.
  bool go_on(std::size_t instance, Move& move, AtomicWalk& walk, StepBuffer& buffer) const;
  // How many statements are enabled; nothing: a failure.
  std::optional<std::size_t> moves_of(std::size_t instance, StateView state, StepBuffer& buffer) const;
  [[nodiscard]] TransitionId transition_of(std::size_t instance, const PlainStep& step) const {
    return TransitionId(instances_[instance].first_transition +
                        (&step - process_of(instances_[instance]).steps.data()));
  }
  void describe_step(std::size_t instance, const std::vector<const PlainStep*>& steps,
                     StepBuffer& buffer) const;

  std::shared_ptr<const PlainModel> model_;
  const SourceText& source_;
  bool watch_assertions_;
  std::vector<std::vector<PackedField>> globals_;
  std::vector<Channel> channels_;
  std::vector<Instance> instances_;
  PackedField exclusive_;  // the process inside of an atomic block, from 1 on; 0: none
  PackedField failed_;     // an assertion has failed
  Shape shape_;
  std::vector<Transition> transitions_;
};

}  // namespace quorate
