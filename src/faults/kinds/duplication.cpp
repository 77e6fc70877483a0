// A copy is decided when it is received: the receipt leaves its message in the channel (Receive::keeps).
// There are two forms besides leaving the line out.
//
//   kept     Every receipt leaves its messages, and a channel is the set of all that was ever sent. For
//            invariants this is the same as any number of copies: whoever may copy before each receipt never
//            needs to take the last one, and how many equal messages wait decides nothing. The argument needs
//            that a message more disables nothing and that nobody asks what is impossible or what must happen
//            (docs/soundness/models.md, "Duplicated messages").
//   steps    Each rule that receives has a twin, R_again, which leaves its message; a rule that receives
//            several has one for each number of messages that stay. The twin is a step of the rule in
//            everything but that nobody owes it. In a FIFO channel the copy is the oldest message again, so
//            that it follows its original at once. If copies are counted, each process counts those that it
//            has received, and the twin asks for the sum.
//
// Rejected: a step that puts a copy into the channel. It makes a state for every copy that nobody has
// received yet, which is never a state that a property can tell apart.
#include "faults/kinds/duplication.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/lowering.hpp"
#include "model/make_expression.hpp"

namespace quorate {

namespace {

bool nothing_is_copied(const Model& model) {
  return model.channels.copies == 0;
}

std::string against_no_copies(const Model& model, const Property*) {
  return nothing_is_copied(model) ? "" : "a message can be received twice";
}

std::string against_keeping_messages(const Model& model, const Property* property) {
  if (model.channels.copies) return "the number of copies is limited";
  if (model.channels.synchronous) return "in a synchronous system processes notice which messages are there";
  if (model.channels.fifo) return "in a FIFO channel the oldest message would hide all others";
  if (model.channels.bound) return "a message that stays takes room in a channel of bounded size";
  if (property != nullptr && property->kind == PropertyKind::no_deadlock)
    return "a message that stays can hide a deadlock";
  if (property != nullptr && property->kind == PropertyKind::temporal)
    return "a message that stays would be owed again and again";
  return "";
}

void lower_to_kept_messages(Lowering& to) {
  keep_messages(to.model());
}

// The twin of the rule that leaves `copies` of its messages. `limit` names the roles that receive, if copies
// are counted.
Rule twin(const Lowering& to, const Rule& rule, std::int64_t copies, const HiddenVariable& received,
          const FaultAssumption* limit) {
  Rule again = rule;
  const std::string number = copies > 1 ? fmt::format("_{}", copies) : "";
  again.name = to.rule(rule.name + "_again" + number, rule.role).name;
  again.receive.keeps = copies;
  again.owed = false;
  if (limit == nullptr) return again;
  to.require(again, to.fewer(received, *limit, limit->count - copies + 1, again));
  const TypeId integer = to.model().integer_type;
  const Expr count = to.own(received, again);
  again.body.push_back(assignment(
      count, combined(ExprKind::add, integer, {count, constant(integer, copies)}, rule.span), rule.span));
  return again;
}

// How many messages a step of the rule can receive.
std::int64_t most_received(const Model& model, const Receive& receive) {
  if (receive.kind == ReceiveKind::single) return 1;
  if (!receive.at_least) return receive.quorum_size;
  return static_cast<std::int64_t>(model.values_of(receive.sender_type).size());
}

void lower_to_copies(Lowering& to) {
  Model& model = to.model();
  const std::optional<std::int64_t> most = model.channels.copies;
  const std::size_t before = model.rules.size();
  FaultAssumption limit = to.lines().front();
  limit.roles.clear();
  limit.count = most.value_or(0);
  std::map<RoleId, std::int64_t> receivers;
  for (const Rule& rule : model.rules) {
    if (rule.receive.kind == ReceiveKind::none || !most) continue;
    if (receivers.emplace(rule.role, *most).second) limit.roles.push_back(rule.role);
  }
  const HiddenVariable received = to.counter("copies", receivers);
  for (std::size_t r = 0; r < before; ++r) {
    const Rule rule = model.rules[r];
    if (rule.receive.kind == ReceiveKind::none || rule.ignores) continue;  // with a copy it would do nothing
    const std::int64_t messages = most_received(model, rule.receive);
    for (std::int64_t copies = 1; copies <= std::min(messages, most.value_or(messages)); ++copies)
      model.rules.push_back(twin(to, rule, copies, received, most ? &limit : nullptr));
  }
}

}  // namespace

std::vector<FaultForm> duplication_forms() {
  return {{"left out", against_no_copies, nullptr, false},
          {"kept messages", against_keeping_messages, lower_to_kept_messages, false},
          {"steps", nullptr, lower_to_copies, false}};
}

void keep_messages(Model& model) {
  model.channels.kept = true;
  model.channels.set = true;
  for (Rule& rule : model.rules) {
    if (rule.receive.kind != ReceiveKind::none) rule.receive.keeps = keeps_all;
  }
}

bool owes_repetitions(const Model& model) {
  return std::ranges::any_of(model.rules,
                             [](const Rule& rule) { return rule.receive.keeps > 0 && rule.owed; });
}

}  // namespace quorate
