// Places: variables and their parts, statuses, and parts of consumed messages. A part of a message is a digit
// of its code, so it is no place of the target; if an index on the way to it is not constant, the text is a
// case distinction over all digits that it may be. A record or array is undefined if all its parts are.
#include "export/translation/translator.hpp"

namespace quorate {

Text Translator::place(const Expr& e, const Environment& env) {
  switch (e.kind) {
    case ExprKind::local: {
      const Binding& binding = env.locals[e.local.index()];
      return binding.closure != nullptr ? place(*binding.closure, *binding.scope) : binding.text;
    }
    case ExprKind::variable: {
      const Variable& variable = model_.role(e.role).variables[static_cast<std::size_t>(e.index)];
      return process_place(e.role, value(e.child(0), env), field_name(variable.name));
    }
    case ExprKind::status:
      return process_place(e.role, value(e.child(0), env), "status");
    case ExprKind::monitor_variable:
      return word(monitor_name(static_cast<std::size_t>(e.index)));
    case ExprKind::field: {
      const Type& record = model_.type(e.child(0).type);
      const std::string& name = record.fields[static_cast<std::size_t>(e.index)].name;
      return word(place(e.child(0), env).s + "." + field_name(name));
    }
    default:  // element
      return element_place(place(e.child(0), env), model_.type(e.child(0).type), value(e.child(1), env));
  }
}

// False if the expression is no part of a consumed message.
bool Translator::message_part(const Expr& e, const Environment& env, MessagePart& part) {
  switch (e.kind) {
    case ExprKind::local: {
      const Binding& binding = env.locals[e.local.index()];
      return binding.closure != nullptr && message_part(*binding.closure, *binding.scope, part);
    }
    case ExprKind::message_field:
      part.message = message_code(e.children.empty() ? nullptr : &e.child(0), env);
      part.kind = e.message_kind;
      part.path = {number(e.index)};
      return true;
    case ExprKind::field:
      if (!message_part(e.child(0), env, part)) return false;
      part.path.push_back(number(e.index));
      return true;
    case ExprKind::element:
      if (!message_part(e.child(0), env, part)) return false;
      part.path.push_back(value(e.child(1), env));
      return true;
    default:
      return false;
  }
}

Text Translator::part_text(const MessagePart& part, const std::function<Text(const CodeLeaf&)>& leaf_text,
                           TypeId type) {
  std::optional<Text> all;
  const std::vector<CodeLeaf>& leaves = facts_.codes().kind(part.kind).leaves;
  for (auto leaf = leaves.rbegin(); leaf != leaves.rend(); ++leaf) {
    Text here = truth(leaf->path.size() >= part.path.size());
    for (std::size_t k = 0; k < part.path.size() && !here.is(0); ++k) {
      here = both(here, equal(part.path[k], number(leaf->path[k])));
    }
    if (here.is(0)) continue;
    if (!here.is(1) && !all) all = failure(type, "an index is out of range");
    all = here.is(1) ? leaf_text(*leaf) : select(here, leaf_text(*leaf), *all);
  }
  return all ? *all : failure(type, "an index is out of range");
}

Text Translator::place_value(const Expr& e, const Environment& env) {
  if (e.kind == ExprKind::status && !facts_.role(e.role).has_status()) return status_value(Status::correct);
  for (const Expr* at = &e;; at = &at->child(0)) {
    if (facts_.empty(at->type)) return failure(e.type, "an undefined value is read");
    if (at->kind != ExprKind::field && at->kind != ExprKind::element) break;
  }
  const bool maybe = may_be_undefined(e, env);
  MessagePart part;
  if (!message_part(e, env, part)) return read(place(e, env), e.type, maybe);
  const auto leaf_text = [&](const CodeLeaf& leaf) {
    return leaf_value(part.message, part.kind, leaf, maybe);
  };
  return part_text(part, leaf_text, e.type);
}

Text Translator::undefined(const Expr& e, const Environment& env) {
  if (e.kind == ExprKind::undefined || facts_.empty(e.type)) return truth(true);
  if (!may_be_undefined(e, env)) return truth(false);
  if (e.kind == ExprKind::conditional) {
    return branches(value(e.child(0), env), undefined(e.child(1), env), undefined(e.child(2), env));
  }
  if (e.kind == ExprKind::local && env.locals[e.local.index()].closure != nullptr) {
    const Binding& binding = env.locals[e.local.index()];
    return undefined(*binding.closure, *binding.scope);
  }
  if (e.kind == ExprKind::let) return undefined(e.child(1), let_environment(e, env));
  if (e.kind == ExprKind::call) return undefined(model_.function(e.function).body, call_environment(e, env));
  const Type& type = model_.type(e.type);
  if (!type.simple()) {
    return for_all_parts(e, env, [&](const Expr& part, const Expr&) {
      Expr test;
      test.kind = ExprKind::is_undefined;
      test.type = model_.boolean_type;
      test.children = {part};
      return test;
    });
  }
  MessagePart part;
  if (message_part(e, env, part)) {
    const auto leaf_text = [&](const CodeLeaf& leaf) {
      return equal(leaf_digit(part.message, part.kind, leaf), number(0));
    };
    return part_text(part, leaf_text, model_.boolean_type);
  }
  const Text where = place(e, env);
  return type.kind == TypeKind::set ? set_undefined(where, e.type) : place_undefined(where, e.type);
}

}  // namespace quorate
