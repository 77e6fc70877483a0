// The steps of docs/semantics.md. Each sender of a rule offers messages: those in its channel, forged ones,
// absent ones in synchronous systems. Every combination of one offer from each sender is tried: the guard is
// evaluated, the messages are taken out, and the body is executed once for every sequence of its choices.
// Equal messages of an unordered channel are offered once. sending.cpp completes a step.
//
// Native code makes the steps of a state if there is any; it can leave a state to the interpreter as a whole.
// Steps come in the order of transitions, and a transition that is asleep is executed and only counted.
#include "base/budget.hpp"
#include "faults/cut_sending.hpp"
#include "system/execute/stepper.hpp"

namespace quorate {

void ModelSystem::successors(StateView state, std::span<const TransitionId> chosen,
                             StepBuffer& buffer) const {
  Budget::ask();
  if (chosen.empty() && native_successors(state, buffer)) return;
  Stepper stepper(*this, state.data(), buffer);
  if (!chosen.empty()) {
    for (const TransitionId transition : chosen) {
      stepper.step(transition);
      if (buffer.stopped()) return;
    }
    return;
  }
  const std::size_t before = buffer.size();
  for (std::size_t t = 0; t < transitions_.size(); ++t) {
    const QuickTest& test = quick_tests_[t];
    if (test.mask != 0 && (state[test.word] & test.mask) == 0) continue;
    const TransitionId transition(static_cast<std::int64_t>(t));
    Budget::ask();
    if (transitions_[t].kind == StepKind::otherwise && buffer.size() != before) continue;
    const std::size_t steps = buffer.size();
    stepper.step(transition);
    if (buffer.stopped()) return;
    if (t < TransitionBits::most && buffer.asked.asleep.contains(transition)) buffer.put_to_sleep(steps);
  }
}

// Returns false if there is no native code, or if it leaves this state to the interpreter.
bool ModelSystem::native_successors(StateView state, StepBuffer& buffer) const {
  const native::Functions* const functions = native_.load(std::memory_order_acquire);
  if (functions == nullptr || buffer.asked.describe_steps) return false;
  constexpr std::size_t usual_steps = 64;
  buffer.make_room(usual_steps);
  for (;;) {
    static_assert(sizeof(TransitionId) == sizeof(std::int32_t));
    native::Steps steps{buffer.next_states(),
                        &buffer.next_transitions()->value,
                        0,
                        static_cast<native::Count>(buffer.room()),
                        0,
                        buffer.asked.asleep.words.data(),
                        0};
    const int outcome = functions->successors(state.data(), &steps);
    if (outcome == native::interpret) return false;
    if (outcome == native::more_room) {
      if (buffer.room() > StepBuffer::step_limit) return false;  // the interpreter reports too many steps
      buffer.make_room(2 * buffer.room());
      continue;
    }
    buffer.written(steps.count);
    buffer.found.asleep_steps += steps.asleep_count;
    if (steps.bound_reached != 0) buffer.trouble.bound_reached = true;
    return true;
  }
}

void ModelSystem::Stepper::step(TransitionId transition) {
  switch (s_.transitions_[transition.index()].kind) {
    case StepKind::rule:
    case StepKind::fault:  // a rule as well
      rule(transition);
      break;
    case StepKind::delivery:
      delivery(transition);
      break;
    case StepKind::loss:
      loss(transition);
      break;
    case StepKind::crash:
      if (s_.exec_.actions[transition.index()].channel != nullptr) {
        crash_at_receipt(transition);
      } else {
        crash(transition);
      }
      break;
    case StepKind::otherwise:
      buffer_.append(transition, state_);
      describe_other(transition, 0, "");
      break;
  }
}

void ModelSystem::Stepper::rule(TransitionId transition) {
  const Transition& facts = s_.transitions_[transition.index()];
  const Action& action = s_.exec_.actions[transition.index()];
  if (!s_.faults_in(state_).acts(facts.process, action.byzantine)) return;
  switch (facts.senders.size()) {
    case 0:
      work_.picked.clear();
      if (action.exempt || consumes_everything(facts.process, 0)) execute(transition);
      break;
    case 1:
      single(transition);
      break;
    default:
      if (action.compound.empty()) {
        quorum(transition);
      } else {
        compound(transition, 0);
      }
  }
}

bool ModelSystem::Stepper::consumes_everything(ProcessId process, std::size_t consumed) {
  if (s_.semantics_.traffic != Traffic::rm) return true;
  std::size_t delivered = 0;
  for (const ChannelLayout* channel : s_.exec_.inputs_of[process.index()]) {
    s_.access_.read(*channel, state_, work_.contents);
    for (std::size_t i = 0; i < work_.contents.size; ++i)
      delivered += s_.access_.delivered(work_.contents.values[i]) ? 1 : 0;
  }
  return delivered == consumed;
}

void ModelSystem::Stepper::channel_offers(const Action& action, const ChannelLayout& channel,
                                          bool sender_crashes, std::vector<Offer>& offers) {
  auto& contents = work_.contents;
  s_.access_.read(channel, state_, contents);
  const bool fifo = s_.model_.channels.fifo;
  for (std::size_t i = 0; i < contents.size; ++i) {
    if (fifo && i > 0) break;
    if (!fifo && i > 0 && contents.values[i] == contents.values[i - 1]) continue;
    if (!s_.access_.delivered(contents.values[i])) continue;
    const std::uint64_t code = s_.access_.message(contents.values[i]);
    if ((code & s_.layout_.tag_mask) != action.tag) continue;
    offers.push_back({code, static_cast<std::int32_t>(i), sender_crashes, false, sender_crashes});
  }
}

void ModelSystem::Stepper::collect(TransitionId transition, std::size_t i, std::vector<Offer>& offers) {
  const Action& action = s_.exec_.actions[transition.index()];
  const ProcessId sender = s_.transitions_[transition.index()].senders[i];
  const ChannelLayout* channel = action.inputs[i];
  offers.clear();
  if (channel != nullptr) channel_offers(action, *channel, false, offers);
  const bool synchronous = s_.model_.channels.synchronous;
  const auto faults = s_.faults_in(state_);
  if (faults.forges(sender)) {
    for (const auto code : s_.exec_.forged[action.forged_list])
      offers.push_back({code, -1, false, true, false});
  }
  if (!synchronous) return;
  const bool nothing_came = channel == nullptr || s_.access_.empty(*channel, state_);
  if (faults.may_be_absent(sender, nothing_came)) {
    for (const auto code : s_.exec_.forged[action.forged_list])
      offers.push_back({code, -1, true, false, false});
  }
  if (s_.exec_.faults.crash_at_receipt && channel != nullptr && faults.may_be_found_crashed(sender))
    channel_offers(action, *channel, true, offers);
}

void ModelSystem::Stepper::single(TransitionId transition) {
  const Action& action = s_.exec_.actions[transition.index()];
  const Transition& facts = s_.transitions_[transition.index()];
  // The common case first: an empty channel and a correct sender.
  const bool correct = s_.status(facts.senders[0], state_) == Status::correct;
  if (correct && (action.inputs[0] == nullptr || s_.access_.empty(*action.inputs[0], state_))) return;
  if (work_.offers.empty()) work_.offers.resize(1);
  collect(transition, 0, work_.offers[0]);
  work_.picked.assign(1, 0);
  for (std::size_t k = 0; k < work_.offers[0].size(); ++k) {
    work_.picked[0] = k;
    if (!consumes_everything(facts.process, work_.offers[0][k].position >= 0 ? 1 : 0)) continue;
    execute(transition);
    if (buffer_.stopped()) return;
  }
}

void ModelSystem::Stepper::quorum(TransitionId transition) {
  const Transition& facts = s_.transitions_[transition.index()];
  const std::size_t senders = facts.senders.size();
  if (work_.offers.size() < senders) work_.offers.resize(senders);
  for (std::size_t i = 0; i < senders; ++i) {
    collect(transition, i, work_.offers[i]);
    if (work_.offers[i].empty()) return;
  }
  work_.picked.assign(senders, 0);
  for (;;) {
    std::size_t consumed = 0;
    for (std::size_t i = 0; i < senders; ++i)
      consumed += work_.offers[i][work_.picked[i]].position >= 0 ? 1 : 0;
    if (consumes_everything(facts.process, consumed)) execute(transition);
    if (buffer_.stopped()) return;
    std::size_t i = 0;
    while (i < senders && ++work_.picked[i] == work_.offers[i].size()) work_.picked[i++] = 0;
    if (i == senders) return;
  }
}

bool ModelSystem::Stepper::guard_holds(const Action& action) {
  if (action.guard.always_true) return true;
  Machine& machine = work_.machine;
  machine.choices = nullptr;
  // Programs of guards never write to the state.
  machine.state = const_cast<std::uint64_t*>(state_);
  return Interpreter{s_.layout_, s_.shared_.tables, s_.model_}.run(action.guard, machine) != 0;
}

void ModelSystem::Stepper::fail(TransitionId transition) {
  buffer_.trouble.failure = work_.failure;
  buffer_.trouble.failed_transition = transition;
}

// Removes the picked messages but those that stay. False if the implied crashes exceed a budget. Senders
// whose status is `crash` come last: they may crash in any case, but count in the budgets of the others.
bool ModelSystem::Stepper::consume(TransitionId transition, std::uint64_t kept, std::uint64_t* target) {
  const Action& action = s_.exec_.actions[transition.index()];
  const Transition& facts = s_.transitions_[transition.index()];
  if (!action.compound.empty()) {
    take_compound(transition, target);
    return true;
  }
  for (std::size_t i = 0; i < facts.senders.size(); ++i) {
    const Offer& offer = work_.offers[i][work_.picked[i]];
    if (offer.position >= 0 && ((kept >> i) & 1) == 0)
      s_.access_.remove(*action.inputs[i], target, static_cast<std::size_t>(offer.position));
  }
  for (const Status kind : {Status::correct, Status::crash}) {
    for (std::size_t i = 0; i < facts.senders.size(); ++i) {
      const ProcessId sender = facts.senders[i];
      const bool crashes = work_.offers[i][work_.picked[i]].sender_crashes;
      if (!crashes || s_.status(sender, state_) != kind) continue;
      if (!s_.faults_in(target).may_crash(sender)) return false;
      s_.crash(sender, target);
    }
  }
  return true;
}

void ModelSystem::Stepper::execute(TransitionId transition) {
  const Action& action = s_.exec_.actions[transition.index()];
  const Transition& facts = s_.transitions_[transition.index()];
  const std::size_t senders = facts.senders.size();
  const auto known = action.tests.decide(state_, senders == 0 ? 0 : work_.offers[0][work_.picked[0]].code);
  if (known == false) return;
  Machine& machine = work_.machine;
  if (machine.messages.size() < senders + 1) machine.messages.resize(senders + 1);
  for (std::size_t i = 0; i < senders; ++i) {
    const Offer& offer = work_.offers[i][work_.picked[i]];
    machine.messages[i] = {offer.code, offer.absent};
  }
  work_.failure.clear();
  machine.self = facts.process.value;
  if (!known) {
    const bool enabled = guard_holds(action);
    if (work_.failure.failed()) return fail(transition);
    if (!enabled) return;
  }
  if (action.keeps == 0) return take(transition, 0);
  native::each_part_of_size(static_cast<unsigned>(senders), static_cast<unsigned>(action.keeps),
                            [&](std::uint64_t kept) {
                              take(transition, kept);
                              return buffer_.stopped() ? 1 : 0;
                            });
}

void ModelSystem::Stepper::take(TransitionId transition, std::uint64_t kept) {
  const Action& action = s_.exec_.actions[transition.index()];
  Machine& machine = work_.machine;
  work_.choices.reset();
  do {
    work_.choices.rewind();
    std::uint64_t* target = buffer_.append(transition, state_);
    if (!consume(transition, kept, target)) return buffer_.drop_last();
    machine.state = target;
    machine.choices = &work_.choices;
    machine.outgoing_kind.assign(s_.layout_.processes, -1);
    machine.outgoing_more.clear();
    Interpreter{s_.layout_, s_.shared_.tables, s_.model_}.run(action.effect, machine);
    if (work_.failure.failed()) {
      buffer_.drop_last();
      return fail(transition);
    }
    complete(transition);
    if (buffer_.stopped()) return;
  } while (work_.choices.advance());
}

}  // namespace quorate
