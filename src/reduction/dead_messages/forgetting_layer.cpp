#include "reduction/dead_messages/forgetting_layer.hpp"

#include "reduction/layer_check.hpp"

namespace quorate {

bool ForgettingLayer::channels_never_full(const ModelSystem& model) const {
  if (!model.model().channels.bound) return true;
  if (stubborn_ != nullptr && stubborn_->in_use()) return stubborn_->relations()->channels_never_full();
  return TransitionRelations(model, {}, Split::none).channels_never_full();
}

std::string ForgettingLayer::wrap(const ModelSystem& model, const TransitionSystem& below) {
  std::string against = DeadMessages::against(model.model(), model.semantics());
  if (against.empty() && !channels_never_full(model))
    against = "a channel may become full, and dead messages take room in it";
  if (!against.empty()) return against;
  if (!known_) {
    found_ = DeadMessages::find(model, exploration_);
  } else {
    found_ = *known_;
    if (found_.messages) found_.messages = DeadMessages::in_states_of(model, found_.messages);
  }
  if (found_.messages) {
    forgetful_ = std::make_unique<ForgetfulSystem>(model, below, found_.messages);
    return "";
  }
  if (found_.too_long) return "exploring its processes one by one takes too long";
  return !found_.reason.empty() ? found_.reason : "no dead messages were found";
}

Representative ForgettingLayer::representative(const ModelSystem& states_of) const {
  const auto dead =
      &states_of == &model() ? found_.messages : DeadMessages::in_states_of(states_of, found_.messages);
  if (!dead) return nullptr;
  const auto forgetful = std::make_shared<ForgetfulSystem>(states_of, states_of, dead);
  return [forgetful](std::uint64_t* state) { forgetful->forget(state); };
}

std::string ForgettingLayer::check(const FindStates& find) const {
  const UnreducedStates states = find();
  const Representative without = representative(states.system);
  if (!without) return "";
  return check_representatives(states, without, AlikeSteps::by_transition).told("forgotten messages");
}

}  // namespace quorate
