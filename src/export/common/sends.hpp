// How the body of a rule sends: directly, or through outgoing messages that are kept until its end.
#pragma once

#include <vector>

#include "export/common/facts.hpp"
#include "model/model.hpp"

namespace quorate {

struct SendPlan {
  std::vector<RoleId> recipients;  // roles with processes that the body may send to
  std::vector<RoleId> deferred;    // those that may be sent two messages, or assembled ones
  std::vector<KindId> assembled;   // kinds of messages that are assembled field by field
};

SendPlan plan_sends(const Model& model, const Facts& facts, const std::vector<Stmt>& body);

}  // namespace quorate
