// The stack of systems that a search runs on: the model executed, and the reductions around it. Built in one
// place from what the soundness gate chose; the only place that knows how the layers lie upon each other.
#pragma once

#include <memory>
#include <vector>

#include "reduction/checked_reduction.hpp"
#include "reduction/lift.hpp"
#include "reduction/lpor_system.hpp"
#include "reduction/process_group.hpp"
#include "reduction/symmetric_system.hpp"
#include "search/state_store.hpp"
#include "system/model_system.hpp"

namespace quorate {

// Which reductions a search uses.
struct Reductions {
  ProcessGroup group;  // trivial: no symmetry
  bool lpor = false;
  LporOptions lpor_options;
  bool check = false;                // verify the conditions of LPOR in every state
  std::vector<PredicateId> visible;  // predicates of invariants, which LPOR must preserve

  bool operator==(const Reductions&) const = default;
};

class SystemStack {
 public:
  // Null if the model cannot be executed; `problems` then says why.
  static std::unique_ptr<SystemStack> make(const Model& model, const Semantics& semantics,
                                           const ChannelRoom& room, const Reductions& reductions,
                                           std::vector<CompileProblem>& problems);

  // What is searched.
  [[nodiscard]] const TransitionSystem& top() const {
    return symmetric_ ? static_cast<const TransitionSystem&>(*symmetric_) : below_symmetry();
  }
  [[nodiscard]] const ModelSystem& unreduced() const { return *model_; }
  [[nodiscard]] bool symmetric() const { return symmetric_ != nullptr; }
  [[nodiscard]] const LporSystem* lpor() const { return lpor_.get(); }
  // What --check-reductions verified; null if it was not asked for.
  [[nodiscard]] const CheckedStates* checked() const { return checked_ ? &checked_->checked() : nullptr; }
  // Whether the search must see to it that no step is ignored for ever.
  [[nodiscard]] bool needs_proviso() const { return lpor_ && !lpor_->relations().bounds().runs_end(); }

  // A path of the searched system as one of the unreduced system; shorter if it cannot be followed.
  [[nodiscard]] StatePath lifted(StatePath path) const;
  // How many states the unreduced system has, if the store holds all states of the searched one and only
  // symmetry reduced it.
  [[nodiscard]] double unreduced_states(const StateStore& store) const;

 private:
  [[nodiscard]] const TransitionSystem& below_symmetry() const {
    if (checked_) return *checked_;
    return lpor_ ? static_cast<const TransitionSystem&>(*lpor_) : *model_;
  }

  std::unique_ptr<ModelSystem> model_;
  std::unique_ptr<LporSystem> lpor_;
  std::unique_ptr<CheckedReduction> checked_;
  std::unique_ptr<SymmetricSystem> symmetric_;
};

}  // namespace quorate
