#include "reduction/layers.hpp"

namespace quorate {

namespace {

template <typename Kind, typename... Arguments>
Kind* add(std::vector<std::unique_ptr<Layer>>& layers, Arguments&&... arguments) {
  auto layer = std::make_unique<Kind>(std::forward<Arguments>(arguments)...);
  Kind* const added = layer.get();
  layers.push_back(std::move(layer));
  return added;
}

Keeps keeps(Purpose::Question question) {
  switch (question) {
    case Purpose::Question::states:
      return Keeps::states;
    case Purpose::Question::runs:
      return Keeps::runs;
    case Purpose::Question::branching:
      return Keeps::branching;
  }
  return Keeps::branching;
}

}  // namespace

// The list, from the lowest to the highest. The stubborn set of a state is computed for its representative,
// since every state that a layer receives from above is one.
Layers wanted_layers(const Reductions& wanted) {
  Layers layers;
  if (wanted.por == PartialOrder::lpor) {
    LporOptions options = wanted.lpor_options;
    options.keeps = keeps(wanted.purpose.question);
    layers.stubborn = add<StubbornLayer>(layers.all, wanted.visible, options, wanted.check);
  }
  if (wanted.forget)
    layers.forgetting = add<ForgettingLayer>(layers.all, wanted.exploration, wanted.dead, layers.stubborn);
  if (!wanted.group.trivial()) layers.symmetry = add<SymmetryLayer>(layers.all, wanted.group);
  return layers;
}

}  // namespace quorate
