// The stack of systems that a search runs on: the model executed, and the reductions around it. Built in one
// place from what the soundness gate chose; the only place that knows how the layers lie upon each other.
#pragma once

#include <memory>
#include <vector>

#include "native/native_engine.hpp"
#include "reduction/dead_messages/forgetful_system.hpp"
#include "reduction/stubborn/checked_reduction.hpp"
#include "reduction/stubborn/dpor.hpp"
#include "reduction/stubborn/lpor_system.hpp"
#include "reduction/symmetry/process_group.hpp"
#include "reduction/symmetry/symmetric_system.hpp"
#include "search/paths/lift.hpp"
#include "search/search.hpp"
#include "store/state_store.hpp"
#include "system/execute/model_system.hpp"
#include "verify/gate/partial_order_plan.hpp"

namespace quorate {

// Which reductions a search uses.
struct Reductions {
  ProcessGroup group;             // trivial: no symmetry
  bool forget = false;            // messages that nobody will receive, where that is sound and some are known
  ExplorationLimits exploration;  // to find them
  // What is known of them from another stack for the model and its semantics.
  std::optional<SpentMessages::Found> spent;
  PartialOrder por = PartialOrder::none;
  bool stateless = false;  // no states are stored; always so with PartialOrder::dpor
  LporOptions lpor_options;
  bool check = false;                // verify the conditions of LPOR in every state
  std::vector<PredicateId> visible;  // predicates of invariants, which partial-order reduction must preserve
};

class SystemStack {
 public:
  // Null if the model cannot be executed; `problems` then says why. The model must outlive the stack.
  static std::unique_ptr<SystemStack> make(const Model& model, const Semantics& semantics,
                                           const ChannelRoom& room, const Reductions& reductions,
                                           std::vector<CompileProblem>& problems);

  // What is searched.
  [[nodiscard]] const TransitionSystem& top() const {
    return symmetric_ ? static_cast<const TransitionSystem&>(*symmetric_) : below_symmetry();
  }
  [[nodiscard]] const ModelSystem& unreduced() const { return *model_; }
  [[nodiscard]] bool symmetric() const { return symmetric_ != nullptr; }
  [[nodiscard]] bool forgetful() const { return forgetful_ != nullptr; }
  // Why spent messages are not forgotten although they should be, or empty.
  [[nodiscard]] const std::string& against_forgetting() const { return against_forgetting_; }
  [[nodiscard]] const SpentMessages::Found& spent() const { return spent_; }
  // Null without symmetry.
  [[nodiscard]] const Canonicalizer* canonicalizer() const {
    return symmetric_ ? &symmetric_->canonicalizer() : nullptr;
  }
  [[nodiscard]] const LporSystem* lpor() const { return lpor_.get(); }
  // What --check-reductions verified; null if it was not asked for.
  [[nodiscard]] const CheckedStates* checked() const { return checked_ ? &checked_->checked() : nullptr; }
  // The relations that steps are left out by, or null.
  [[nodiscard]] const TransitionRelations* relations() const {
    if (lpor_) return &lpor_->relations();
    return dpor_ ? &dpor_->relations() : nullptr;
  }
  // Whether the search must see to it that no step is ignored for ever.
  [[nodiscard]] bool needs_proviso() const { return lpor_ && !lpor_->relations().bounds().runs_end(); }

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

  // A path of the searched system as one of the unreduced system.
  [[nodiscard]] LiftedPath lifted(const StatePath& path) const;
  // How many states the unreduced system has, if the store holds all states of the searched one and only
  // symmetry reduced it.
  [[nodiscard]] double unreduced_states(const StateStore& store) const;

 private:
  [[nodiscard]] const TransitionSystem& below_symmetry() const {
    return forgetful_ ? static_cast<const TransitionSystem&>(*forgetful_) : below_forgetting();
  }
  [[nodiscard]] const TransitionSystem& below_forgetting() const {
    if (checked_) return *checked_;
    return lpor_ ? static_cast<const TransitionSystem&>(*lpor_) : *model_;
  }

  [[nodiscard]] bool channels_never_full() const;
  void forget_spent_messages(const Reductions& reductions);

  std::unique_ptr<ModelSystem> model_;
  std::unique_ptr<LporSystem> lpor_;
  std::unique_ptr<CheckedReduction> checked_;
  std::unique_ptr<DporPath> dpor_;
  std::unique_ptr<ForgetfulSystem> forgetful_;
  std::string against_forgetting_;
  SpentMessages::Found spent_;
  std::unique_ptr<SymmetricSystem> symmetric_;
  std::unique_ptr<NativeEngine> engine_;  // ends before the two that it gives code to
  PartialOrder por_ = PartialOrder::none;
  bool stateless_ = false;
};

}  // namespace quorate
