// The stack of systems that a search runs on: the model executed, and the reductions around it. Built in one place from
// what the soundness gate chose; the only place that knows how the layers lie upon each other.
#pragma once

#include <memory>
#include <vector>

#include "reduction/lift.hpp"
#include "reduction/process_group.hpp"
#include "reduction/symmetric_system.hpp"
#include "search/state_store.hpp"
#include "system/model_system.hpp"

namespace quorate {

class SystemStack {
 public:
  // Null if the model cannot be executed; `problems` then says why.
  static std::unique_ptr<SystemStack> make(const Model& model, const Semantics& semantics,
                                           const ChannelRoom& room, const ProcessGroup& group,
                                           std::vector<CompileProblem>& problems);

  // What is searched.
  [[nodiscard]] const TransitionSystem& top() const {
    return symmetric_ ? static_cast<const TransitionSystem&>(*symmetric_) : *model_;
  }
  [[nodiscard]] const ModelSystem& unreduced() const { return *model_; }
  [[nodiscard]] bool symmetric() const { return symmetric_ != nullptr; }

  // A path of the searched system as one of the unreduced system; shorter if it cannot be followed.
  [[nodiscard]] StatePath lifted(StatePath path) const;
  // How many states the unreduced system has, if the store holds all states of the searched one.
  [[nodiscard]] double unreduced_states(const StateStore& store) const;

 private:
  std::unique_ptr<ModelSystem> model_;
  std::unique_ptr<SymmetricSystem> symmetric_;
};

}  // namespace quorate
