#include "reduction/symmetry/symmetry_layer.hpp"

#include "reduction/layer_check.hpp"

namespace quorate {

std::string SymmetryLayer::wrap(const ModelSystem& model, const TransitionSystem& below) {
  auto permutation = StatePermutation::make(model.model(), model.layout(), group_);
  if (!permutation) return "arrays are indexed by more processes than can be permuted";
  symmetric_ = std::make_unique<SymmetricSystem>(below, std::move(*permutation));
  return "";
}

Representative SymmetryLayer::representative(const ModelSystem& states_of) const {
  struct Orbits {
    Orbits(StatePermutation permutation, std::size_t words)
        : canonicalizer(std::move(permutation)), room(words) {}
    Canonicalizer canonicalizer;
    Canonicalizer::Room room;
  };
  auto permutation = StatePermutation::make(states_of.model(), states_of.layout(), group_);
  const auto orbits = std::make_shared<Orbits>(std::move(*permutation), states_of.shape().words);
  return [orbits](std::uint64_t* state) { orbits->canonicalizer.canonicalize(state, orbits->room); };
}

std::string SymmetryLayer::check(const FindStates& find) const {
  const UnreducedStates states = find();
  return check_representatives(states, representative(states.system), AlikeSteps::together).told(title);
}

}  // namespace quorate
