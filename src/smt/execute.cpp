// Symbolic execution of statements. Both branches of an `if` are executed, each under its path condition;
// an assignment merges the new value with the old one under that condition. Loops are unrolled over their
// domain.
//
// Messages are not put into channels here. They are collected with the condition under which they are sent,
// for encode_sending.cpp. Two messages to one process in one step are a model error, and so is a message of
// a process to itself without `loopback`.
#include "smt/evaluator.hpp"
#include "smt/evaluator_path.hpp"

namespace quorate {

void Evaluator::execute(const std::vector<Stmt>& statements) {
  for (const Stmt& statement : statements) execute(statement);
}

void Evaluator::execute(const Stmt& s) {
  switch (s.kind) {
    case StmtKind::assign: {
      const auto values = scalars_of(s.value, s.target.type);
      const Place place = place_of(s.target);
      for (std::uint32_t k = 0; k < values.size(); ++k) store(place, k, values[k]);
      break;
    }
    case StmtKind::undefine: {
      const Place place = place_of(s.target);
      for (std::uint32_t k = 0; k < scalar_count(model_, s.target.type); ++k) store(place, k, v_.undefined());
      break;
    }
    case StmtKind::undefine_role:
      undefine_role(s.role);
      break;
    case StmtKind::set_outgoing:
      set_outgoing(s);
      break;
    case StmtKind::send:
      send(s);
      break;
    case StmtKind::branch: {
      const Term c = condition(s.value);
      under(c, [&] { return execute(s.body), true; });
      under(f_.negation(c), [&] { return execute(s.else_body), true; });
      break;
    }
    case StmtKind::loop:
      for (const Element& element : elements_of(s.domain_type, s.has_domain_set ? &s.value : nullptr)) {
        locals_[s.local.index()] = v_.constant(element.value);
        under(element.inside, [&] { return execute(s.body), true; });
      }
      break;
    case StmtKind::let:
      locals_[s.local.index()] = eval(s.value);
      break;
  }
}

void Evaluator::undefine_role(RoleId id) {
  const Role& role = model_.role(id);
  for (std::int64_t i = 0; i < role.count; ++i) {
    const auto& first = layout_.variable_cells[role.first.index() + static_cast<std::size_t>(i)];
    for (std::size_t v = 0; v < role.variables.size(); ++v) {
      if (role.variables[v].hidden) continue;
      const Place place{{f_.constant(true), -1, first[v]}};
      for (std::uint32_t k = 0; k < scalar_count(model_, role.variables[v].type); ++k)
        store(place, k, v_.undefined());
    }
  }
}

void Evaluator::send(const Stmt& s) {
  const MessageFormat& format = layout_.formats[s.message_kind.index()];
  const MessageKind& kind = model_.message(s.message_kind);
  std::vector<SymbolicValue> scalars;
  for (std::size_t i = 0; i < s.arguments.size(); ++i) {
    std::uint32_t cell = format.fields[i];
    for (const SymbolicValue& value : scalars_of(s.arguments[i], kind.fields[i].type)) {
      const MessageCell& m = layout_.message_cells[cell++];
      scalars.push_back(fitted(value, m.low, m.high, m.members, m.type));
    }
  }
  const Term always = f_.constant(true);
  if (s.recipients == Recipients::all) {
    for (const auto process : model_.values_of(s.recipient_type)) {
      if (process == self_.value && !model_.channels.loopback) continue;
      send_to(ProcessId(process), always, s.message_kind, scalars);
    }
    return;
  }
  const SymbolicValue recipient = eval_defined(s.recipient);
  if (s.recipients == Recipients::one) {
    for (const Case& c : recipient.cases) send_to(ProcessId(c.value), c.when, s.message_kind, scalars);
    return;
  }
  for (std::size_t k = 0; k < recipient.elements.size(); ++k) {
    const ProcessId to(recipient.low + static_cast<std::int64_t>(k));
    if (!recipient.elements[k].is_false()) send_to(to, recipient.elements[k], s.message_kind, scalars);
  }
}

void Evaluator::send_to(ProcessId to, const Term& when, KindId kind,
                        const std::vector<SymbolicValue>& scalars) {
  const Term sent = f_.both(path_, when);
  if (sent.is_false()) return;
  if (to == self_ && !model_.channels.loopback) return fail(when);
  for (const OutgoingMessage& other : outgoing_) {
    if (other.to == to && !model_.channels.several) fail(f_.both(when, other.when));
  }
  outgoing_.push_back({to, kind, false, sent, scalars});
}

// A message that is assembled field by field is sent as soon as one of its fields is assigned.
void Evaluator::set_outgoing(const Stmt& s) {
  const MessageFormat& format = layout_.formats[s.message_kind.index()];
  const SymbolicValue recipient = eval_defined(s.target);
  const auto values = scalars_of(s.value, model_.message(s.message_kind).fields[s.index].type);
  for (const Case& c : recipient.cases) {
    const ProcessId to(c.value);
    const Term before = path_;
    path_ = f_.both(path_, c.when);
    if (to == self_ && !model_.channels.loopback) fail(f_.constant(true));
    OutgoingMessage* message = nullptr;
    for (OutgoingMessage& other : outgoing_) {
      if (other.to != to) continue;
      if (other.assembled && other.kind == s.message_kind) {
        message = &other;
      } else {
        fail(other.when);
      }
    }
    if (message == nullptr) {
      outgoing_.push_back({to, s.message_kind, true, f_.constant(false),
                           std::vector<SymbolicValue>(format.cell_count, v_.undefined())});
      message = &outgoing_.back();
    }
    message->when = f_.either(message->when, path_);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const std::uint32_t cell = format.fields[s.index] + static_cast<std::uint32_t>(k);
      const MessageCell& m = layout_.message_cells[cell];
      SymbolicValue& slot = message->scalars[cell - format.first_cell];
      slot = v_.merge(path_, fitted(values[k], m.low, m.high, m.members, m.type), slot);
    }
    path_ = before;
  }
}

}  // namespace quorate
