// Steps that take messages of several kinds, or several messages of one sender. Inputs take their messages
// one after another in the order of the text, each from what the ones before it have left:
//
// - an unordered channel offers each distinct message that is left; of a batch or part the messages of one
//   sender are a multiset, so that they are taken in the order in which the channel holds them;
// - a FIFO channel offers the oldest message that is left;
// - a Byzantine sender without a strategy offers what it likes, as often as a rule asks it.
//
// The picked offers are those of work_.offers and work_.picked, as for all rules. A forged offer has the
// position -1 minus its number, so that a multiset of forged messages is taken in one order only. Synchronous
// channels have no such rules: a channel's emptiness, and crashes at receipt, have no meaning here.
#include <bitset>

#include "system/execute/stepper.hpp"

namespace quorate {

// Picks for the inputs from number `from` on; all before it are picked.
void ModelSystem::Stepper::compound(TransitionId transition, std::size_t from) {
  const Transition& facts = s_.transitions_[transition.index()];
  const std::size_t inputs = facts.senders.size();
  if (from == 0) {
    if (work_.offers.size() < inputs) work_.offers.resize(inputs);
    work_.picked.assign(inputs, 0);
  }
  if (from == inputs) {
    std::size_t consumed = 0;
    for (std::size_t i = 0; i < inputs; ++i)
      consumed += work_.offers[i][work_.picked[i]].position >= 0 ? 1 : 0;
    if (consumes_everything(facts.process, consumed)) execute(transition);
    return;
  }
  compound_offers(transition, from, work_.offers[from]);
  for (std::size_t k = 0; k < work_.offers[from].size() && !buffer_.stopped(); ++k) {
    work_.picked[from] = k;
    compound(transition, from + 1);
  }
}

void ModelSystem::Stepper::compound_offers(TransitionId transition, std::size_t i,
                                           std::vector<Offer>& offers) {
  const Action& action = s_.exec_.actions[transition.index()];
  const ChannelLayout* const channel = action.inputs[i];
  const CompoundInput& input = action.compound[i];
  offers.clear();
  const auto picked = [&](std::size_t k) -> const Offer& { return work_.offers[k][work_.picked[k]]; };
  const Offer* const before = input.with_previous ? &picked(i - 1) : nullptr;
  if (channel != nullptr && (before == nullptr || before->position >= 0)) {
    std::bitset<ChannelAccess::slot_limit> taken;  // positions that earlier inputs take
    for (std::size_t k = 0; input.shares_channel && k < i; ++k) {
      if (action.inputs[k] == channel && picked(k).position >= 0)
        taken.set(static_cast<std::size_t>(picked(k).position));
    }
    auto& contents = work_.contents;
    s_.access_.read(*channel, state_, contents);
    const bool fifo = s_.model_.channels.fifo;
    for (std::size_t at = 0; at < contents.size; ++at) {
      if (taken.test(at)) continue;
      const bool offered_before =
          !fifo && at > 0 && contents.values[at] == contents.values[at - 1] && !taken.test(at - 1);
      const std::uint64_t code = s_.access_.message(contents.values[at]);
      const bool fits =
          s_.access_.delivered(contents.values[at]) && (code & s_.layout_.tag_mask) == input.tag;
      const bool in_order = before == nullptr || static_cast<std::size_t>(before->position) < at;
      if (fits && in_order && !offered_before)
        offers.push_back({code, static_cast<std::int32_t>(at), false, false, false});
      if (fifo) break;
    }
  }
  if (!s_.faults_in(state_).forges(s_.transitions_[transition.index()].senders[i])) return;
  const auto& forged = s_.exec_.forged[input.forged_list];
  for (std::size_t f = 0; f < forged.size(); ++f) {
    const auto position = -1 - static_cast<std::int32_t>(f);
    const bool in_order = before == nullptr || before->position >= 0 || before->position >= position;
    if (in_order) offers.push_back({forged[f], position, false, true, false});
  }
}

// Takes the picked messages out of their channels. A message that is taken moves those behind it.
void ModelSystem::Stepper::take_compound(TransitionId transition, std::uint64_t* target) {
  const Action& action = s_.exec_.actions[transition.index()];
  for (std::size_t i = 0; i < action.inputs.size(); ++i) {
    const std::int32_t position = work_.offers[i][work_.picked[i]].position;
    if (position < 0) continue;
    std::int32_t moved = 0;
    for (std::size_t k = 0; action.compound[i].shares_channel && k < i; ++k) {
      const std::int32_t other = work_.offers[k][work_.picked[k]].position;
      if (action.inputs[k] == action.inputs[i] && other >= 0 && other < position) ++moved;
    }
    s_.access_.remove(*action.inputs[i], target, static_cast<std::size_t>(position - moved));
  }
}

}  // namespace quorate
