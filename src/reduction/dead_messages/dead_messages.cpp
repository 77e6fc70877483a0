// A message is dead if no step will ever take it: a promise for a ballot that its leader has left, a request
// that is too old for the acceptor. Protocols that tolerate losses and delays have many of them, and each one
// doubles the states: it is still there, or it was received. Nothing else can tell the difference, since
// guards, properties and monitors do not look into channels. So a state and the same state without its dead
// messages are bisimilar, and the latter represents both.
//
// Whether a message is dead depends on its receiver alone: on its present local state and on all later ones.
// local_exploration.cpp computes a superset of these. A message is live in a local state if some step takes
// it there, or in a local state that can follow; otherwise it is dead, and stays dead.
//
// This needs that nothing else depends on the content of channels. It is refused if a channel may be full, if
// emptiness can be noticed (synchronous systems), if messages in front hide others (FIFO), and if losses,
// deliveries or crashes are steps, since these steps would be missing.
#include "reduction/dead_messages/dead_messages.hpp"

#include <algorithm>

#include "reduction/stubborn/transition_relations.hpp"

namespace quorate {

std::string DeadMessages::against(const Model& model, const Semantics& semantics) {
  if (model.messages.empty()) return "the model declares no messages";
  if (model.channels.fifo) return "in a FIFO channel a dead message blocks those behind it";
  if (model.channels.synchronous) return "in a synchronous system a missing message is noticed";
  if (model.channels.lossy && semantics.loss == LossModel::explicit_) return "losses are explicit steps here";
  return TransitionRelations::against(model, semantics);
}

DeadMessages::Found DeadMessages::find(const ModelSystem& system, const ExplorationLimits& limits) {
  LocalViews views = explore_locally(system, limits);
  const std::shared_ptr<DeadMessages> result(new DeadMessages);
  bool some = false;
  for (LocalView& view : views.of_process) {
    result->receivers_.push_back({std::move(view.states), std::move(view.messages), 0, {}});
    find_live(view, result->receivers_.back());
    some = some || some_dead(result->receivers_.back());
  }
  return {some ? result : nullptr, views.too_long, views.reason};
}

std::shared_ptr<const DeadMessages> DeadMessages::in_states_of(
    const ModelSystem& system, const std::shared_ptr<const DeadMessages>& dead) {
  const std::shared_ptr<DeadMessages> moved(new DeadMessages(*dead));
  for (Receiver& receiver : moved->receivers_) {
    auto states = receiver.states.in_states_of(system);
    if (!states) return nullptr;
    receiver.states = std::move(*states);
  }
  return moved;
}

void DeadMessages::find_live(const LocalView& view, Receiver& receiver) {
  const std::size_t words = (receiver.messages.size() + 63) / 64;
  receiver.words = words;
  receiver.live.assign(receiver.states.size() * words, 0);
  for (std::size_t state = 0; state < view.taken.size(); ++state) {
    for (const std::uint32_t message : view.taken[state])
      receiver.live[state * words + message / 64] |= std::uint64_t{1} << (message % 64);
  }
  auto moves = view.moves;
  // A fixpoint, backwards along the moves. Later local states first, since they were found from earlier ones:
  // then most of the work is done in one round.
  std::ranges::sort(moves, std::greater());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [from, to] : moves) {
      for (std::size_t w = 0; w < words; ++w) {
        std::uint64_t& live = receiver.live[from * words + w];
        const std::uint64_t more = live | receiver.live[to * words + w];
        changed = changed || more != live;
        live = more;
      }
    }
  }
}

bool DeadMessages::some_dead(const Receiver& receiver) {
  for (std::size_t state = 0; state < receiver.states.size(); ++state) {
    std::size_t live = 0;
    for (std::size_t w = 0; w < receiver.words; ++w)
      live += static_cast<std::size_t>(__builtin_popcountll(receiver.live[state * receiver.words + w]));
    if (live < receiver.messages.size()) return true;
  }
  return false;
}

}  // namespace quorate
