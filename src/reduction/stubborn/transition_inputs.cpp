// What a transition waits for: each message that it lacks comes from one sender, and the transitions of that
// sender that can send it are a necessary enabling set.
#include <algorithm>

#include "reduction/stubborn/transition_relations.hpp"

namespace quorate {

void TransitionRelations::make_inputs() {
  const auto transitions = system_.transitions();
  inputs_.resize(transitions.size());
  for (std::size_t t = 0; t < transitions.size(); ++t) {
    const auto& senders = transitions[t].senders;
    for (std::size_t i = 0; i < senders.size(); ++i) {
      const ProcessId sender = senders[i];
      const std::vector<CompoundInput>& compound = system_.executable().actions[t].compound;
      // What a second message of a FIFO channel waits for depends on the first.
      if (model_.channels.fifo && !compound.empty() && compound[i].shares_channel) continue;
      Input input;
      input.from = sender;
      if (!transitions[t].kinds_in.empty()) input.kind = kind_taken(t, i);
      input.channel = system_.layout().channel(sender, transitions[t].process);
      input.may_forge = system_.layout().status_cells[sender.index()] >= 0;
      input.may_be_absent = sees_emptiness(t, sender);
      input.senders = lpor::TransitionSet(groups());
      input.removers = lpor::TransitionSet(groups());
      for (std::size_t other = 0; other < transitions.size(); ++other) {
        if (transitions[other].process == sender && feeds(other, t)) input.senders.insert(group_of_[other]);
        if (transitions[other].process == transitions[t].process &&
            std::ranges::find(transitions[other].senders, sender) != transitions[other].senders.end()) {
          input.removers.insert(group_of_[other]);
        }
      }
      inputs_[t].push_back(std::move(input));
    }
  }
}

// The kind of the message that a transition takes from its sender number i.
KindId TransitionRelations::kind_taken(std::size_t transition, std::size_t i) const {
  const std::vector<KindId>& kinds = system_.transitions()[transition].kinds_in;
  const std::vector<CompoundInput>& compound = system_.executable().actions[transition].compound;
  if (compound.empty()) return kinds[0];
  const auto found = std::ranges::find_if(
      kinds, [&](KindId kind) { return system_.layout().formats[kind.index()].tag == compound[i].tag; });
  return found == kinds.end() ? kinds[0] : *found;
}

bool TransitionRelations::offered(const Input& input, std::size_t transition,
                                  const std::uint64_t* state) const {
  if (input.channel == nullptr) return false;
  const Layout& layout = system_.layout();
  for (std::uint32_t i = 0; i < input.channel->slot_count; ++i) {
    const std::uint64_t slot = load_slot(layout.slots[input.channel->first_slot + i], state);
    if (slot == 0) return false;
    const std::uint64_t message = layout.delivered_flag ? slot >> 1 : slot;
    if (!input.kind || classes_.takes(layout, *input.kind, knowledge_[transition].consumes, message)) {
      return true;
    }
    if (model_.channels.fifo) return false;
  }
  return false;
}

}  // namespace quorate
