// The stack of systems that a search runs on: the model executed, and the layers around it
// (reduction/layers). Built in one place from what the soundness gate chose; the only place that knows how
// the layers lie upon each other.
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

  // What is searched.
  [[nodiscard]] const TransitionSystem& top() const {
    return in_use_.empty() ? static_cast<const TransitionSystem&>(*model_) : in_use_.back()->system();
  }
  [[nodiscard]] const ModelSystem& unreduced() const { return *model_; }
  // From the lowest to the highest.
  [[nodiscard]] const std::vector<const Layer*>& layers() const { return in_use_; }
  // Those that were wanted, in use or not.
  [[nodiscard]] const Layers& wanted() const { return layers_; }

  [[nodiscard]] bool symmetric() const { return layers_.symmetry != nullptr && layers_.symmetry->in_use(); }
  [[nodiscard]] bool forgetful() const {
    return layers_.forgetting != nullptr && layers_.forgetting->in_use();
  }
  // What is known of dead messages: nothing if they are not wanted to be forgotten.
  [[nodiscard]] DeadMessages::Found dead() const {
    return layers_.forgetting != nullptr ? layers_.forgetting->found() : DeadMessages::Found{};
  }
  // The relations that steps are left out by, or null.
  [[nodiscard]] const TransitionRelations* relations() const {
    if (dpor_) return &dpor_->relations();
    return layers_.stubborn != nullptr ? layers_.stubborn->relations() : nullptr;
  }
  // Whether the search must see to it that no step is ignored for ever.
  [[nodiscard]] bool needs_proviso() const;

  // How the states of the last search were executed, and why they were interpreted although the search was
  // long.
  [[nodiscard]] bool used_native_code() const { return engine_->in_use(); }
  [[nodiscard]] std::string native_trouble() const {
    const std::string trouble = engine_->trouble();
    return trouble.empty() ? "" : "states are interpreted, which is slower than native code: " + trouble;
  }

  [[nodiscard]] PartialOrder por() const { return por_; }
  // To be called before search(). With Engine::native it returns when there is native code, or with the
  // reason why there is none.
  [[nodiscard]] std::string start(Engine engine) { return engine_->start(engine); }
  // Made once for a stack: dynamic reduction has a state of its own.
  [[nodiscard]] SearchOutcome search(const std::vector<Goal>& goals, SearchOptions options);
  // Null if the reduction is another.
  [[nodiscard]] DporPath* dpor() { return dpor_.get(); }

  // Replaces a state of an unreduced system of the model by the one that stands for it on top. Null: each
  // stands for itself. The stack and the system must outlive it.
  [[nodiscard]] Representative representative(const ModelSystem& states_of) const;
  // A path of the searched system as one of the unreduced system, layer by layer.
  [[nodiscard]] LiftedPath lifted(const StatePath& path) const;
  // How many states the unreduced system has, if the store holds all states of the searched one. None if that
  // is not known: other layers than symmetry do not say for how many states one stands.
  [[nodiscard]] std::optional<double> unreduced_states(const StateStore& store) const;

 private:
  std::unique_ptr<ModelSystem> model_;
  Layers layers_;
  std::vector<const Layer*> in_use_;
  std::unique_ptr<DporPath> dpor_;
  std::unique_ptr<NativeEngine> engine_;  // ends before the two that it gives code to
  PartialOrder por_ = PartialOrder::none;
  bool stateless_ = false;
};

}  // namespace quorate
