// The second half of a rule's step: the messages that it sends arrive, vanish or block the step, and a
// process may crash while it sends. Deliveries, losses and crashes as steps of their own are here, too.
//
// A channel without a free slot means one of two things. If the declared bound is reached, the step is
// disabled or, in lossy channels, the message is discarded, or takes the place of the oldest; the buffer
// notes it, since implicit crashes and losses are not sound then. Otherwise the layout has too little room,
// and the search must be repeated with more.
#include <fmt/format.h>

#include "faults/cut_sending.hpp"
#include "system/execute/stepper.hpp"

namespace quorate {

namespace {

constexpr std::size_t most_in_part = 62;  // the subsets of more messages cannot be counted

std::string cut_off_note(std::size_t messages, std::size_t arrived) {
  if (arrived == 0) return messages == 1 ? "its message is not sent" : "none of its messages is sent";
  return fmt::format("only {} of its {} messages {} sent", arrived, messages, arrived == 1 ? "is" : "are");
}

}  // namespace

// Completes the last step of the buffer, whose body was executed: its messages are in the machine.
void ModelSystem::Stepper::complete(TransitionId transition) {
  const Transition& facts = s_.transitions_[transition.index()];
  const Action& action = s_.exec_.actions[transition.index()];
  std::uint64_t* target = const_cast<std::uint64_t*>(buffer_.state(buffer_.size() - 1).data());
  const bool crashes =
      !action.fault && s_.exec_.faults.crash_steps && s_.faults_in(state_).may_crash(facts.process);
  if (crashes || action.cut_off) work_.before_sending.assign(target, target + s_.layout_.words);
  if (!send_all(transition, target)) {
    buffer_.drop_last();
    return;
  }
  if (action.cut_off) {
    buffer_.drop_last();
    return send_in_part(transition, false);
  }
  if (!finish(transition, target, action.observed)) return;
  describe_rule(transition, work_.sent, "");
  if (crashes) send_in_part(transition, true);
}

// A message without a defined field that was assembled field by field, or is of a printed kind, is not sent.
bool ModelSystem::Stepper::is_no_message(std::int32_t kind, std::uint64_t code) const {
  const auto& formats = s_.layout_.formats;
  const bool whole = kind >= static_cast<std::int32_t>(formats.size());
  if (!whole) return code == formats[static_cast<std::size_t>(kind)].tag;
  for (std::size_t k = 0; k < formats.size(); ++k) {
    if (s_.model_.messages[k].printed && formats[k].tag == code) return true;
  }
  return false;
}

// Fills work_.sent with the messages that arrive. False if the step is disabled.
bool ModelSystem::Stepper::send_all(TransitionId transition, std::uint64_t* target) {
  const ProcessId self = s_.transitions_[transition.index()].process;
  const Machine& machine = work_.machine;
  work_.sent.clear();
  for (std::size_t p = 0; p < s_.layout_.processes; ++p) {
    const std::int32_t kind = machine.outgoing_kind[p];
    if (kind < 0) continue;
    if (is_no_message(kind, machine.outgoing[p])) continue;
    if (!send_one(self, {ProcessId(static_cast<std::int64_t>(p)), machine.outgoing[p]}, target)) return false;
    for (const auto& [to, code] : machine.outgoing_more) {
      if (to == static_cast<std::int64_t>(p) && !send_one(self, {ProcessId(to), code}, target)) return false;
    }
  }
  return true;
}

bool ModelSystem::Stepper::send_one(ProcessId from, const Outgoing& message, std::uint64_t* target) {
  bool arrived = false;
  if (!deliver_to(from, message, target, arrived)) return false;
  if (arrived) work_.sent.push_back(message);
  return true;
}

bool ModelSystem::Stepper::deliver_to(ProcessId from, const Outgoing& message, std::uint64_t* target,
                                      bool& arrived) {
  arrived = false;
  if (s_.faults_in(target).is_deaf(message.to)) return true;
  const ChannelLayout& channel = *s_.layout_.channel(from, message.to);
  arrived = s_.access_.insert(channel, target, message.code);
  if (arrived) return true;
  if (!channel.at_bound) {
    buffer_.trouble.overflow = ChannelOverflow{s_.model_.role_of(from), s_.model_.role_of(message.to)};
    return false;
  }
  buffer_.trouble.bound_reached = true;
  if (!s_.model_.channels.replacing) return s_.model_.channels.lossy;
  s_.access_.remove(channel, target, 0);
  arrived = s_.access_.insert(channel, target, message.code);
  return true;
}

// Runs `observe` in the last state of the buffer; on a model error drops that step and returns false.
bool ModelSystem::Stepper::finish(TransitionId transition, std::uint64_t* target, bool observed) {
  if (!observed || buffer_.asked.unobserved || s_.observe(target, work_, buffer_)) return true;
  buffer_.trouble.failed_transition = transition;
  buffer_.drop_last();
  return false;
}

// One step for each strict subset of the messages that the whole step sends. `crashes`: after it the process
// has crashed for ever; otherwise the rule is a fault's, whose body says what becomes of the process.
void ModelSystem::Stepper::send_in_part(TransitionId transition, bool crashes) {
  const ProcessId self = s_.transitions_[transition.index()].process;
  const auto sent = work_.sent;
  const auto withheld = static_cast<unsigned>(s_.exec_.actions[transition.index()].withheld);
  if (sent.size() > most_in_part) {
    buffer_.trouble.too_many = true;
    return;
  }
  const auto count = static_cast<unsigned>(sent.size());
  native::each_part_but_all(count, [&](std::uint64_t part) {
    if (buffer_.stopped()) return 1;
    if (withheld != 0 && !native::leaves_out(part, count, withheld)) return 0;
    std::uint64_t* target = buffer_.append(transition, work_.before_sending.data());
    std::vector<Outgoing> reached;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      if (((part >> i) & 1) == 0) continue;
      reached.push_back(sent[i]);
      bool arrived = false;
      deliver_to(self, sent[i], target, arrived);
    }
    if (crashes) s_.crash(self, target);
    if (!finish(transition, target, s_.exec_.actions[transition.index()].observed)) return 1;
    describe_rule(transition, reached,
                  crashes ? "crashes while sending" : cut_off_note(sent.size(), reached.size()));
    return 0;
  });
}

