#include "faults/kinds/timing.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "analysis/walk.hpp"

namespace quorate {

namespace {

bool is_write(const Stmt& statement, const Rule& rule, std::int32_t timer) {
  return statement.kind == StmtKind::assign && statement.target.kind == ExprKind::variable &&
         statement.target.role == rule.role && statement.target.index == timer;
}

// Does the first statement of the body of an expiry belong to the expiry?
std::size_t first_of_the_text(const Rule& rule, std::int32_t timer) {
  return rule.expiry == timer ? 1 : 0;
}

bool is_send(const Stmt& statement, KindId kind) {
  const bool sends = statement.kind == StmtKind::send || statement.kind == StmtKind::set_outgoing;
  return sends && statement.message_kind == kind;
}

bool contains(const Model& model, TypeId type, RoleId role) {
  return std::ranges::find(model.type(type).roles, role) != model.type(type).roles.end();
}

template <typename Is>
Does done(const Rule& rule, std::size_t first, const Is& is) {
  bool within = false;
  for (std::size_t k = first; k < rule.body.size(); ++k) {
    if (is(rule.body[k])) return Does::always;
    visit_statements({rule.body[k]}, [&](const Stmt& statement) { within = within || is(statement); });
  }
  return within ? Does::sometimes : Does::never;
}

}  // namespace

Does writes_timer(const Rule& rule, std::int32_t timer) {
  return done(rule, first_of_the_text(rule, timer),
              [&](const Stmt& statement) { return is_write(statement, rule, timer); });
}

Does sends_to_all(const Model& model, const Rule& rule, KindId kind, RoleId role) {
  const Does sends = done(rule, 0, [&](const Stmt& statement) { return is_send(statement, kind); });
  if (sends != Does::always) return sends;
  const bool to_all = std::ranges::any_of(rule.body, [&](const Stmt& statement) {
    return statement.kind == StmtKind::send && statement.message_kind == kind &&
           statement.recipients == Recipients::all && contains(model, statement.recipient_type, role);
  });
  return to_all ? Does::always : Does::sometimes;
}

bool takes_from(const Model& model, const Rule& rule, RoleId role, RoleId sender) {
  return rule.role == role && !rule.byzantine && !rule.fault && rule.receive.kind != ReceiveKind::none &&
         contains(model, rule.receive.sender_type, sender);
}

bool is_shorter(const Model& model, RoleId role, std::int32_t timer, RoleId than_role, std::int32_t than) {
  using Timer = std::pair<RoleId, std::int32_t>;
  std::vector<Timer> open{{than_role, than}};
  std::set<Timer> seen(open.begin(), open.end());
  while (!open.empty()) {
    const Timer at = open.back();
    open.pop_back();
    for (const TimerOrder& order : model.timer_orders) {
      if (Timer(order.role, order.timer) != at) continue;
      const Timer shorter(order.shorter_role, order.shorter);
      if (shorter == Timer(role, timer)) return true;
      if (seen.insert(shorter).second) open.push_back(shorter);
    }
  }
  return false;
}

bool postpones(const Model& model, const Rule& shorter, const Rule& expiry) {
  if (shorter.expiry < 0 || expiry.expiry < 0) return false;
  if (!is_shorter(model, shorter.role, shorter.expiry, expiry.role, expiry.expiry)) return false;
  return std::ranges::any_of(model.rules, [&](const Rule& rule) {
    return takes_from(model, rule, expiry.role, shorter.role) &&
           writes_timer(rule, expiry.expiry) == Does::always &&
           sends_to_all(model, shorter, rule.receive.message_kind, expiry.role) == Does::always;
  });
}

}  // namespace quorate
