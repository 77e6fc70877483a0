// Expressions become instructions that leave their value in a register, or constants. Only what cannot fail
// is folded: division by zero, overflow and undefined operands must stay model errors of the run. A logical
// operator evaluates its right side only if the left one does not decide. A call is inlined. A comparison is
// fused with the jump after it, which leaves no result in a register; so where a name is bound to the result,
// that is prevented (ProgramBuilder::keep_results).
#include <fmt/format.h>

#include <optional>

#include "faults/declared_faults.hpp"
#include "system/compile/compiler.hpp"

namespace quorate {

std::int64_t SharedTables::failure(const std::string& message) {
  const auto [at, fresh] = failures_.try_emplace(message, static_cast<std::int64_t>(tables.failures.size()));
  if (fresh) tables.failures.push_back(message);
  return at->second;
}

std::int64_t SharedTables::index(const std::string& key, const IndexTable& table) {
  const auto [at, fresh] = indexes_.try_emplace(key, static_cast<std::int64_t>(tables.indexes.size()));
  if (fresh) tables.indexes.push_back(table);
  return at->second;
}

const Definedness& SharedTables::definedness(const Model& model) {
  if (definedness_) return *definedness_;
  return definedness_.emplace(model, stateless_roles(model));
}

Compiler::Compiler(const Model& model, const Layout& layout, SharedTables& shared,
                   Instantiation instantiation)
    : model_(model), layout_(layout), shared_(shared), instantiation_(std::move(instantiation)) {
  builder_.uses_messages(instantiation_.senders.size() + 1);
}

Program Compiler::predicate(const Expr& expression) {
  const Operand result = eval(expression);
  if (!result.constant) builder_.emit(Op::need_defined, result.reg);
  if (builder_.too_large())
    shared_.problems.push_back({"this expression is too large to compile", expression.span});
  return builder_.finish(result);
}

Operand Compiler::fail_with(const std::string& message) {
  builder_.emit(Op::fail, 0, 0, shared_.failure(message));
  return Operand::of(0);
}

Operand Compiler::eval(const Expr& expression) {
  const Span outer = builder_.place();
  builder_.at(expression.span);
  const Operand result = eval_operator(expression);
  builder_.at(outer);
  return result;
}

Operand Compiler::eval_operator(const Expr& e) {
  switch (e.kind) {
    case ExprKind::constant:
      return Operand::of(e.value);
    case ExprKind::undefined:
      return Operand::of(undefined_value);
    case ExprKind::local:
      return instantiation_.locals[e.local.index()];
    case ExprKind::variable:
    case ExprKind::status:
    case ExprKind::monitor_variable:
    case ExprKind::field:
    case ExprKind::element:
      return eval_place(e);
    case ExprKind::message_field:
      return eval_message_field(e);
    case ExprKind::message_sender:
      return eval_sender(e);
    case ExprKind::message_absent:
      return eval_absent(e);
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::implies:
      return eval_logical(e);
    case ExprKind::conditional:
      return eval_conditional(e);
    case ExprKind::quantifier:
      return eval_quantifier(e);
    case ExprKind::let:
      instantiation_.locals[e.local.index()] = eval(e.child(0));
      builder_.keep_results();
      return eval(e.child(1));
    case ExprKind::call:
      return eval_call(e);
    case ExprKind::is_undefined:
      return eval_is_undefined(e);
    case ExprKind::ordinal:
      return index_operand(eval(e.child(0)), fmt::format("ordinal {}", e.child(0).type.value),
                           ordinal_table(e.child(0).type));
    case ExprKind::process_of:
      return index_operand(eval(e.child(0)), fmt::format("process {}", e.type.value), process_table(e.type));
    default:
      return eval_on_values(e);
  }
}

// Operators that evaluate all their operands. (`waiting` occurs in lemmas only, which are never executed.)
Operand Compiler::eval_on_values(const Expr& e) {
  switch (e.kind) {
    case ExprKind::negate:
      return unary(Op::negate, eval(e.child(0)));
    case ExprKind::logical_not:
      return unary(Op::logical_not, eval(e.child(0)));
    case ExprKind::add:
      return binary(Op::add, eval(e.child(0)), eval(e.child(1)));
    case ExprKind::subtract:
      return binary(Op::subtract, eval(e.child(0)), eval(e.child(1)));
    case ExprKind::multiply:
      return binary(Op::multiply, eval(e.child(0)), eval(e.child(1)));
    case ExprKind::divide:
      return binary(Op::divide, eval(e.child(0)), eval(e.child(1)));
    case ExprKind::ceiling_divide:
      return binary(Op::ceiling_divide, eval(e.child(0)), eval(e.child(1)));
    case ExprKind::modulo:
      return binary(Op::modulo, eval(e.child(0)), eval(e.child(1)));
    case ExprKind::equal:
      return eval_comparison(Op::equal, e.child(0), e.child(1));
    case ExprKind::not_equal:
      return eval_comparison(Op::not_equal, e.child(0), e.child(1));
    case ExprKind::less:
      return eval_comparison(Op::less, e.child(0), e.child(1));
    case ExprKind::less_equal:
      return eval_comparison(Op::less_equal, e.child(0), e.child(1));
    case ExprKind::greater:
      return eval_comparison(Op::less, e.child(1), e.child(0));
    case ExprKind::greater_equal:
      return eval_comparison(Op::less_equal, e.child(1), e.child(0));
    case ExprKind::iff:
      return binary(Op::equal, eval(e.child(0)), eval(e.child(1)));
    default:
      return eval_set_operator(e);
  }
}

Operand Compiler::eval_set_operator(const Expr& e) {
  switch (e.kind) {
    case ExprKind::set_literal:
      return eval_set_literal(e);
    case ExprKind::set_union:
      return binary(Op::set_union, eval_as(e.child(0), e.type), eval_as(e.child(1), e.type));
    case ExprKind::set_intersection:
      return binary(Op::set_intersection, eval_as(e.child(0), e.type), eval_as(e.child(1), e.type));
    case ExprKind::set_difference:
      return binary(Op::set_difference, eval_as(e.child(0), e.type), eval_as(e.child(1), e.type));
    case ExprKind::member:
      return binary(Op::member, eval(e.child(0)), eval(e.child(1)), type(type(e.child(1).type).element).low);
    case ExprKind::subset:
      return eval_comparison(Op::subset, e.child(0), e.child(1));
    case ExprKind::set_size:
      return unary(Op::set_size, eval(e.child(0)));
    default:
      return Operand::of(0);
  }
}

Operand Compiler::shift_to(Operand set, TypeId from, TypeId wanted) {
  if (type(from).kind != TypeKind::set || type(wanted).kind != TypeKind::set) return set;
  const std::int64_t distance = type(type(from).element).low - type(type(wanted).element).low;
  return distance == 0 ? set : unary(Op::set_shift, set, distance);
}

Operand Compiler::eval_as(const Expr& expression, TypeId wanted) {
  return shift_to(eval(expression), expression.type, wanted);
}

namespace {

std::int64_t truth(bool value) {
  return value ? 1 : 0;
}

// Folds what cannot fail; everything else is left to the interpreter.
bool fold(Op op, std::int64_t b, std::int64_t c, std::int64_t& result) {
  switch (op) {
    case Op::logical_not:
      result = truth(b == 0);
      return true;
    case Op::equal:
      result = truth(b == c);
      return true;
    case Op::not_equal:
      result = truth(b != c);
      return true;
    case Op::less:
      result = truth(b < c);
      return true;
    case Op::less_equal:
      result = truth(b <= c);
      return true;
    case Op::add:
      return arithmetic::add(b, c, result);
    case Op::subtract:
      return arithmetic::subtract(b, c, result);
    case Op::multiply:
      return arithmetic::multiply(b, c, result);
    case Op::divide:
      return arithmetic::divide(b, c, result);
    case Op::modulo:
      return arithmetic::modulo(b, c, result);
    case Op::set_union:
      result = b | c;
      return true;
    case Op::set_intersection:
      result = b & c;
      return true;
    case Op::set_difference:
      result = b & ~c;
      return true;
    default:
      return false;
  }
}

// The instruction that compares with a constant, if exactly one side is known.
std::optional<Op> constant_form(Op op, Operand left, Operand right) {
  if (left.known() == right.known()) return std::nullopt;
  const bool mirrored = left.known();
  switch (op) {
    case Op::equal:
      return Op::equal_constant;
    case Op::not_equal:
      return Op::not_equal_constant;
    case Op::less:
      return mirrored ? Op::greater_constant : Op::less_constant;
    case Op::less_equal:
      return mirrored ? Op::greater_equal_constant : Op::less_equal_constant;
    default:
      return std::nullopt;
  }
}

}  // namespace

Operand Compiler::unary(Op op, Operand operand, std::int64_t imm) {
  std::int64_t folded = 0;
  if (operand.known() && fold(op, operand.value, 0, folded)) return Operand::of(folded);
  const auto b = builder_.in_register(operand);
  const auto a = builder_.new_register();
  builder_.emit(op, a, b, imm);
  return Operand::in(a);
}

Operand Compiler::binary(Op op, Operand left, Operand right, std::int64_t imm) {
  std::int64_t folded = 0;
  if (left.known() && right.known() && fold(op, left.value, right.value, folded)) return Operand::of(folded);
  if (const auto with_constant = constant_form(op, left, right)) {
    const auto b = builder_.in_register(left.known() ? right : left);
    const auto a = builder_.new_register();
    builder_.emit(*with_constant, a, b, left.known() ? left.value : right.value);
    return Operand::in(a);
  }
  const auto b = builder_.in_register(left);
  const auto c = builder_.in_register(right);
  const auto a = builder_.new_register();
  builder_.emit(op, a, b, imm, c);
  return Operand::in(a);
}

// Sets of different element types are shifted to the type whose bits start lower.
Operand Compiler::eval_comparison(Op op, const Expr& left, const Expr& right) {
  if (type(left.type).kind == TypeKind::set && type(right.type).kind == TypeKind::set) {
    const bool left_lower = type(type(left.type).element).low <= type(type(right.type).element).low;
    const TypeId common = left_lower ? left.type : right.type;
    return binary(op, eval_as(left, common), eval_as(right, common));
  }
  return binary(op, eval(left), eval(right));
}

Operand Compiler::eval_logical(const Expr& e) {
  const Operand left = eval(e.child(0));
  // The value of the left side that decides: false for `and` and implies, true for `or`.
  const std::int64_t deciding = e.kind == ExprKind::logical_or ? 1 : 0;
  const std::int64_t decided = e.kind == ExprKind::logical_and ? 0 : 1;
  if (left.known() && left.value == deciding) return Operand::of(decided);
  if (left.known()) return unary(Op::logical_not, unary(Op::logical_not, eval(e.child(1))));
  const auto result = builder_.new_register();
  builder_.emit(Op::constant, result, 0, decided);
  Label end;
  builder_.jump(deciding == 1 ? Op::jump_if_true : Op::jump_if_false, builder_.in_register(left), end);
  const Operand right = eval(e.child(1));
  builder_.move(result, right);
  builder_.emit(Op::need_defined, result);
  builder_.bind(end);
  return Operand::in(result);
}

Operand Compiler::eval_conditional(const Expr& e) {
  const Operand condition = eval(e.child(0));
  if (condition.known()) return eval_as(e.child(condition.value != 0 ? 1 : 2), e.type);
  const auto result = builder_.new_register();
  Label otherwise;
  Label end;
  builder_.jump(Op::jump_if_false, builder_.in_register(condition), otherwise);
  builder_.move(result, eval_as(e.child(1), e.type));
  builder_.jump(Op::jump, 0, end);
  builder_.bind(otherwise);
  builder_.move(result, eval_as(e.child(2), e.type));
  builder_.bind(end);
  return Operand::in(result);
}

Operand Compiler::eval_set_literal(const Expr& e) {
  const Type& element = type(type(e.type).element);
  Operand result = Operand::of(0);
  for (const Expr& child : e.children) {
    const Operand value = eval(child);
    const bool foldable = value.known() && value.value >= element.low && value.value <= element.high;
    const Operand single = foldable ? Operand::of(std::int64_t{1} << (value.value - element.low))
                                    : unary(Op::singleton, value, element.low);
    result = binary(Op::set_union, result, single);
  }
  return result;
}

Operand Compiler::eval_call(const Expr& e) {
  const Function& function = model_.function(e.function);
  std::vector<Operand> locals(function.frame.size());
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    locals[function.parameters[i].local.index()] = eval_as(e.child(i), function.parameters[i].type);
  }
  std::swap(locals, instantiation_.locals);
  builder_.keep_results();
  const Operand result = eval_as(function.body, function.result);
  std::swap(locals, instantiation_.locals);
  return result;
}

}  // namespace quorate
