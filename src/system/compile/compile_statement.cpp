// Statements become instructions with jumps; loops are unrolled if they are small (compile_iteration.hpp). A
// whole record or array is read before any of it is written. Messages are built in a message register and
// handed over by `send`; putting them into channels is left to the stepper (sending.cpp).
#include "system/compile/compile_iteration.hpp"
#include "system/compile/compiler.hpp"

namespace quorate {

Program Compiler::effect(const std::vector<Stmt>& statements) {
  execute(statements);
  if (builder_.too_large() && !statements.empty()) {
    shared_.problems.push_back({"this body is too large to compile", statements.front().span});
  }
  return builder_.finish(Operand::of(1));
}

// Frees the registers of a statement after it, except those that a `let` binds.
void Compiler::execute(const std::vector<Stmt>& statements) {
  const auto outer = builder_.mark();
  for (const Stmt& statement : statements) {
    const auto mark = builder_.mark();
    builder_.at(statement.span);
    execute(statement);
    if (statement.kind != StmtKind::let) builder_.release(mark);
  }
  builder_.release(outer);
}

void Compiler::execute(const Stmt& statement) {
  switch (statement.kind) {
    case StmtKind::assign:
      assign(statement);
      break;
    case StmtKind::undefine:
      undefine(statement);
      break;
    case StmtKind::undefine_role:
      undefine_role(statement);
      break;
    case StmtKind::set_outgoing:
      set_outgoing(statement);
      break;
    case StmtKind::send:
      send(statement);
      break;
    case StmtKind::branch:
      branch(statement);
      break;
    case StmtKind::let:
      instantiation_.locals[statement.local.index()] = eval(statement.value);
      builder_.keep_results();
      break;
    case StmtKind::loop:
      iterate(statement.domain_type, statement.has_domain_set ? &statement.value : nullptr, statement.local,
              [&](Operand, Label&) { execute(statement.body); });
      break;
  }
}

// Reads all scalars before it writes any, since source and target may overlap.
void Compiler::assign(const Stmt& statement) {
  const auto values = scalars_of(statement.value, statement.target.type);
  const Place place = place_of(statement.target);
  for (std::uint32_t k = 0; k < values.size(); ++k) store_scalar(place, k, values[k]);
}

void Compiler::undefine(const Stmt& statement) {
  const Place place = place_of(statement.target);
  const auto count = scalar_count(model_, statement.target.type);
  for (std::uint32_t k = 0; k < count; ++k) store_scalar(place, k, Operand::of(undefined_value));
}

void Compiler::undefine_role(const Stmt& statement) {
  const Role& role = model_.role(statement.role);
  for (std::int64_t i = 0; i < role.count; ++i) {
    const auto& cells = layout_.variable_cells[role.first.index() + static_cast<std::size_t>(i)];
    for (std::size_t v = 0; v < role.variables.size(); ++v) {
      if (role.variables[v].hidden) continue;
      Place place;
      place.base = cells[v];
      const auto count = scalar_count(model_, role.variables[v].type);
      for (std::uint32_t k = 0; k < count; ++k) store_scalar(place, k, Operand::of(undefined_value));
    }
  }
}

void Compiler::branch(const Stmt& statement) {
  const Operand condition = eval(statement.value);
  if (condition.known()) {
    execute(condition.value != 0 ? statement.body : statement.else_body);
    return;
  }
  Label otherwise;
  Label end;
  builder_.jump(Op::jump_if_false, builder_.in_register(condition), otherwise);
  execute(statement.body);
  if (!statement.else_body.empty()) builder_.jump(Op::jump, 0, end);
  builder_.bind(otherwise);
  execute(statement.else_body);
  builder_.bind(end);
}

void Compiler::set_outgoing(const Stmt& statement) {
  const MessageKind& kind = model_.message(statement.message_kind);
  const Field& field = kind.fields[statement.index];
  const auto first = layout_.formats[statement.message_kind.index()].fields[statement.index];
  const auto recipient = builder_.in_register(eval(statement.target));
  const auto values = scalars_of(statement.value, field.type);
  for (std::size_t k = 0; k < values.size(); ++k) {
    builder_.emit(Op::outgoing_field, recipient, builder_.in_register(values[k]),
                  static_cast<std::int64_t>(first + k), statement.message_kind.index());
  }
}

void Compiler::send(const Stmt& statement) {
  const MessageFormat& format = layout_.formats[statement.message_kind.index()];
  const MessageKind& kind = model_.message(statement.message_kind);
  const auto message = instantiation_.senders.size();
  builder_.emit(Op::clear_message, message, 0, static_cast<std::int64_t>(format.tag));
  for (std::size_t i = 0; i < statement.arguments.size(); ++i) {
    const auto values = scalars_of(statement.arguments[i], kind.fields[i].type);
    for (std::size_t k = 0; k < values.size(); ++k) {
      builder_.emit(Op::set_field, message, builder_.in_register(values[k]),
                    static_cast<std::int64_t>(format.fields[i] + k));
    }
  }
  if (statement.recipients == Recipients::set) {
    const auto recipients = builder_.in_register(eval(statement.recipient));
    builder_.emit(Op::send_to_set, recipients, message, type(type(statement.recipient.type).element).low);
    return;
  }
  if (statement.recipients == Recipients::one) {
    builder_.emit(Op::send, builder_.in_register(eval(statement.recipient)), message);
    return;
  }
  for (const auto process : model_.values_of(statement.recipient_type)) {
    if (process == instantiation_.self && !model_.channels.loopback) continue;
    builder_.emit(Op::send, builder_.in_register(Operand::of(process)), message);
  }
}

}  // namespace quorate
