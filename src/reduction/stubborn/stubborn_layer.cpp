#include "reduction/stubborn/stubborn_layer.hpp"

#include <fmt/format.h>

namespace quorate {

std::string StubbornLayer::wrap(const ModelSystem& model, const TransitionSystem& below) {
  if (&below != &model) return "stubborn sets are computed on the unreduced system only";
  std::string against = TransitionRelations::against(model.model(), model.semantics());
  if (!against.empty()) return against;
  lpor_ = std::make_unique<LporSystem>(model, visible_, options_);
  if (watched_) watch_ = std::make_unique<CheckedReduction>(model, *lpor_, visible_);
  return "";
}

std::string StubbornLayer::check(const FindStates&) const {
  if (!watch_) return "";
  return fmt::format(
      "the conditions of partial-order reduction were verified completely in {} states, in part in {}",
      checked()->complete, checked()->in_part);
}

}  // namespace quorate
