// Symmetry reduction as a layer: one state is stored for all states of an orbit.
#pragma once

#include <memory>

#include "reduction/layer.hpp"
#include "reduction/symmetry/process_group.hpp"
#include "reduction/symmetry/symmetric_system.hpp"

namespace quorate {

class SymmetryLayer final : public Layer {
 public:
  static constexpr const char* title = "permuted processes";

  explicit SymmetryLayer(ProcessGroup group) : group_(std::move(group)) {}

  [[nodiscard]] std::string name() const override { return title; }
  [[nodiscard]] bool serves(const Purpose& purpose) const override { return !purpose.stateless; }
  [[nodiscard]] const TransitionSystem& system() const override { return *symmetric_; }
  [[nodiscard]] Representative representative(const ModelSystem& states_of) const override;
  [[nodiscard]] std::string check(const FindStates& find) const override;

  // Only if the layer is in use.
  [[nodiscard]] const Canonicalizer& canonicalizer() const { return symmetric_->canonicalizer(); }

 private:
  [[nodiscard]] std::string wrap(const ModelSystem& model, const TransitionSystem& below) override;

  ProcessGroup group_;
  std::unique_ptr<SymmetricSystem> symmetric_;
};

}  // namespace quorate
