// Stubborn sets [Valmari 1991] in the form of LPOR [Bokor et al. 2011; Bokor 2011, 4]: the relations come
// from transition_relations, the closure is that of the library (include/quorate/lpor.hpp). All steps of a
// state are made first, which shows what is enabled, and those outside of the set are dropped. Nothing is
// dropped where the caller asks for chosen transitions or for all steps (the ignoring proviso), or after an
// error.
#include "reduction/stubborn/lpor_system.hpp"

namespace quorate {

namespace {

lpor::Relations as_relations(const TransitionRelations& relations) {
  lpor::Relations result;
  result.transitions = relations.groups();
  result.dependent = [&](std::size_t a, std::size_t b) { return relations.dependent(a, b); };
  result.can_enable = [&](std::size_t a, std::size_t b) { return relations.can_enable(a, b); };
  result.visible = [&](std::size_t t) { return relations.visible(t); };
  return result;
}

}  // namespace

LporSystem::LporSystem(const ModelSystem& inside, std::span<const PredicateId> visible, LporOptions options)
    : WrappedSystem(inside),
      options_(options),
      relations_(inside, visible, options.split),
      sets_(as_relations(relations_)),
      visible_(relations_.groups()) {
  for (std::size_t t = 0; t < relations_.groups(); ++t) {
    if (relations_.visible(t)) visible_.insert(t);
  }
}

// A necessary enabling set of the group that adds few enabled transitions to what is closed already. A group
// is disabled if all its members are, so that it needs the union of one set for each member.
const lpor::TransitionSet& LporSystem::necessary_set(std::size_t group, StateView state,
                                                     const lpor::TransitionSet& enabled,
                                                     const lpor::TransitionSet& closed,
                                                     lpor::TransitionSet& room) const {
  if (!options_.necessary) return sets_.enablers(group);
  const auto& members = relations_.members(group);
  room.clear();
  for (const auto member : members) {
    const lpor::TransitionSet* best = nullptr;
    std::size_t best_enabled = 0;
    std::size_t best_size = 0;
    relations_.necessary_sets(member, state.data(), [&](const lpor::TransitionSet& candidate) {
      const std::size_t more_enabled = candidate.count_new(enabled, closed);
      const std::size_t more = candidate.count_new(candidate, closed);
      if (best != nullptr && std::pair(more_enabled, more) >= std::pair(best_enabled, best_size)) return;
      best = &candidate;
      best_enabled = more_enabled;
      best_size = more;
    });
    if (best == nullptr) return sets_.enablers(group);
    if (members.size() == 1) return *best;
    room.insert(*best);
  }
  return room;
}

lpor::TransitionSet LporSystem::stubborn_set(StateView state, const lpor::TransitionSet& enabled) const {
  lpor::TransitionSet room(relations_.groups());
  return sets_.compute(
      enabled, [&](std::size_t group, const lpor::TransitionSet& closed) -> const lpor::TransitionSet& {
        return necessary_set(group, state, enabled, closed, room);
      });
}

// Runs: one that goes on for ever without a member of the set gets one of the set's steps in front, which
// must change nothing that is seen. If there is no invisible step at all, the run begins with a visible one,
// and that is a member, as all visible ones are then. Branching: only a single step leaves all choices open.
bool LporSystem::keeps_enough(const lpor::TransitionSet& stubborn, const lpor::TransitionSet& enabled,
                              const StepBuffer& buffer, std::size_t before) const {
  if (options_.keeps == Keeps::branching) {
    std::size_t steps = 0;
    for (std::size_t i = before; i < buffer.size(); ++i)
      steps += stubborn.contains(relations_.group_of(buffer.transition(i))) ? 1 : 0;
    return steps == 1 && !stubborn.meets(visible_);
  }
  if (options_.keeps == Keeps::states || relations_.bounds().runs_end()) return true;
  return stubborn.count_new(stubborn, visible_) > 0 || enabled.count_new(enabled, visible_) == 0;
}

void LporSystem::successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const {
  const std::size_t before = buffer.size();
  inside().successors(state, chosen, buffer);
  if (!chosen.empty() || buffer.asked.all_steps || buffer.stopped() || buffer.size() < before + 2) return;
  lpor::TransitionSet enabled(relations_.groups());
  for (std::size_t i = before; i < buffer.size(); ++i)
    enabled.insert(relations_.group_of(buffer.transition(i)));
  const std::size_t count = enabled.size();
  if (count < 2) return;
  const lpor::TransitionSet stubborn = stubborn_set(state, enabled);
  if (stubborn.size() == count) return;
  if (!keeps_enough(stubborn, enabled, buffer, before)) return;
  buffer.found.reduced = true;
  buffer.keep(before, [&](TransitionId t) { return stubborn.contains(relations_.group_of(t)); });
}

}  // namespace quorate
