// Layers are put upon each other in the order of the list in reduction/layers.cpp; one that cannot be used
// here is left out. Sleep sets are used only where there is no layer at all. Paths are lifted from the
// highest layer to the lowest.
#include "verify/run/system_stack.hpp"

#include <algorithm>

#include "reduction/stubborn/independence.hpp"
#include "search/runs/stateless.hpp"

namespace quorate {

std::unique_ptr<SystemStack> SystemStack::make(const Model& model, const Semantics& semantics,
                                               const ChannelRoom& room, const Reductions& reductions,
                                               std::vector<CompileProblem>& problems) {
  auto stack = std::make_unique<SystemStack>();
  stack->model_ = ModelSystem::borrowing(model, semantics, room, problems);
  if (!stack->model_) return nullptr;
  stack->por_ = reductions.por;
  stack->stateless_ = reductions.purpose.stateless;
  if (reductions.por == PartialOrder::dpor)
    stack->dpor_ = std::make_unique<DporPath>(*stack->model_, reductions.visible);
  // A layer that cannot be used is left out, which is sound: the search has more states.
  stack->layers_ = wanted_layers(reductions);
  for (const auto& layer : stack->layers_.all)
    if (layer->put_upon(*stack->model_, stack->top(), reductions.purpose))
      stack->in_use_.push_back(layer.get());
  const Canonicalizer* const canonicalizer =
      stack->symmetric() ? &stack->layers_.symmetry->canonicalizer() : nullptr;
  stack->engine_ = std::make_unique<NativeEngine>(*stack->model_, canonicalizer);
  return stack;
}

bool SystemStack::needs_proviso() const {
  return std::ranges::any_of(in_use_, &Layer::needs_proviso);
}

SearchOutcome SystemStack::search(const std::vector<Goal>& goals, SearchOptions options) {
  options.proviso = needs_proviso();
  if (options.sleep_sets && in_use_.empty() && options.order == SearchOrder::breadth_first)
    options.independence = find_independence(*model_);
  SearchOutcome outcome = stateless_ || dpor_ ? search_stateless(top(), goals, options, dpor_.get())
                                              : quorate::search(top(), goals, options);
  engine_->stop();
  return outcome;
}

Representative SystemStack::representative(const ModelSystem& states_of) const {
  std::vector<Representative> steps;
  for (const Layer* const layer : in_use_)
    if (auto step = layer->representative(states_of)) steps.push_back(std::move(step));
  if (steps.empty()) return nullptr;
  return [steps = std::move(steps)](std::uint64_t* state) {
    for (const Representative& step : steps) step(state);
  };
}

LiftedPath SystemStack::lifted(const StatePath& path) const {
  LiftedPath lifted{path, std::nullopt};
  for (std::size_t below = in_use_.size(); below-- > 0;) {
    lifted = in_use_[below]->lift(lifted.states);
    if (lifted.overflow || lifted.states.size() != path.size()) return lifted;
  }
  return lifted;
}

std::optional<double> SystemStack::unreduced_states(const StateStore& store) const {
  if (in_use_.empty()) return static_cast<double>(store.size());
  if (!symmetric() || in_use_.size() != 1) return std::nullopt;
  const std::size_t words = model_->shape().words;
  Canonicalizer::Room room(words);
  std::vector<std::uint64_t> state(words);
  double states = 0;
  for (StateNumber number = 0; number < store.size(); ++number) {
    store.copy_out(number, state.data());
    states += layers_.symmetry->canonicalizer().orbit_size(state.data(), room);
  }
  return states;
}

}  // namespace quorate
