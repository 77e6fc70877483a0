// The transition system of a Model as docs/semantics.md defines it, on packed states.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "model/model.hpp"
#include "model/semantics.hpp"
#include "system/compile/compiler.hpp"
#include "system/compile/layout.hpp"
#include "system/execute/channels.hpp"
#include "system/execute/executable.hpp"
#include "system/execute/interpreter.hpp"
#include "system/execute/native_interface.hpp"
#include "system/execute/observe_memo.hpp"
#include "system/execute/statuses.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

// Predicates: PredicateId(k) is the predicate of Model::properties[k] (for freedom from deadlock: the
// allowed end states). Temporal properties have none.
class ModelSystem final : public TransitionSystem {
 public:
  // Null if the model cannot be executed; `problems` then says why.
  static std::unique_ptr<ModelSystem> make(std::shared_ptr<const Model> model, const Semantics& semantics,
                                           const ChannelRoom& room, std::vector<CompileProblem>& problems);
  // Keeps a copy of the model.
  static std::unique_ptr<ModelSystem> make(const Model& model, const Semantics& semantics,
                                           const ChannelRoom& room, std::vector<CompileProblem>& problems) {
    return make(std::make_shared<const Model>(model), semantics, room, problems);
  }
  // The model must outlive the system.
  static std::unique_ptr<ModelSystem> borrowing(const Model& model, const Semantics& semantics,
                                                const ChannelRoom& room,
                                                std::vector<CompileProblem>& problems) {
    return make(std::shared_ptr<const Model>(std::shared_ptr<void>(), &model), semantics, room, problems);
  }
  static std::unique_ptr<ModelSystem> borrowing(const Model&& model, const Semantics& semantics,
                                                const ChannelRoom& room,
                                                std::vector<CompileProblem>& problems) = delete;

  [[nodiscard]] Shape shape() const override { return {layout_.words, layout_.bits}; }
  [[nodiscard]] std::span<const Transition> transitions() const override { return transitions_; }
  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override;
  [[nodiscard]] StateDescription describe(StateView state) const override;

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const Semantics& semantics() const { return semantics_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] const Executable& executable() const { return exec_; }
  [[nodiscard]] const ProgramTables& tables() const { return shared_.tables; }
  // From now on steps and predicates are computed by these functions, which must have been emitted for this
  // system and must outlive their use. Null: by the interpreter again. Other threads may use the system
  // meanwhile.
  void use(const native::Functions* functions) const { native_.store(functions, std::memory_order_release); }
  // The cells that a property's predicate reads, and those that `observe` writes.
  [[nodiscard]] const std::set<std::uint32_t>& predicate_reads(PredicateId predicate) const {
    return predicate_reads_[predicate.index()];
  }
  [[nodiscard]] const std::set<std::uint32_t>& observe_writes() const { return observe_writes_; }
  // Whether the process can forge messages in this state.
  [[nodiscard]] bool forges(ProcessId process, const std::uint64_t* state) const {
    return faults_in(state).forges(process);
  }

 private:
  // The first slot of a channel without whose messages a transition has no step; mask 0: there is no such
  // test.
  struct QuickTest {
    std::uint32_t word = 0;
    std::uint64_t mask = 0;  // at its place in the word
  };
  struct Offer {
    std::uint64_t code = 0;
    std::int32_t position = -1;  // in the channel; -1: nothing is consumed
    bool absent = false;
    bool forged = false;
    bool sender_crashes = false;
  };
  struct Outgoing {
    ProcessId to;
    std::uint64_t code = 0;
  };
  struct Workspace;   // the Scratch of this system
  class Stepper;      // makes the steps of one state; successors.cpp
  class Initializer;  // initial_states.cpp
  class Builder;      // model_system_build.cpp

  ModelSystem(std::shared_ptr<const Model> model, const Semantics& semantics)
      : kept_(std::move(model)), model_(*kept_), semantics_(semantics), access_(layout_, model_.channels) {}

  bool native_successors(StateView state, StepBuffer& buffer) const;
  Workspace& workspace(StepBuffer& buffer) const;
  [[nodiscard]] Status status(ProcessId process, const std::uint64_t* state) const {
    return status_in(layout_, state, process);
  }
  [[nodiscard]] FaultConditions<Statuses> faults_in(const std::uint64_t* state) const {
    return {exec_.faults, {layout_, state}};
  }
  void crash(ProcessId process, std::uint64_t* state) const;
  // Runs `observe`; false on a model error.
  bool observe(std::uint64_t* state, Workspace& work, StepBuffer& buffer) const;

  // describe.cpp
  void describe_links(const Variable& variable, std::uint32_t first_cell, const std::uint64_t* state,
                      std::vector<std::string>& marks) const;
  void add_marks(TypeId type, const std::string& name, std::uint32_t first,
                 const std::function<std::int64_t(std::uint32_t)>& scalar,
                 std::vector<std::string>& marks) const;
  [[nodiscard]] Value value_of(TypeId type, std::uint32_t first_cell, const std::uint64_t* state) const;
  [[nodiscard]] Value message_value(TypeId type, std::uint32_t first_cell, std::uint64_t code) const;
  [[nodiscard]] Value scalar_value(TypeId type, std::int64_t value) const;
  template <typename Scalar>
  [[nodiscard]] Value composite_value(TypeId type, std::uint32_t first, const Scalar& scalar) const;
  [[nodiscard]] MessageDescription describe_message(ProcessId from, ProcessId to, std::uint64_t code) const;

  const std::shared_ptr<const Model> kept_;
  const Model& model_;
  const Semantics semantics_;
  Layout layout_;
  ChannelAccess access_;
  SharedTables shared_;
  std::vector<Transition> transitions_;
  Executable exec_;
  std::vector<QuickTest> quick_tests_;  // [transition]
  std::vector<std::set<std::uint32_t>> predicate_reads_;
  std::set<std::uint32_t> observe_writes_;
  ObservedBits observed_bits_;
  struct InitialProgram {
    Program guard;
    Program effect;
  };
  std::vector<InitialProgram> initial_programs_;  // each initial rule with each choice of its parameters
  mutable std::atomic<const native::Functions*> native_ = nullptr;
};

}  // namespace quorate
