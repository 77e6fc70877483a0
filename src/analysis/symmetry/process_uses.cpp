// Four things reveal which process a process value is: its name, its number, its order, and a number taken
// for a process. The language's checker has made each of them visible: a process used as a number is an
// `ordinal` node, a number used as a process a `process_of` node, and a name is a constant. So it is enough
// to look at each node and at the operator it is an operand of. Everything else does not depend on names:
// =, sets and their operators, quantifiers, indexing an array by a process, and choices, of which the
// search tries all.
//
// Two uses look harmless and are not. Comparing arrays over a role as a whole visits the elements in the
// order of the processes and ends at the first difference, so that whether an undefined element is met (a
// model error) depends on that order. A sum may leave the 64-bit range on the way in one order and not in
// another.
//
// What the checker of the language never produces (an operator on a bare process value) is refused as well,
// since Models need not come from it.
#include "analysis/symmetry/process_uses.hpp"

#include <fmt/format.h>

#include "analysis/magnitude.hpp"
#include "base/plural.hpp"

namespace quorate {

namespace {

bool is_order(ExprKind kind) {
  return kind == ExprKind::less || kind == ExprKind::less_equal || kind == ExprKind::greater ||
         kind == ExprKind::greater_equal;
}

bool is_equality(ExprKind kind) {
  return kind == ExprKind::equal || kind == ExprKind::not_equal;
}

bool is_arithmetic(ExprKind kind) {
  return kind == ExprKind::negate || (kind >= ExprKind::add && kind <= ExprKind::modulo);
}

bool is_extremum(const Expr& e) {
  return e.kind == ExprKind::quantifier &&
         (e.quantifier == Quantifier::maximum || e.quantifier == Quantifier::minimum ||
          e.quantifier == Quantifier::argmax || e.quantifier == Quantifier::argmin);
}

std::string sign(const Expr& e) {
  switch (e.kind) {
    case ExprKind::less:
      return "<";
    case ExprKind::less_equal:
      return "<=";
    case ExprKind::greater:
      return ">";
    case ExprKind::greater_equal:
      return ">=";
    case ExprKind::add:
      return "+";
    case ExprKind::negate:
    case ExprKind::subtract:
      return "-";
    case ExprKind::multiply:
      return "*";
    case ExprKind::modulo:
      return "mod";
    default:
      return "/";
  }
}

std::string word(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::maximum:
      return "max";
    case Quantifier::minimum:
      return "min";
    case Quantifier::argmax:
      return "argmax";
    default:
      return "argmin";
  }
}

// The child that selects the element, or the process whose variable it is.
bool is_index_of(const Expr& parent, std::size_t position) {
  switch (parent.kind) {
    case ExprKind::variable:
    case ExprKind::status:
    case ExprKind::message_field:
    case ExprKind::message_absent:
    case ExprKind::message_sender:
      return position == 0;
    case ExprKind::element:
      return position == 1;
    default:
      return false;
  }
}

// The checker has expanded a comparison of whole arrays: the index has the span of its element.
bool is_taken_apart(const Expr& index, const Expr& parent) {
  return parent.kind == ExprKind::element && index.span == parent.span;
}

}  // namespace

bool holds_processes(const Model& model, TypeId id) {
  if (!id.valid()) return false;
  const Type& type = model.type(id);
  switch (type.kind) {
    case TypeKind::process:
      return true;
    case TypeKind::set:
    case TypeKind::array:
      return holds_processes(model, type.element);
    case TypeKind::record:
      for (const Field& field : type.fields) {
        if (holds_processes(model, field.type)) return true;
      }
      return false;
    default:
      return false;
  }
}

void ProcessUses::break_all(TypeId id, ScalarsetRule rule, Span span, const BreakList::Reason& reason) {
  if (!id.valid()) return;
  const Type& type = model_.type(id);
  if (type.kind == TypeKind::process) breaks_.add(id, rule, span, reason);
  if (type.kind == TypeKind::set || type.kind == TypeKind::array) break_all(type.element, rule, span, reason);
  for (const Field& field : type.fields) break_all(field.type, rule, span, reason);
}

void ProcessUses::visit(const Expr& e, const Expr* parent, std::size_t position) {
  const bool is_index = parent != nullptr && is_index_of(*parent, position);
  if (e.type.valid()) {
    const TypeKind kind = model_.type(e.type).kind;
    if (e.kind == ExprKind::constant && kind == TypeKind::process) {
      if (is_index && is_taken_apart(e, *parent)) {
        breaks_.add(e.type, ScalarsetRule::comparison, e.span, [](const std::string& name) {
          return "an array is compared as a whole, element by element in the order of the " + plural(name);
        });
      } else {
        named_process(e, is_index);
      }
    }
    if (e.kind == ExprKind::constant && kind == TypeKind::set) named_set(e);
    if (e.kind == ExprKind::process_of) {
      breaks_.add(e.type, is_index ? ScalarsetRule::index : ScalarsetRule::assignment, e.span,
                  [](const std::string& name) { return "a number selects which " + name + " is meant"; });
    }
  }
  if (e.kind == ExprKind::ordinal) number_of_process(e, parent);
  if (e.kind == ExprKind::quantifier) quantifier(e);
  operands(e);
  for (std::size_t k = 0; k < e.children.size(); ++k) visit(e.child(k), &e, k);
  if (e.kind == ExprKind::call && followed_.insert(e.function).second) {
    visit(model_.function(e.function).body, nullptr, 0);
  }
}

