// The stack of systems that is searched: the model's system and the layers around it (reduction/layers). It
// is built here from what the soundness gate has chosen; nothing else knows the order of the layers.
#pragma once

#include <memory>
#include <vector>

#include "native/native_engine.hpp"
#include "reduction/layers.hpp"
#include "reduction/stubborn/dpor.hpp"
#include "search/search.hpp"
#include "store/state_store.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

class SystemStack {
 public:
  // Null if the model cannot be executed; `problems` then says why. The model must outlive the stack.
  static std::unique_ptr<SystemStack> make(const Model& model, const Semantics& semantics,
                                           const ChannelRoom& room, const Reductions& reductions,
                                           std::vector<CompileProblem>& problems);
  static std::unique_ptr<SystemStack> make(const Model&& model, const Semantics& semantics,
                                           const ChannelRoom& room, const Reductions& reductions,
                                           std::vector<CompileProblem>& problems) = delete;

  // The system that is searched.
  [[nodiscard]] const TransitionSystem& top() const {
    return in_use_.empty() ? static_cast<const TransitionSystem&>(*model_) : in_use_.back()->system();
  }
  [[nodiscard]] const ModelSystem& unreduced() const { return *model_; }
  // The layers in use, from the lowest to the highest.
  [[nodiscard]] const std::vector<const Layer*>& layers() const { return in_use_; }
  // The wanted layers, in use or not.
  [[nodiscard]] const Layers& wanted() const { return layers_; }

  [[nodiscard]] bool symmetric() const { return layers_.symmetry != nullptr && layers_.symmetry->in_use(); }
  [[nodiscard]] bool forgetful() const {
    return layers_.forgetting != nullptr && layers_.forgetting->in_use();
  }
  // What is known of dead messages; empty if forgetting is not wanted.
  [[nodiscard]] DeadMessages::Found dead() const {
    return layers_.forgetting != nullptr ? layers_.forgetting->found() : DeadMessages::Found{};
  }
  // The relations of the partial-order reduction in use, or null.
  [[nodiscard]] const TransitionRelations* relations() const {
    if (dpor_) return &dpor_->relations();
    return layers_.stubborn != nullptr ? layers_.stubborn->relations() : nullptr;
  }
  // Whether the search must keep the ignoring proviso.
  [[nodiscard]] bool needs_proviso() const;

  // Whether the last search used native code, and why it did not although it was long.
  [[nodiscard]] bool used_native_code() const { return engine_->in_use(); }
  [[nodiscard]] std::string native_trouble() const {
    const std::string trouble = engine_->trouble();
    return trouble.empty() ? "" : "states are interpreted, which is slower than native code: " + trouble;
  }

  [[nodiscard]] PartialOrder por() const { return por_; }
  // To be called before search(). With Engine::native it waits for native code, or returns why there is none.
  [[nodiscard]] std::string start(Engine engine) { return engine_->start(engine); }
  // May be called once for a stack, since dynamic reduction keeps a state.
  [[nodiscard]] SearchOutcome search(const std::vector<Goal>& goals, SearchOptions options);
  // Null without dynamic partial-order reduction.
  [[nodiscard]] DporPath* dpor() { return dpor_.get(); }

  // A function that replaces a state of an unreduced system of the model by its representative in the
  // searched system. Null: each state is its own. The stack and the system must outlive it.
  [[nodiscard]] Representative representative(const ModelSystem& states_of) const;
  // Lifts a path of the searched system to the unreduced system, layer by layer.
  [[nodiscard]] LiftedPath lifted(const StatePath& path) const;
  // The number of states of the unreduced system, if the store has all states of the searched one. None with
  // layers other than symmetry, which do not know how many states a state represents.
  [[nodiscard]] std::optional<double> unreduced_states(const StateStore& store) const;

 private:
  std::unique_ptr<ModelSystem> model_;
  Layers layers_;
  std::vector<const Layer*> in_use_;
  std::unique_ptr<DporPath> dpor_;
  std::unique_ptr<NativeEngine> engine_;  // last of those that share its code: it is destroyed first
  PartialOrder por_ = PartialOrder::none;
  bool stateless_ = false;
};

}  // namespace quorate
