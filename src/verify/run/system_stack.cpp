#include "verify/run/system_stack.hpp"

#include "reduction/stubborn/independence.hpp"
#include "search/runs/stateless.hpp"

namespace quorate {

std::unique_ptr<SystemStack> SystemStack::make(const Model& model, const Semantics& semantics,
                                               const ChannelRoom& room, const Reductions& reductions,
                                               std::vector<CompileProblem>& problems) {
  auto stack = std::make_unique<SystemStack>();
  stack->model_ = ModelSystem::borrowing(model, semantics, room, problems);
  if (!stack->model_) return nullptr;
  // Stubborn sets below symmetry: they are computed for representatives.
  stack->por_ = reductions.por;
  stack->stateless_ = reductions.stateless;
  if (reductions.por == PartialOrder::dpor) {
    stack->dpor_ = std::make_unique<DporPath>(*stack->model_, reductions.visible);
  }
  if (reductions.por == PartialOrder::lpor) {
    stack->lpor_ = std::make_unique<LporSystem>(*stack->model_, reductions.visible, reductions.lpor_options);
  }
  if (stack->lpor_ && reductions.check) {
    stack->checked_ = std::make_unique<CheckedReduction>(*stack->model_, *stack->lpor_, reductions.visible);
  }
  if (reductions.forget) stack->forget_spent_messages(reductions);
  if (!reductions.group.trivial()) {
    // Without a permutation (arrays nested too deeply) the search is unreduced, which is sound.
    if (auto permutation = StatePermutation::make(model, stack->model_->layout(), reductions.group)) {
      stack->symmetric_ = std::make_unique<SymmetricSystem>(stack->below_symmetry(), std::move(*permutation));
    }
  }
  stack->engine_ = std::make_unique<NativeEngine>(*stack->model_, stack->canonicalizer());
  return stack;
}

bool SystemStack::channels_never_full() const {
  if (!model_->model().channels.bound) return true;
  if (lpor_) return lpor_->relations().channels_never_full();
  return TransitionRelations(*model_, {}, Split::none).channels_never_full();
}

void SystemStack::forget_spent_messages(const Reductions& reductions) {
  against_forgetting_ = SpentMessages::against(model_->model(), model_->semantics());
  if (against_forgetting_.empty() && !channels_never_full())
    against_forgetting_ = "a channel may be full somewhere, and spent messages take room in it";
  if (!against_forgetting_.empty()) return;
  if (!reductions.spent) {
    spent_ = SpentMessages::find(*model_, reductions.exploration);
  } else {
    spent_ = *reductions.spent;
    if (spent_.messages) spent_.messages = SpentMessages::in_states_of(*model_, spent_.messages);
  }
  if (spent_.messages) {
    forgetful_ = std::make_unique<ForgetfulSystem>(*model_, below_forgetting(), spent_.messages);
  } else {
    against_forgetting_ = spent_.too_long ? "its processes can do too much to look at all of it"
                          : !spent_.reason.empty()
                              ? spent_.reason
                              : "it is not known of any message that nobody will receive it";
  }
}

SearchOutcome SystemStack::search(const std::vector<Goal>& goals, SearchOptions options) {
  options.proviso = needs_proviso();
  if (options.sleep_sets && &top() == model_.get() && options.order == SearchOrder::breadth_first)
    options.independence = find_independence(*model_);
  SearchOutcome outcome = stateless_ || dpor_ ? search_stateless(top(), goals, options, dpor_.get())
                                              : quorate::search(top(), goals, options);
  engine_->stop();
  return outcome;
}

LiftedPath SystemStack::lifted(const StatePath& path) const {
  if (!symmetric_ && !forgetful_) return {path, std::nullopt};
  Canonicalizer::Room room(model_->shape().words);
  const auto representative = [&](std::uint64_t* state) {
    if (forgetful_) forgetful_->forget(state);
    if (symmetric_) symmetric_->canonicalizer().canonicalize(state, room);
  };
  return lift(*model_, representative, path);
}

double SystemStack::unreduced_states(const StateStore& store) const {
  if (!symmetric_) return static_cast<double>(store.size());
  const std::size_t words = model_->shape().words;
  Canonicalizer::Room room(words);
  std::vector<std::uint64_t> state(words);
  double states = 0;
  for (StateNumber number = 0; number < store.size(); ++number) {
    store.copy_out(number, state.data());
    states += symmetric_->canonicalizer().orbit_size(state.data(), room);
  }
  return states;
}

}  // namespace quorate