void ProcessUses::named_process(const Expr& e, bool is_index) {
  const ProcessId process(e.value);
  const RoleId role = model_.role_of(process);
  if (!role.valid()) return;
  breaks_.add(role, is_index ? ScalarsetRule::index : ScalarsetRule::assignment, e.span,
              model_.process_name(process) + " is named");
}

// All processes of a role, or none of them, is the same set under every permutation.
void ProcessUses::named_set(const Expr& e) {
  const TypeId element = model_.type(e.type).element;
  if (model_.type(element).kind != TypeKind::process) return;
  const std::int64_t low = model_.type(element).low;
  for (const RoleId id : model_.type(element).roles) {
    const Role& role = model_.role(id);
    std::int64_t members = 0;
    for (std::int64_t k = 0; k < role.count; ++k) members += (e.value >> (role.first.value + k - low)) & 1;
    if (members == 0 || members == role.count) continue;
    breaks_.add(
        id, ScalarsetRule::assignment, e.span,
        fmt::format("{} names some {} and not the others", model_.show(e.type, e.value), plural(role.name)));
  }
}

void ProcessUses::number_of_process(const Expr& e, const Expr* parent) {
  const TypeId type = e.child(0).type;
  const auto add = [&](ScalarsetRule rule, Span span, const std::string& what) {
    breaks_.add(type, rule, span, [&](const std::string& name) { return name + " " + what; });
  };
  if (parent == nullptr) return add(ScalarsetRule::assignment, e.span, "ids are used as numbers");
  if (is_order(parent->kind)) {
    return add(ScalarsetRule::comparison, parent->span, "ids are compared with " + sign(*parent));
  }
  if (is_equality(parent->kind)) {
    return add(ScalarsetRule::comparison, parent->span, "ids are compared with a number");
  }
  if (is_arithmetic(parent->kind)) {
    return add(ScalarsetRule::operand, parent->span, "ids are operands of " + sign(*parent));
  }
  if (parent->kind == ExprKind::quantifier && parent->quantifier == Quantifier::sum) {
    return add(ScalarsetRule::operand, e.span, "ids are added up");
  }
  if (is_extremum(*parent)) {
    return add(ScalarsetRule::comparison, e.span, "ids are compared by " + word(parent->quantifier));
  }
  if (parent->kind == ExprKind::element) {
    return add(ScalarsetRule::index, e.span, "ids are indices of an array over numbers");
  }
  add(ScalarsetRule::assignment, e.span, "ids are used as numbers");
}

void ProcessUses::quantifier(const Expr& e) {
  if (is_extremum(e)) {
    break_all(e.child(0).type, ScalarsetRule::comparison, e.child(0).span,
              [&](const std::string& name) { return name + " ids are compared by " + word(e.quantifier); });
  }
  // 62 summands below 1e15 stay far below 2^63. Messages that are taken together are in the order of their
  // codes, which may have processes in them.
  const bool messages = e.domain_type.valid() && model_.type(e.domain_type).positions != 0;
  const bool small = !messages || magnitude(model_, e.child(0)) < 1e15;
  if (e.quantifier == Quantifier::sum && !small) {
    for (std::size_t r = 0; r < model_.roles.size(); ++r) {
      breaks_.add(RoleId(static_cast<std::int64_t>(r)), ScalarsetRule::operand, e.span,
                  "whether this sum overflows may depend on the order of the messages");
    }
  }
  if (e.quantifier == Quantifier::sum && !(magnitude(model_, e.child(0)) < 1e15)) {
    break_all(e.domain_type, ScalarsetRule::operand, e.span, [](const std::string& name) {
      return "whether this sum overflows may depend on the order of the " + plural(name);
    });
  }
}

// Operators that need numbers, and those that need the same kind of value on both sides.
void ProcessUses::operands(const Expr& e) {
  for (const Expr& child : e.children) {
    if (is_order(e.kind)) {
      break_all(child.type, ScalarsetRule::comparison, e.span,
                [&](const std::string& name) { return name + " ids are compared with " + sign(e); });
    }
    if (is_arithmetic(e.kind)) {
      break_all(child.type, ScalarsetRule::operand, e.span,
                [&](const std::string& name) { return name + " ids are operands of " + sign(e); });
    }
  }
  const bool alike = is_equality(e.kind) || e.kind == ExprKind::member || e.kind == ExprKind::subset ||
                     (e.kind >= ExprKind::set_union && e.kind <= ExprKind::set_difference);
  if (!alike) return;
  const bool left = holds_processes(model_, e.child(0).type);
  const bool right = holds_processes(model_, e.child(1).type);
  if (left == right) return;
  break_all(e.child(left ? 0 : 1).type, ScalarsetRule::comparison, e.span,
            [](const std::string& name) { return name + " ids are compared with numbers"; });
}

}  // namespace quorate
