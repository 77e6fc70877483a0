#include "reference_steps.hpp"

#include <algorithm>

#include "analysis/walk.hpp"
#include "reference_channels.hpp"
#include "reference_signatures.hpp"

namespace quorate {

bool ReferenceSteps::has_strategy(RoleId role) const {
  return std::any_of(model_.rules.begin(), model_.rules.end(),
                     [&](const Rule& rule) { return rule.byzantine && rule.role == role; });
}

bool ReferenceSteps::stateless_byzantine(const RefState& state, std::int64_t process) const {
  return state.status[static_cast<std::size_t>(process)] == Status::byzantine &&
         !has_strategy(model_.role_of(ProcessId(process)));
}

bool ReferenceSteps::full(const RefState& state, ChannelEnds ends) const {
  const auto bound = options_.capacity ? options_.capacity : model_.channels.bound;
  return bound && static_cast<std::int64_t>(content(state, ends).size()) >= *bound;
}

void ReferenceSteps::observe(RefState& state) const {
  ReferenceChoices none(false);
  ReferenceRun run{model_, state, none, std::vector<RefValue>(model_.monitor.frame.size())};
  execute(run, model_.monitor.observe);
}

std::vector<ReferenceSteps::Assignment> ReferenceSteps::assignments(
    const std::vector<RuleParameter>& parameters) const {
  std::vector<Assignment> result = {{}};
  for (const RuleParameter& parameter : parameters) {
    std::vector<Assignment> longer;
    for (const Assignment& prefix : result) {
      for (const RefValue& value : all_values(model_, parameter.type)) {
        longer.push_back(prefix);
        longer.back().push_back(value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

// The distinct messages that a receiver can take out of a channel, of any kind.
std::vector<RefMessage> ReferenceSteps::consumable(const RefState& state, ChannelEnds ends) const {
  auto messages = content(state, ends);
  if (model_.channels.fifo && messages.size() > 1) messages.resize(1);
  if (options_.traffic != Traffic::m) std::erase_if(messages, [](const auto& m) { return !m.delivered; });
  return distinct(messages);
}

// The fields of the received message that the rule reads.
std::set<std::int32_t> ReferenceSteps::fields_read(const Rule& rule, std::size_t input) const {
  const Receive& receive = rule.input(input);
  std::set<std::int32_t> read;
  const auto note_field = [&](const Expr& expr) {
    const bool here = static_cast<std::size_t>(expr.input) == input;
    if (expr.kind == ExprKind::message_field && here) read.insert(expr.index);
  };
  visit_expressions(model_, rule.guard, note_field);
  visit_expressions(model_, rule.body, note_field);
  read = fields_looked_at(model_, receive.message_kind, read);
  // What a symmetric process sends to one it sends to all, with all fields.
  const auto& senders = model_.type(receive.sender_type).roles;
  const bool all =
      is_remembered(receive.message_kind) &&
      std::any_of(senders.begin(), senders.end(), [&](RoleId role) { return is_symmetric(role); });
  const std::size_t fields = all ? model_.message(receive.message_kind).fields.size() : 0;
  for (std::size_t f = 0; f < fields; ++f) read.insert(static_cast<std::int32_t>(f));
  return read;
}

// Every message of the rule's kind all of whose fields are defined, except those that it does not read:
// they are undefined, and messages that differ in them only are one.
std::vector<RefMessage> ReferenceSteps::forgeries(const Rule& rule, std::size_t input) const {
  const std::set<std::int32_t> read = fields_read(rule, input);
  const KindId kind = rule.input(input).message_kind;
  std::vector<RefMessage> messages(1);
  messages[0].kind = kind.value;
  const auto& fields = model_.message(kind).fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    std::vector<RefValue> values = {blank_value(model_, fields[i].type)};
    if (read.contains(static_cast<std::int32_t>(i))) values = all_values(model_, fields[i].type);
    std::vector<RefMessage> longer;
    for (const RefMessage& prefix : messages) {
      for (const RefValue& value : values) {
        longer.push_back(prefix);
        longer.back().fields.push_back(value);
      }
    }
    messages = std::move(longer);
  }
  return messages;
}

std::vector<Offer> ReferenceSteps::offers(const RefState& state, const Rule& rule, std::int64_t from,
                                          std::int64_t to, std::size_t input) const {
  std::vector<Offer> result;
  const Status status = state.status[static_cast<std::size_t>(from)];
  const bool stateless = stateless_byzantine(state, from);
  const bool synchronous = model_.channels.synchronous;
  auto there = consumable(state, {from, to});
  std::erase_if(
      there, [&](const RefMessage& message) { return message.kind != rule.input(input).message_kind.value; });
  for (const RefMessage& message : there) {
    result.push_back({.message = message, .consumes = true});
  }
  if (stateless) {
    const std::set<std::int32_t> read = fields_read(rule, input);
    for (const RefMessage& message : forgeries(rule, input)) {
      if (is_genuine(model_, state, message, read) && agrees(state, from, message))
        result.push_back({.message = message});
    }
  }
  const bool silent = content(state, {from, to}).empty() &&
                      (status == Status::crashed || (status == Status::byzantine && !stateless));
  if (synchronous && (stateless || silent)) {
    for (const RefMessage& message : forgeries(rule, input))
      result.push_back({.message = message, .absent = true});
  }
  const bool fails = may_crash(state, from) || status == Status::crashed;
  if (synchronous && options_.crash == Crash::receipt && fails) {
    for (const RefMessage& message : there) {
      result.push_back({.message = message, .absent = true, .consumes = true, .crashes_sender = true});
    }
  }
  return result;
}

std::vector<Received> ReferenceSteps::receipts(const RefState& state, const Rule& rule,
                                               std::int64_t process) const {
  const Receive& receive = rule.receive;
  if (receive.kind == ReceiveKind::none) return {{}};
  auto senders = model_.values_of(receive.sender_type);
  if (!model_.channels.loopback) std::erase(senders, process);
  std::vector<Received> result;
  for (const auto& chosen : all_subsets(senders)) {
    const auto size = static_cast<std::int64_t>(chosen.size());
    const std::int64_t wanted = receive.kind == ReceiveKind::single ? 1 : receive.quorum_size;
    const bool more_allowed = receive.kind == ReceiveKind::quorum && receive.at_least;
    if (size < wanted || (size > wanted && !more_allowed)) continue;
    std::vector<Received> combinations = {{}};
    for (const std::int64_t sender : chosen) {
      std::vector<Received> longer;
      for (const Received& prefix : combinations) {
        for (const Offer& offer : offers(state, rule, sender, process)) {
          longer.push_back(prefix);
          longer.back()[sender] = offer;
        }
      }
      combinations = std::move(longer);
    }
    result.insert(result.end(), combinations.begin(), combinations.end());
  }
  return result;
}

// The state after the messages are taken, or none if such a step does not exist: in RM when something
// delivered is left, and when more senders would have crashed than the faults allow.
std::optional<RefState> ReferenceSteps::consume(const RefState& state, std::int64_t process,
                                                const Received& received,
                                                const std::set<std::int64_t>& kept) const {
  RefState after = state;
  RefState left = state;
  std::vector<std::int64_t> by_budget;
  std::vector<std::int64_t> by_status;
  for (const auto& [sender, offer] : received) {
    if (offer.consumes) remove_message(left, {sender, process}, offer.message);
    if (offer.consumes && !kept.contains(sender)) remove_message(after, {sender, process}, offer.message);
    if (!offer.crashes_sender) continue;
    const Status status = state.status[static_cast<std::size_t>(sender)];
    if (status == Status::correct) by_budget.push_back(sender);
    if (status == Status::crash) by_status.push_back(sender);
  }
  for (const std::int64_t sender : by_budget) {
    if (!may_crash(after, sender)) return std::nullopt;
    crash(after, sender);
  }
  for (const std::int64_t sender : by_status) crash(after, sender);
  if (options_.traffic == Traffic::rm && leaves_delivered(left, process)) return std::nullopt;
  return after;
}

bool ReferenceSteps::leaves_delivered(const RefState& after, std::int64_t process) const {
  return std::any_of(after.channels.begin(), after.channels.end(), [&](const auto& channel) {
    return channel.first.second == process && std::any_of(channel.second.begin(), channel.second.end(),
                                                          [](const auto& m) { return m.delivered; });
  });
}

void ReferenceSteps::execute_rule(const RefState& state, const Rule& rule, std::int64_t process,
                                  const Assignment& assignment, const Received& received) {
  std::vector<RefValue> locals(rule.frame.size());
  locals[rule.self.index()] = process;
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    locals[rule.parameters[i].local.index()] = assignment[i];
  }
  if (rule.receive.kind == ReceiveKind::single) {
    locals[rule.receive.sender.index()] = received.begin()->first;
  } else if (rule.receive.kind == ReceiveKind::quorum) {
    std::set<std::int64_t> senders;
    for (const auto& [sender, offer] : received) senders.insert(sender);
    const TypeId type = rule.frame[rule.receive.sender.index()].type;
    locals[rule.receive.sender.index()] = set_mask(model_, type, senders, rule.guard);
  }
  RefState current = state;
  ReferenceChoices none(false);
  const auto possible = misled(state, rule, locals, received, process);
  if (!possible) return;
  const ReferenceRun unstarted{model_, current, none, locals, &received, process};
  for (const auto& kept : ways_to_keep(state, received)) {
    auto consumed = consume(state, process, received, kept);
    if (!consumed) continue;
    count_copies(*consumed, process, kept);
    remember_receipts(*consumed, process, received);
    RefStepFacts facts = facts_of(state, rule, process, received);
    facts.owed = facts.owed && kept.empty();
    facts.misled = *possible;
    execute_body(state, *consumed, rule, unstarted, facts);
  }
}

// `heading`: the locals of the rule and what it takes.
void ReferenceSteps::execute_body(const RefState& state, const RefState& consumed, const Rule& rule,
                                  const ReferenceRun& heading, const RefStepFacts& facts) {
  const std::int64_t process = heading.self;
  if (!rule.byzantine && recovers(process) && may_go_down(state, process))
    interrupted(consumed, heading, rule, process, true);
  omissions(consumed, heading, rule, facts);
  ReferenceChoices choices(true);
  do {
    RefState after = consumed;
    ReferenceRun run{model_,           after,   choices,       heading.locals,
                     heading.received, process, heading.taken, heading.rule};
    execute(run, rule.body);
    finish_sending(run, rule.guard);
    send_all(state, after, facts, run.sent);
  } while (choices.advance());
}

// Puts a message into a channel that has room, or whose oldest message goes.
void ReferenceSteps::deliver(RefState& state, ChannelEnds ends, const RefMessage& message) const {
  auto messages = content(state, ends);
  if (model_.channels.replacing && full(state, ends)) messages.erase(messages.begin());
  messages.push_back(message);
  if (!model_.channels.fifo) std::sort(messages.begin(), messages.end());
  store(state, ends, std::move(messages));
}

std::optional<std::vector<ReferenceSteps::Letter>> ReferenceSteps::letters(
    const RefState& after, std::int64_t process, const std::multimap<std::int64_t, RefMessage>& sent) {
  std::vector<Letter> all;
  RefState then = after;  // with the letters so far
  for (const auto& [to, message] : sent) {
    if (after.status[static_cast<std::size_t>(to)] == Status::crashed || stateless_byzantine(after, to))
      continue;
    const auto there = content(then, {process, to});
    const bool held = model_.channels.set && std::any_of(there.begin(), there.end(), [&](const auto& m) {
                        return m.same_content(message);
                      });
    if (!held && full(then, {process, to})) {
      found_full_ = true;
      if (model_.channels.lossy && !model_.channels.replacing) continue;
      if (!model_.channels.replacing) return std::nullopt;
    }
    all.push_back({to, message});
    then = with_letters(std::move(then), process, {all.back()});
  }
  return all;
}

RefState ReferenceSteps::with_letters(RefState state, std::int64_t process,
                                      const std::vector<Letter>& letters) const {
  for (const Letter& letter : letters) {
    const auto there = content(state, {process, letter.to});
    const bool held = model_.channels.set && std::any_of(there.begin(), there.end(), [&](const auto& m) {
                        return m.same_content(letter.message);
                      });
    if (!held) deliver(state, {process, letter.to}, letter.message);
  }
  return state;
}

void ReferenceSteps::send_all(const RefState& before, const RefState& after, const RefStepFacts& facts,
                              const std::multimap<std::int64_t, RefMessage>& sent) {
  const std::int64_t process = facts.process;
  const auto all = letters(after, process, sent);
  if (!all) return;
  const bool crashing = options_.crash == Crash::explicit_ && may_crash(before, process) && !all->empty();
  for (const auto& subset : all_subsets(*all)) {
    const bool everything = subset.size() == all->size();
    if (!everything && !crashing) continue;
    RefState next = with_letters(after, process, subset);
    if (!everything) crash(next, process);
    observe(next);
    add_step(std::move(next), facts);
  }
}

void ReferenceSteps::rule_steps(const RefState& state, const Rule& rule, std::int64_t process) {
  const Status status = state.status[static_cast<std::size_t>(process)];
  if (status == Status::crashed || (status == Status::byzantine) != rule.byzantine) return;
  if (stopped_by_fault(state, process)) return;
  if (rule.compound()) {
    for (const Assignment& assignment : assignments(rule.parameters))
      compound_steps(state, rule, process, assignment);
    return;
  }
  const auto received = receipts(state, rule, process);
  for (const Assignment& assignment : assignments(rule.parameters)) {
    for (const Received& messages : received) execute_rule(state, rule, process, assignment, messages);
  }
}

// Byzantine processes owe no step. A message of a Byzantine process without a strategy is owed by nobody,
// except in a synchronous system, where its absence is received as well.
RefStepFacts ReferenceSteps::facts_of(const RefState& state, const Rule& rule, std::int64_t process,
                                      const Received& received) const {
  RefStepFacts facts{&rule - model_.rules.data(), process, {}, !rule.byzantine};
  for (const auto& [sender, offer] : received) {
    facts.senders.push_back(sender);
    if (stateless_byzantine(state, sender) && !model_.channels.synchronous) facts.owed = false;
  }
  return facts;
}

void ReferenceSteps::add_step(RefState next, RefStepFacts facts) {
  steps_.push_back(std::move(next));
  facts_.push_back(std::move(facts));
}

std::vector<RefState> ReferenceSteps::successors(const RefState& state) {
  steps_.clear();
  facts_.clear();
  for (const Rule& rule : model_.rules) {
    const Role& role = model_.role(rule.role);
    for (std::int64_t k = 0; k < role.count; ++k) rule_steps(state, rule, role.first.value + k);
  }
  delivery_steps(state);
  loss_steps(state);
  crash_steps(state);
  receipt_crash_steps(state);
  marking_steps(state);
  recovery_steps(state);
  ignoring_steps(state);
  network_steps(state);
  if (steps_.empty() && model_.has_else) add_step(state);
  return steps_;
}

}  // namespace quorate
