// Forgetting dead messages as a layer: which ones there are is found out when it is put upon a system, unless
// it is known from another system of the model.
#pragma once

#include <memory>
#include <optional>

#include "reduction/dead_messages/forgetful_system.hpp"
#include "reduction/layer.hpp"
#include "reduction/stubborn/stubborn_layer.hpp"

namespace quorate {

class ForgettingLayer final : public Layer {
 public:
  static constexpr const char* title = "dead messages forgotten";

  // dead: what is known from another system for the model and its semantics. below: put upon the same system
  // before this, or null; it may know more of channels already.
  ForgettingLayer(ExplorationLimits exploration, std::optional<DeadMessages::Found> dead,
                  const StubbornLayer* below)
      : exploration_(std::move(exploration)), known_(std::move(dead)), stubborn_(below) {}

  [[nodiscard]] std::string name() const override { return title; }
  [[nodiscard]] const TransitionSystem& system() const override { return *forgetful_; }
  [[nodiscard]] Representative representative(const ModelSystem& states_of) const override;
  [[nodiscard]] std::string check(const FindStates& find) const override;

  // Also of a layer that is not in use, for reasons that are told apart here.
  [[nodiscard]] const DeadMessages::Found& found() const { return found_; }

 private:
  [[nodiscard]] std::string wrap(const ModelSystem& model, const TransitionSystem& below) override;
  [[nodiscard]] bool channels_never_full(const ModelSystem& model) const;

  ExplorationLimits exploration_;
  std::optional<DeadMessages::Found> known_;
  const StubbornLayer* stubborn_;
  DeadMessages::Found found_;
  std::unique_ptr<ForgetfulSystem> forgetful_;
};

}  // namespace quorate
