// Statements: assignments, which copy undefined parts as they are, and sends. A message is sent directly if
// the body can send only one to each process of the role. Otherwise it is kept until the end of the body, so
// that a second message to the same process is an error and a message can be assembled field by field
// (export/common/sends.hpp).
#include <algorithm>

#include "export/translation/translator.hpp"

namespace quorate {

void Translator::statements(const std::vector<Stmt>& list, Environment& env, Lines& out) {
  for (const Stmt& each : list) statement(each, env, out);
}

void Translator::statement(const Stmt& s, Environment& env, Lines& out) {
  prepare_choices(s, env, out);
  switch (s.kind) {
    case StmtKind::assign:
      assign_statement(s, env, out);
      break;
    case StmtKind::undefine:
      if (!facts_.empty(s.target.type)) undefine(place(s.target, env), s.target.type, out);
      break;
    case StmtKind::undefine_role: {
      const Role& role = model_.role(s.role);
      const LocalId local(static_cast<std::int64_t>(env.locals.size()));
      for_each(role.type, "p", local, env, out, [&](Environment& inner) {
        for (const Variable& variable : role.variables) {
          if (variable.hidden || facts_.empty(variable.type)) continue;
          const Text process = inner.locals[local.index()].text;
          undefine(process_place(s.role, process, field_name(variable.name)), variable.type, out);
        }
      });
      break;
    }
    case StmtKind::set_outgoing:
      set_outgoing(s, env, out);
      break;
    case StmtKind::send:
      send(s, env, out);
      break;
    case StmtKind::branch: {
      open_if(value(s.value, env), out);
      Environment inner = env;
      statements(s.body, inner, out);
      if (!s.else_body.empty()) {
        open_else(out);
        inner = env;
        statements(s.else_body, inner, out);
      }
      close_if(!s.else_body.empty(), out);
      break;
    }
    case StmtKind::loop:
      loop(s, env, out);
      break;
    case StmtKind::let: {
      const TypeId type = type_of(s.value, env);
      const Text name = scratch(env.name_of(s.local, "x"), type);
      assign(name, type, s.value, env, out);
      env.bind(s.local, {name, type, may_be_undefined(s.value, env), nullptr, nullptr});
      break;
    }
  }
}

void Translator::assign_statement(const Stmt& s, const Environment& env, Lines& out) {
  if (s.target.kind != ExprKind::status) {
    if (!facts_.empty(s.target.type)) assign(place(s.target, env), s.target.type, s.value, env, out);
    return;
  }
  // Crashes are implicit: a process that may crash has the status of a correct one.
  if (!facts_.role(s.target.role).has_status()) return;
  Expr status = s.value;
  if (status.kind == ExprKind::constant) {
    if (status.value == static_cast<std::int64_t>(Status::crash)) {
      status.value = static_cast<std::int64_t>(Status::correct);
    }
    assign(place(s.target, env), s.target.type, status, env, out);
    return;
  }
  const Text may_crash = equal(value(status, env), status_value(Status::crash));
  Expr correct = status;
  correct.kind = ExprKind::constant;
  correct.value = static_cast<std::int64_t>(Status::correct);
  open_if(may_crash, out);
  assign(place(s.target, env), s.target.type, correct, env, out);
  open_else(out);
  assign(place(s.target, env), s.target.type, status, env, out);
  close_if(true, out);
}

void Translator::assign(const Text& target, TypeId id, const Expr& e, const Environment& env, Lines& out) {
  const Type& type = model_.type(id);
  if (facts_.empty(id)) return;
  if (e.kind == ExprKind::undefined) {
    undefine(target, id, out);
  } else if (type.kind == TypeKind::record) {
    for (std::size_t k = 0; k < type.fields.size(); ++k) {
      const Text part = word(target.s + "." + field_name(type.fields[k].name));
      assign(part, type.fields[k].type, part_of(model_, e, static_cast<std::int64_t>(k)), env, out);
    }
  } else if (type.kind == TypeKind::array) {
    Environment inner = env;
    const LocalId local(static_cast<std::int64_t>(env.locals.size()));
    for_each(type.index, "k", local, inner, out, [&](Environment& bound) {
      Expr part = part_of(model_, e, 0);
      part.children[1].kind = ExprKind::local;
      part.children[1].local = local;
      assign(element_place(target, type, bound.locals[local.index()].text), type.element, part, bound, out);
    });
  } else {
    copy(target, id, e, env, out);
  }
}

void Translator::loop(const Stmt& s, const Environment& env, Lines& out) {
  Environment inner = env;
  const TypeId domain = s.domain_type;
  for_each(domain, env.name_of(s.local, "k"), s.local, inner, out, [&](Environment& bound) {
    Text inside = truth(true);
    if (s.has_domain_set) inside = member(bound.locals[s.local.index()].text, domain, s.value, bound);
    if (!inside.is(1)) open_if(inside, out);
    statements(s.body, bound, out);
    if (!inside.is(1)) close_if(false, out);
  });
}

// Writes statements for each role that the process can be of.
void Translator::for_roles_of(TypeId type, const Text& process, Lines& out,
                              const std::function<void(RoleId)>& action) {
  const std::vector<RoleId> roles = facts_.live_roles(type);
  for (const RoleId role : roles) {
    if (roles.size() == 1) {
      action(role);
      continue;
    }
    const std::int64_t first = model_.role(role).first.value;
    const std::int64_t last = first + model_.role(role).count - 1;
    const Text inside = both(binary(ExprKind::greater_equal, process, number(first)),
                             binary(ExprKind::less_equal, process, number(last)));
    if (inside.is(0)) continue;
    if (!inside.is(1)) open_if(inside, out);
    action(role);
    if (!inside.is(1)) close_if(false, out);
  }
}

void Translator::send_to(TypeId type, const Text& to, const Text& code, const Environment& env, Lines& out) {
  for_roles_of(type, to, out, [&](RoleId role) {
    if (std::find(deferred_.begin(), deferred_.end(), role) == deferred_.end()) {
      deliver(role, to, code, env, out);
      return;
    }
    const Text message = outgoing(role, to);
    fail_if(binary(ExprKind::not_equal, message, number(0)), "two messages to one process", out);
    out.line(assignment(message, code));
  });
}

void Translator::send(const Stmt& s, const Environment& env, Lines& out) {
  std::vector<Text> digits;
  const KindCode& kind = facts_.codes().kind(s.message_kind);
  for (const CodeLeaf& leaf : kind.leaves) {
    const auto field = static_cast<std::size_t>(leaf.path[0]);
    digits.push_back(field < s.arguments.size() ? digit(s.arguments[field], leaf, 1, env) : number(0));
  }
  const Text code = make_message(s.message_kind, digits);
  if (s.recipients == Recipients::one) {
    send_to(type_of(s.recipient, env), value(s.recipient, env), code, env, out);
    return;
  }
  const bool set = s.recipients == Recipients::set;
  const TypeId type = set ? model_.type(s.recipient.type).element : s.recipient_type;
  Environment inner = env;
  const LocalId local(static_cast<std::int64_t>(env.locals.size()));
  for_each(type, "receiver", local, inner, out, [&](Environment& bound) {
    const Binding& to = bound.locals[local.index()];
    const std::vector<RoleId> roles = facts_.live_roles(to.type);
    Text condition = truth(true);
    if (set) {
      condition = member(to.text, to.type, s.recipient, bound);
    } else if (std::find(roles.begin(), roles.end(), env.self_role) != roles.end()) {
      condition = binary(ExprKind::not_equal, to.text, env.self);
    }
    if (condition.is(0)) return;
    if (!condition.is(1)) open_if(condition, out);
    send_to(to.type, to.text, code, bound, out);
    if (!condition.is(1)) close_if(false, out);
  });
}

void Translator::set_outgoing(const Stmt& s, const Environment& env, Lines& out) {
  const Text to = value(s.target, env);
  for_roles_of(type_of(s.target, env), to, out, [&](RoleId role) {
    const Text message = outgoing(role, to);
    for (const CodeLeaf& leaf : facts_.codes().kind(s.message_kind).leaves) {
      if (leaf.path[0] != s.index) continue;
      set_digit(message, s.message_kind, leaf, digit(s.value, leaf, 1, env), out);
    }
  });
}

void Translator::flush(const std::vector<RoleId>& roles, const std::vector<KindId>& assembled,
                       const Environment& env, Lines& out) {
  for (const RoleId role : roles) {
    Environment inner = env;
    const LocalId local(static_cast<std::int64_t>(env.locals.size()));
    for_each(model_.role(role).type, "receiver", local, inner, out, [&](Environment& bound) {
      const Text to = bound.locals[local.index()].text;
      const Text message = outgoing(role, to);
      Text sent = binary(ExprKind::not_equal, message, number(0));
      for (const KindId kind : assembled) {
        const Text nothing = number(facts_.codes().kind(kind).first);
        sent = both(sent, binary(ExprKind::not_equal, message, nothing));
      }
      open_if(sent, out);
      deliver(role, to, message, bound, out);
      close_if(false, out);
    });
  }
}

// The digit of one leaf of a message's field that gets the value of e; `depth` steps of the leaf's path have
// led to e.
Text Translator::digit(const Expr& e, const CodeLeaf& leaf, std::size_t depth, const Environment& env) {
  if (e.kind == ExprKind::undefined) return number(0);
  if (depth < leaf.path.size()) return digit(part_of(model_, e, leaf.path[depth]), leaf, depth + 1, env);
  if (e.kind == ExprKind::conditional) {
    return branches(value(e.child(0), env), digit(e.child(1), leaf, depth, env),
                    digit(e.child(2), leaf, depth, env));
  }
  if (e.kind == ExprKind::local && env.locals[e.local.index()].closure != nullptr) {
    const Binding& binding = env.locals[e.local.index()];
    return digit(*binding.closure, leaf, depth, *binding.scope);
  }
  if (e.kind == ExprKind::let) return digit(e.child(1), leaf, depth, let_environment(e, env));
  if (e.kind == ExprKind::call) {
    return digit(model_.function(e.function).body, leaf, depth, call_environment(e, env));
  }
  MessagePart part;
  if (e.type == leaf.type && message_part(e, env, part)) {
    const auto same = [&](const CodeLeaf& from) { return leaf_digit(part.message, part.kind, from); };
    return part_text(part, same, model_.integer_type);
  }
  if (!may_be_undefined(e, env)) return encode(e, leaf.type, env);
  return select(undefined(e, env), number(0), encode(e, leaf.type, env));
}

Text Translator::encode(const Expr& e, TypeId type, const Environment& env) {
  if (model_.type(type).kind == TypeKind::set) return digit_of_set(e, type, env);
  Text scalar = value(e, env);
  if (model_.type(type).kind != TypeKind::boolean && !fits(interval(e, env), type)) {
    scalar = checked(scalar, model_.type(type).low, model_.type(type).high);
  }
  return digit_of_scalar(scalar, type);
}

}  // namespace quorate
