#include "reduction/symmetry/symmetric_system.hpp"

namespace quorate {

// The scratch buffer of this system contains that of the system inside.
struct SymmetricSystem::Room final : Scratch {
  explicit Room(std::size_t words) : canonical(words) {}
  std::unique_ptr<Scratch> inside;
  Canonicalizer::Room canonical;
};

template <typename Call>
auto SymmetricSystem::with_room(StepBuffer& buffer, const Call& call) const {
  if (!buffer.scratch) buffer.scratch = std::make_unique<Room>(shape().words);
  std::unique_ptr<Scratch> own = std::move(buffer.scratch);
  auto& room = static_cast<Room&>(*own);
  buffer.scratch = std::move(room.inside);
  const std::size_t before = buffer.size();
  const auto result = call();
  // States of a call that was stopped are not used, and there may be very many of them.
  for (std::size_t i = before; i < buffer.size() && !buffer.stopped(); ++i) {
    canonicalizer_.canonicalize(buffer.mutable_state(i), room.canonical);
  }
  room.inside = std::move(buffer.scratch);
  buffer.scratch = std::move(own);
  return result;
}

void SymmetricSystem::initial_states(StepBuffer& buffer) const {
  with_room(buffer, [&] {
    inside().initial_states(buffer);
    return true;
  });
}

void SymmetricSystem::successors(StateView state, std::span<const TransitionId> chosen,
                                 StepBuffer& buffer) const {
  with_room(buffer, [&] {
    inside().successors(state, chosen, buffer);
    return true;
  });
}

Truth SymmetricSystem::holds(PredicateId predicate, StateView state, StepBuffer& buffer) const {
  return with_room(buffer, [&] { return inside().holds(predicate, state, buffer); });
}

}  // namespace quorate
