#include <algorithm>

#include "reference_eval.hpp"
#include "reference_signatures.hpp"

namespace quorate {

namespace {

// The stored value that a place names. A status is no RefValue; assign() handles it.
RefValue& stored(ReferenceRun& run, const Expr& place) {
  const auto position = static_cast<std::size_t>(place.index);
  switch (place.kind) {
    case ExprKind::variable: {
      const std::int64_t process = evaluate_defined(run, place.child(0));
      if (!run.model.has_value(run.model.role(place.role).type, process)) {
        fail(place, "a process of another role");
      }
      return run.state.variables[static_cast<std::size_t>(process)][position];
    }
    case ExprKind::monitor_variable:
      return run.state.monitors[position];
    case ExprKind::field:
      return stored(run, place.child(0)).parts[position];
    case ExprKind::element: {
      RefValue& array = stored(run, place.child(0));
      const std::int64_t index = evaluate_defined(run, place.child(1));
      const auto values = run.model.values_of(run.model.type(place.child(0).type).index);
      const auto found = std::find(values.begin(), values.end(), index);
      if (found == values.end()) fail(place, "an index outside the index type");
      return array.parts[static_cast<std::size_t>(found - values.begin())];
    }
    default:
      throw std::logic_error("an assignment to something that is no place");
  }
}

void assign(ReferenceRun& run, const Stmt& statement) {
  const Expr& place = statement.target;
  const RefValue value =
      fit(run.model, statement.value.type, place.type, evaluate(run, statement.value), statement.value);
  if (place.kind != ExprKind::status) {
    stored(run, place) = value;
    return;
  }
  if (!value.simple) fail(statement.value, "an undefined status");
  const std::int64_t process = evaluate_defined(run, place.child(0));
  run.state.status[static_cast<std::size_t>(process)] = static_cast<Status>(*value.simple);
}

void undefine_role(ReferenceRun& run, RoleId id) {
  const Role& role = run.model.role(id);
  for (std::int64_t k = 0; k < role.count; ++k) {
    auto& variables = run.state.variables[static_cast<std::size_t>(role.first.value + k)];
    for (std::size_t i = 0; i < variables.size(); ++i) {
      variables[i] = blank_value(run.model, role.variables[i].type);
    }
  }
}

void send_to(ReferenceRun& run, std::int64_t recipient, const RefMessage& message, const Expr& where) {
  const bool nothing = std::all_of(message.fields.begin(), message.fields.end(), all_undefined);
  if (run.model.message(KindId(message.kind)).printed && nothing) return;
  if (recipient == run.self && !run.model.channels.loopback) fail(where, "a message to oneself");
  if (run.state.cut.contains(std::minmax(run.self, recipient))) return;
  if (!run.model.channels.several && run.sent.contains(recipient)) fail(where, "two messages to one process");
  run.sent.emplace(recipient, message);
}

void send(ReferenceRun& run, const Stmt& statement) {
  const auto& fields = run.model.message(statement.message_kind).fields;
  RefMessage message;
  message.kind = statement.message_kind.value;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Expr& argument = statement.arguments[i];
    message.fields.push_back(
        fit(run.model, argument.type, fields[i].type, evaluate(run, argument), argument));
  }
  sign_message(run.model, run.state, run.self, message, statement);
  switch (statement.recipients) {
    case Recipients::one:
      send_to(run, evaluate_defined(run, statement.recipient), message, statement.recipient);
      break;
    case Recipients::all:
      for (const std::int64_t process : run.model.values_of(statement.recipient_type)) {
        if (process != run.self || run.model.channels.loopback)
          send_to(run, process, message, statement.recipient);
      }
      break;
    case Recipients::set:
      for (const std::int64_t process :
           set_elements(run.model, statement.recipient.type, evaluate_defined(run, statement.recipient))) {
        send_to(run, process, message, statement.recipient);
      }
      break;
  }
}

void set_outgoing(ReferenceRun& run, const Stmt& statement) {
  const auto& fields = run.model.message(statement.message_kind).fields;
  const auto position = static_cast<std::size_t>(statement.index);
  const std::int64_t recipient = evaluate_defined(run, statement.target);
  const RefValue value = fit(run.model, statement.value.type, fields[position].type,
                             evaluate(run, statement.value), statement.value);
  const std::int32_t kind = statement.message_kind.value;
  RefMessage& message = run.assembled[{recipient, kind}];
  if (message.fields.empty()) {
    message.kind = kind;
    for (const auto& field : fields) message.fields.push_back(blank_value(run.model, field.type));
  }
  message.fields[position] = value;
}

void loop(ReferenceRun& run, const Stmt& statement) {
  std::vector<std::int64_t> elements;
  if (statement.has_domain_set) {
    const auto set = set_elements(run.model, statement.value.type, evaluate_defined(run, statement.value));
    elements.assign(set.begin(), set.end());
  } else {
    for (const auto& value : all_values(run.model, statement.domain_type)) elements.push_back(*value.simple);
  }
  for (const std::int64_t element : elements) {
    run.locals[statement.local.index()] = element;
    execute(run, statement.body);
  }
}

}  // namespace

void execute(ReferenceRun& run, const std::vector<Stmt>& statements) {
  for (const Stmt& statement : statements) {
    switch (statement.kind) {
      case StmtKind::assign:
        assign(run, statement);
        break;
      case StmtKind::undefine:
        stored(run, statement.target) = blank_value(run.model, statement.target.type);
        break;
      case StmtKind::undefine_role:
        undefine_role(run, statement.role);
        break;
      case StmtKind::set_outgoing:
        set_outgoing(run, statement);
        break;
      case StmtKind::send:
        send(run, statement);
        break;
      case StmtKind::branch:
        execute(run, evaluate_condition(run, statement.value) ? statement.body : statement.else_body);
        break;
      case StmtKind::loop:
        loop(run, statement);
        break;
      case StmtKind::let:
        run.locals[statement.local.index()] = evaluate(run, statement.value);
        break;
    }
  }
}

void finish_sending(ReferenceRun& run, const Expr& where) {
  for (const auto& [ends, message] : run.assembled) {
    if (std::all_of(message.fields.begin(), message.fields.end(), all_undefined)) continue;
    send_to(run, ends.first, message, where);
  }
}

std::size_t ReferenceChoices::choose(std::size_t candidates, const Expr& where) {
  if (candidates == 1) return 0;
  if (!allowed_) fail(where, "a choice between several candidates where none is allowed");
  if (next_ == points_.size()) points_.push_back({0, candidates});
  return points_[next_++].pick;
}

bool ReferenceChoices::advance() {
  next_ = 0;
  while (!points_.empty() && points_.back().pick + 1 == points_.back().candidates) points_.pop_back();
  if (points_.empty()) return false;
  ++points_.back().pick;
  return true;
}

}  // namespace quorate
