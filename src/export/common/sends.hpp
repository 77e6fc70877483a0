// How a rule's body sends: directly, or by way of outgoing messages kept until its end.
#pragma once

#include <vector>

#include "export/common/facts.hpp"
#include "model/model.hpp"

namespace quorate {

struct SendPlan {
  std::vector<RoleId> recipients;  // roles with processes that the body may send to
  std::vector<RoleId> deferred;    // those to whose processes it may send twice, or assembles messages
  std::vector<KindId> assembled;   // kinds of messages made field by field
};

SendPlan plan_sends(const Model& model, const Facts& facts, const std::vector<Stmt>& body);

}  // namespace quorate
