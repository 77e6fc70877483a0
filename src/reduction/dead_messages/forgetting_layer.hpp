// Forgetting dead messages, as a layer. Which messages are dead is computed when the layer is put upon a
// system, unless it is known from another system of the model.
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

  // dead: the result for another system of the same model and semantics. below: the layer of stubborn sets
  // below, or null; its firing bounds are used if it is in use.
  ForgettingLayer(ExplorationLimits exploration, std::optional<DeadMessages::Found> dead,
                  const StubbornLayer* below)
      : exploration_(std::move(exploration)), known_(std::move(dead)), stubborn_(below) {}

  [[nodiscard]] std::string name() const override { return title; }
  [[nodiscard]] const TransitionSystem& system() const override { return *forgetful_; }
  [[nodiscard]] Representative representative(const ModelSystem& states_of) const override;
  [[nodiscard]] std::string check(const FindStates& find) const override;

  // Also if the layer is not in use: the reasons for that are distinguished here.
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
