// Which roles can send which message kinds to which roles, and which fields of a message a rule reads:
// facts of the text. Channels exist only where something can be sent.
#pragma once

#include <set>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct MessageFlow {
  // [from role][to role]: kinds that some rule of `from` can send to a process of `to`, or that may be there
  // at first.
  std::vector<std::vector<std::set<KindId>>> kinds;
};

MessageFlow analyze_message_flow(const Model& model);

// What may be in a channel from a process of one role to a process of another at first: the declared contents
// that some rule of the text takes from such senders.
std::vector<InitialContents> contents_at_first(const Model& model, RoleId from, RoleId to);

// Kinds and recipient roles of one rule.
struct RuleSends {
  std::set<KindId> kinds;
  std::set<RoleId> roles;
};
RuleSends rule_sends(const Model& model, const Rule& rule);

// Positions of the fields of the kind received by this input that guard or body read.
std::set<std::int32_t> message_fields_read(const Model& model, const Rule& rule, std::size_t input);

// No step of the rule sends more messages to one process: 1 unless channels take several messages a step.
std::uint64_t most_messages_to_one(const Model& model, const Rule& rule);

}  // namespace quorate