void ModelSystem::Stepper::delivery(TransitionId transition) {
  const ChannelLayout& channel = *s_.exec_.actions[transition.index()].channel;
  ChannelAccess::Contents contents;
  s_.access_.read(channel, state_, contents);
  for (std::size_t i = 0; i < contents.size; ++i) {
    if (s_.access_.delivered(contents.values[i])) continue;
    const bool repeated = !s_.model_.channels.fifo && i > 0 && contents.values[i] == contents.values[i - 1];
    if (repeated) continue;
    s_.access_.deliver(channel, buffer_.append(transition, state_), i);
    describe_other(transition, s_.access_.message(contents.values[i]), "");
    if (s_.model_.channels.fifo) return;
  }
}

void ModelSystem::Stepper::loss(TransitionId transition) {
  const ChannelLayout& channel = *s_.exec_.actions[transition.index()].channel;
  ChannelAccess::Contents contents;
  s_.access_.read(channel, state_, contents);
  for (std::size_t i = 0; i < contents.size; ++i) {
    if (s_.layout_.delivered_flag && s_.access_.delivered(contents.values[i])) continue;
    const bool repeated = !s_.model_.channels.fifo && i > 0 && contents.values[i] == contents.values[i - 1];
    if (repeated) continue;
    s_.access_.remove(channel, buffer_.append(transition, state_), i);
    describe_other(transition, s_.access_.message(contents.values[i]), "");
  }
}

void ModelSystem::Stepper::crash(TransitionId transition) {
  const ProcessId process = s_.transitions_[transition.index()].process;
  if (!s_.faults_in(state_).may_crash(process)) return;
  std::uint64_t* target = buffer_.append(transition, state_);
  s_.crash(process, target);
  if (finish(transition, target, s_.exec_.faults.observe_reads_status)) describe_other(transition, 0, "");
}

void ModelSystem::Stepper::crash_at_receipt(TransitionId transition) {
  const ChannelLayout& channel = *s_.exec_.actions[transition.index()].channel;
  if (!s_.faults_in(state_).may_be_found_crashed(channel.from)) return;
  if (s_.status(channel.to, state_) == Status::crashed) return;
  ChannelAccess::Contents contents;
  s_.access_.read(channel, state_, contents);
  for (std::size_t i = 0; i < contents.size; ++i) {
    if (s_.model_.channels.fifo && i > 0) return;
    const bool repeated = !s_.model_.channels.fifo && i > 0 && contents.values[i] == contents.values[i - 1];
    if (repeated || !s_.access_.delivered(contents.values[i])) continue;
    std::uint64_t* target = buffer_.append(transition, state_);
    s_.access_.remove(channel, target, i);
    s_.crash(channel.from, target);
    if (!finish(transition, target, s_.exec_.faults.observe_reads_status)) return;
    describe_other(transition, s_.access_.message(contents.values[i]),
                   "noticed when this message is received");
  }
}

}  // namespace quorate
