#include "analysis/message_flow.hpp"

#include <algorithm>

#include "analysis/walk.hpp"

namespace quorate {

namespace {

TypeId recipient_process_type(const Model& model, const Stmt& send) {
  if (send.recipients == Recipients::all) return send.recipient_type;
  if (send.recipients == Recipients::set) return model.type(send.recipient.type).element;
  return send.recipient.type;
}

}  // namespace

RuleSends rule_sends(const Model& model, const Rule& rule) {
  RuleSends sends;
  visit_statements(rule.body, [&](const Stmt& statement) {
    TypeId recipients;
    if (statement.kind == StmtKind::send) recipients = recipient_process_type(model, statement);
    if (statement.kind == StmtKind::set_outgoing) recipients = statement.target.type;
    if (!recipients.valid()) return;
    sends.kinds.insert(statement.message_kind);
    for (const RoleId role : model.type(recipients).roles) sends.roles.insert(role);
  });
  return sends;
}

namespace {

constexpr std::uint64_t countless = std::uint64_t{1} << 40;

std::uint64_t most_messages(const Model& model, const std::vector<Stmt>& statements) {
  std::uint64_t most = 0;
  for (const Stmt& statement : statements) {
    const std::uint64_t inside =
        std::max(most_messages(model, statement.body), most_messages(model, statement.else_body));
    switch (statement.kind) {
      case StmtKind::send:
      case StmtKind::set_outgoing:
        most += 1;
        break;
      case StmtKind::loop:
        most += inside * model.values_of(statement.domain_type).size();
        break;
      default:
        most += inside;
    }
    most = std::min(most, countless);
  }
  return most;
}

}  // namespace

std::uint64_t most_messages_to_one(const Model& model, const Rule& rule) {
  return model.channels.several ? most_messages(model, rule.body) : 1;
}

MessageFlow analyze_message_flow(const Model& model) {
  MessageFlow flow;
  flow.kinds.assign(model.roles.size(), std::vector<std::set<KindId>>(model.roles.size()));
  for (const Rule& rule : model.rules) {
    visit_statements(rule.body, [&](const Stmt& statement) {
      TypeId recipients;
      if (statement.kind == StmtKind::send) recipients = recipient_process_type(model, statement);
      if (statement.kind == StmtKind::set_outgoing) recipients = statement.target.type;
      if (!recipients.valid()) return;
      for (const RoleId role : model.type(recipients).roles) {
        flow.kinds[rule.role.index()][role.index()].insert(statement.message_kind);
      }
    });
  }
  for (std::size_t from = 0; from < model.roles.size() && !model.channels.initially.empty(); ++from) {
    for (std::size_t to = 0; to < model.roles.size(); ++to) {
      const auto roles =
          std::pair(RoleId(static_cast<std::int64_t>(from)), RoleId(static_cast<std::int64_t>(to)));
      for (const InitialContents& contents : contents_at_first(model, roles.first, roles.second))
        flow.kinds[from][to].insert(contents.kind);
    }
  }
  return flow;
}

std::vector<InitialContents> contents_at_first(const Model& model, RoleId from, RoleId to) {
  std::vector<InitialContents> found;
  for (const InitialContents& contents : model.channels.initially) {
    const auto takes = [&](const Rule& rule) {
      for (std::size_t i = 0; i < rule.input_count() && rule.role == to && !rule.fault; ++i) {
        const std::vector<RoleId>& senders = model.type(rule.input(i).sender_type).roles;
        if (rule.input(i).message_kind == contents.kind && std::ranges::find(senders, from) != senders.end())
          return true;
      }
      return false;
    };
    if (contents.most > 0 && std::ranges::any_of(model.rules, takes)) found.push_back(contents);
  }
  return found;
}

std::set<std::int32_t> message_fields_read(const Model& model, const Rule& rule, std::size_t input) {
  std::set<std::int32_t> fields;
  const auto note = [&](const Expr& expression) {
    if (expression.kind == ExprKind::message_field && static_cast<std::size_t>(expression.input) == input)
      fields.insert(expression.index);
  };
  visit_expressions(model, rule.guard, note);
  visit_expressions(model, rule.body, note);
  return fields;
}

}  // namespace quorate
