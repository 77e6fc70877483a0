#include "reduction/layer.hpp"

namespace quorate {

bool Layer::put_upon(const ModelSystem& model, const TransitionSystem& below, const Purpose& purpose) {
  model_ = &model;
  below_ = &below;
  against_ = serves(purpose) ? wrap(model, below) : "it does not preserve what this search is for";
  return in_use();
}

LiftedPath Layer::lift(const StatePath& path) const {
  const Representative stands_for = representative(*model_);
  return stands_for ? quorate::lift(*below_, stands_for, path) : LiftedPath{path, std::nullopt};
}

}  // namespace quorate
