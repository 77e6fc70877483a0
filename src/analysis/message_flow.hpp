// Who can send which message kinds to whom, and which fields of a message a rule reads: facts of the
// text, by role. Channels exist only where something can be sent.
#pragma once

#include <set>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct MessageFlow {
  // [from role][to role]: kinds that some rule of `from` can send to a process of `to`.
  std::vector<std::vector<std::set<KindId>>> kinds;
};

MessageFlow analyze_message_flow(const Model& model);

// Kinds and recipient roles of one rule.
struct RuleSends {
  std::set<KindId> kinds;
  std::set<RoleId> roles;
};
RuleSends rule_sends(const Model& model, const Rule& rule);

// Positions of the fields of the received kind that guard or body read.
std::set<std::int32_t> message_fields_read(const Model& model, const Rule& rule);

// Whether a predicate or formula reads a process's status, by role.
std::set<RoleId> status_read(const Model& model, const Property& property);

// Roles to whose processes an init rule assigns a status; only those that it may make crash-prone.
std::set<RoleId> status_assigned(const Model& model);
std::set<RoleId> crash_status_assigned(const Model& model);

}  // namespace quorate
