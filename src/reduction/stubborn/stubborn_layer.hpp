// Stubborn sets as a layer: it leaves out steps and does not change states.
#pragma once

#include <memory>
#include <vector>

#include "reduction/layer.hpp"
#include "reduction/stubborn/checked_reduction.hpp"
#include "reduction/stubborn/lpor_system.hpp"

namespace quorate {

class StubbornLayer final : public Layer {
 public:
  static constexpr const char* title = "stubborn sets";

  // visible: predicates that must be preserved. watched: the conditions are verified in every state
  // (--check-reductions).
  StubbornLayer(std::vector<PredicateId> visible, LporOptions options, bool watched)
      : visible_(std::move(visible)), options_(options), watched_(watched) {}

  [[nodiscard]] std::string name() const override { return title; }
  [[nodiscard]] const TransitionSystem& system() const override {
    return watch_ ? static_cast<const TransitionSystem&>(*watch_) : *lpor_;
  }
  [[nodiscard]] Representative representative(const ModelSystem&) const override { return nullptr; }
  [[nodiscard]] bool serves(const Purpose&) const override { return true; }
  [[nodiscard]] bool needs_proviso() const override { return !lpor_->relations().bounds().runs_end(); }
  [[nodiscard]] std::string check(const FindStates& find) const override;

  // Null if the layer is not in use.
  [[nodiscard]] const TransitionRelations* relations() const { return lpor_ ? &lpor_->relations() : nullptr; }
  // Null if it is not watched.
  [[nodiscard]] const CheckedStates* checked() const { return watch_ ? &watch_->checked() : nullptr; }

 private:
  [[nodiscard]] std::string wrap(const ModelSystem& model, const TransitionSystem& below) override;

  std::vector<PredicateId> visible_;
  LporOptions options_;
  bool watched_;
  std::unique_ptr<LporSystem> lpor_;
  std::unique_ptr<CheckedReduction> watch_;
};

}  // namespace quorate
