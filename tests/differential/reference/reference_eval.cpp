#include "reference_eval.hpp"

#include <algorithm>

namespace quorate {

namespace {

std::size_t index_position(const Model& model, TypeId index_type, std::int64_t value, const Expr& where) {
  const auto values = model.values_of(index_type);
  const auto found = std::find(values.begin(), values.end(), value);
  if (found == values.end()) fail(where, "an index outside the index type");
  return static_cast<std::size_t>(found - values.begin());
}

std::int64_t checked_arithmetic(const Expr& expr, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  bool overflow = false;
  const bool divides =
      expr.kind == ExprKind::divide || expr.kind == ExprKind::ceiling_divide || expr.kind == ExprKind::modulo;
  if (divides && b == 0) fail(expr, "division by zero");
  if (divides && b == -1) {  // the one division that can overflow
    if (expr.kind == ExprKind::modulo) return 0;
    overflow = __builtin_sub_overflow(std::int64_t{0}, a, &result);
  } else {
    switch (expr.kind) {
      case ExprKind::add:
        overflow = __builtin_add_overflow(a, b, &result);
        break;
      case ExprKind::subtract:
        overflow = __builtin_sub_overflow(a, b, &result);
        break;
      case ExprKind::multiply:
        overflow = __builtin_mul_overflow(a, b, &result);
        break;
      case ExprKind::divide:
        result = a / b;
        break;
      case ExprKind::modulo:
        result = a % b;
        break;
      default:  // the quotient rounded up
        result = a / b + ((a % b != 0 && (a % b > 0) == (b > 0)) ? 1 : 0);
    }
  }
  if (overflow) fail(expr, "overflow");
  return result;
}

bool compare_numbers(ExprKind kind, std::int64_t a, std::int64_t b) {
  switch (kind) {
    case ExprKind::less:
      return a < b;
    case ExprKind::less_equal:
      return a <= b;
    case ExprKind::greater:
      return a > b;
    default:
      return a >= b;
  }
}

std::set<std::int64_t> evaluate_set(ReferenceRun& run, const Expr& expr) {
  return set_elements(run.model, expr.type, evaluate_defined(run, expr));
}

// Equality of scalars, sets (element by element, whatever their types) or composite values, all of
// whose scalars must be defined.
bool evaluate_equal(ReferenceRun& run, const Expr& left, const Expr& right) {
  const auto kind = run.model.type(left.type).kind;
  if (kind == TypeKind::set) {
    const auto first = evaluate_set(run, left);
    return first == evaluate_set(run, right);
  }
  if (run.model.type(left.type).scalar()) {
    const auto first = evaluate_defined(run, left);
    return first == evaluate_defined(run, right);
  }
  const RefValue first = evaluate(run, left);
  const RefValue second = evaluate(run, right);
  if (!all_defined(first)) fail(left, "an undefined operand");
  if (!all_defined(second)) fail(right, "an undefined operand");
  return first == second;
}

RefValue evaluate_set_operation(ReferenceRun& run, const Expr& expr) {
  const auto left = evaluate_set(run, expr.child(0));
  const auto right = evaluate_set(run, expr.child(1));
  std::set<std::int64_t> result;
  for (const std::int64_t element : left) {
    const bool in_right = right.contains(element);
    if (expr.kind == ExprKind::set_union || in_right == (expr.kind == ExprKind::set_intersection)) {
      result.insert(element);
    }
  }
  if (expr.kind == ExprKind::set_union) result.insert(right.begin(), right.end());
  return set_mask(run.model, expr.type, result, expr);
}

RefValue evaluate_place(ReferenceRun& run, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::variable:
    case ExprKind::status: {
      const std::int64_t process = evaluate_defined(run, expr.child(0));
      if (!run.model.has_value(run.model.role(expr.role).type, process)) {
        fail(expr, "a process of another role");
      }
      const auto p = static_cast<std::size_t>(process);
      if (expr.kind == ExprKind::status) return static_cast<std::int64_t>(run.state.status[p]);
      return run.state.variables[p][static_cast<std::size_t>(expr.index)];
    }
    case ExprKind::monitor_variable:
      return run.state.monitors[static_cast<std::size_t>(expr.index)];
    case ExprKind::field:
      return evaluate(run, expr.child(0)).parts[static_cast<std::size_t>(expr.index)];
    default: {
      const RefValue array = evaluate(run, expr.child(0));
      const auto index = evaluate_defined(run, expr.child(1));
      return array.parts[index_position(run.model, run.model.type(expr.child(0).type).index, index, expr)];
    }
  }
}

// A message of a rule with several inputs, or several messages of one sender.
RefValue evaluate_taken(ReferenceRun& run, const Expr& expr) {
  const auto& messages = (*run.taken)[static_cast<std::size_t>(expr.input)];
  const Rule& rule = *run.rule;
  std::size_t at = 0;
  if (!expr.children.empty()) {
    const std::int64_t which = evaluate_defined(run, expr.child(0));
    if (rule.input(static_cast<std::size_t>(expr.input)).by_position()) {
      at = static_cast<std::size_t>(which - 1);
    } else {
      while (at < messages.size() && messages[at].first != which) ++at;
    }
    if (at >= messages.size()) fail(expr, "a message that is not among those that are taken");
  }
  if (expr.kind == ExprKind::message_sender) return messages[at].first;
  if (expr.kind == ExprKind::message_absent) return 0;
  return messages[at].second.message.fields[static_cast<std::size_t>(expr.index)];
}

RefValue evaluate_message(ReferenceRun& run, const Expr& expr) {
  if (run.taken != nullptr) return evaluate_taken(run, expr);
  auto offer = run.received->begin();
  if (!expr.children.empty()) {
    offer = run.received->find(evaluate_defined(run, expr.child(0)));
    if (offer == run.received->end()) fail(expr, "the message of a process that is not in the quorum");
  }
  if (expr.kind == ExprKind::message_absent) return offer->second.absent ? 1 : 0;
  return offer->second.message.fields[static_cast<std::size_t>(expr.index)];
}

std::vector<std::int64_t> domain_elements(ReferenceRun& run, TypeId domain_type, const Expr* set) {
  if (set != nullptr) {
    const auto elements = evaluate_set(run, *set);
    return {elements.begin(), elements.end()};
  }
  std::vector<std::int64_t> elements;
  for (const RefValue& value : all_values(run.model, domain_type)) elements.push_back(*value.simple);
  return elements;
}

// `all` and `exists` stop at the element that decides them, so that they cannot share the loop of the others.
// Over processes they do not stop: whether there is an error must not depend on the numbers of processes.
RefValue evaluate_all_or_exists(ReferenceRun& run, const Expr& expr,
                                const std::vector<std::int64_t>& domain) {
  const bool deciding = expr.quantifier == Quantifier::exists;
  const Type& type = run.model.type(expr.domain_type);
  const bool processes = type.kind == TypeKind::process || type.positions != 0;
  bool result = !deciding;
  for (const std::int64_t element : domain) {
    run.locals[expr.local.index()] = element;
    if (!evaluate_condition(run, expr.child(1))) continue;
    if (evaluate_condition(run, expr.child(0)) == deciding) result = deciding;
    if (result == deciding && !processes) break;
  }
  return result ? 1 : 0;
}

// The elements with extreme bodies; `keys` are the bodies of all of them.
std::vector<std::int64_t> extreme(const std::vector<std::int64_t>& elements,
                                  const std::vector<std::int64_t>& keys, bool largest) {
  std::vector<std::int64_t> best;
  if (keys.empty()) return best;
  const std::int64_t key =
      largest ? *std::max_element(keys.begin(), keys.end()) : *std::min_element(keys.begin(), keys.end());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) best.push_back(elements[i]);
  }
  return best;
}

RefValue evaluate_quantifier(ReferenceRun& run, const Expr& expr) {
  const auto domain = domain_elements(run, expr.domain_type, expr.has_domain_set ? &expr.child(2) : nullptr);
  const Quantifier word = expr.quantifier;
  if (word == Quantifier::all || word == Quantifier::exists) return evaluate_all_or_exists(run, expr, domain);
  std::vector<std::int64_t> elements;  // that pass the filter
  std::vector<std::int64_t> bodies;    // one for each of them
  for (const std::int64_t element : domain) {
    run.locals[expr.local.index()] = element;
    if (!evaluate_condition(run, expr.child(1))) continue;
    elements.push_back(element);
    bodies.push_back(evaluate_defined(run, expr.child(0)));
  }
  std::vector<std::int64_t> chosen;  // for which the body, read as a condition, holds
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i] != 0) chosen.push_back(elements[i]);
  }
  switch (word) {
    case Quantifier::count:
      return static_cast<std::int64_t>(chosen.size());
    case Quantifier::comprehension:
      return set_mask(run.model, expr.type, {chosen.begin(), chosen.end()}, expr);
    case Quantifier::sum: {
      std::int64_t total = 0;
      for (const std::int64_t body : bodies) {
        if (__builtin_add_overflow(total, body, &total)) fail(expr, "overflow");
      }
      return total;
    }
    case Quantifier::maximum:
    case Quantifier::minimum: {
      const auto best = extreme(bodies, bodies, word == Quantifier::maximum);
      if (!best.empty()) return best.front();
      break;
    }
    case Quantifier::argmax:
    case Quantifier::argmin:
      chosen = extreme(elements, bodies, word == Quantifier::argmax);
      [[fallthrough]];
    default:
      if (!chosen.empty()) return chosen[run.choices.choose(chosen.size(), expr)];
  }
  if (!expr.has_default) fail(expr, "nothing to choose from");
  return evaluate(run, expr.children.back());
}

RefValue evaluate_call(ReferenceRun& run, const Expr& expr) {
  const Function& function = run.model.function(expr.function);
  std::vector<RefValue> locals(function.frame.size());
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const auto& parameter = function.parameters[i];
    const Expr& argument = expr.child(i);
    locals[parameter.local.index()] =
        pass(run.model, argument.type, parameter.type, evaluate(run, argument), argument);
  }
  std::swap(run.locals, locals);
  const RefValue result = evaluate(run, function.body);
  std::swap(run.locals, locals);
  return pass(run.model, function.body.type, expr.type, result, expr);
}

RefValue evaluate_logic(ReferenceRun& run, const Expr& expr) {
  const bool left = evaluate_condition(run, expr.child(0));
  switch (expr.kind) {
    case ExprKind::logical_not:
      return left ? 0 : 1;
    case ExprKind::logical_and:
      return left && evaluate_condition(run, expr.child(1)) ? 1 : 0;
    case ExprKind::logical_or:
      return left || evaluate_condition(run, expr.child(1)) ? 1 : 0;
    case ExprKind::implies:
      return !left || evaluate_condition(run, expr.child(1)) ? 1 : 0;
    default:
      return left == evaluate_condition(run, expr.child(1)) ? 1 : 0;
  }
}

RefValue evaluate_process(ReferenceRun& run, const Expr& expr) {
  const std::int64_t operand = evaluate_defined(run, expr.child(0));
  if (expr.kind == ExprKind::ordinal) {
    return static_cast<std::int64_t>(index_position(run.model, expr.child(0).type, operand, expr)) + 1;
  }
  const auto processes = run.model.values_of(expr.type);
  if (operand < 1 || operand > static_cast<std::int64_t>(processes.size())) fail(expr, "no such process");
  return processes[static_cast<std::size_t>(operand - 1)];
}

RefValue evaluate_set_expression(ReferenceRun& run, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::set_literal: {
      std::set<std::int64_t> elements;
      for (const Expr& element : expr.children) elements.insert(evaluate_defined(run, element));
      return set_mask(run.model, expr.type, elements, expr);
    }
    case ExprKind::member: {
      const std::int64_t element = evaluate_defined(run, expr.child(0));
      return evaluate_set(run, expr.child(1)).contains(element) ? 1 : 0;
    }
    case ExprKind::subset: {
      const auto smaller = evaluate_set(run, expr.child(0));
      const auto larger = evaluate_set(run, expr.child(1));
      return std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end()) ? 1 : 0;
    }
    case ExprKind::set_size:
      return static_cast<std::int64_t>(evaluate_set(run, expr.child(0)).size());
    default:
      return evaluate_set_operation(run, expr);
  }
}

}  // namespace

static RefValue evaluate_numbers(ReferenceRun& run, const Expr& expr) {
  const std::int64_t left = evaluate_defined(run, expr.child(0));
  switch (expr.kind) {
    case ExprKind::negate: {
      std::int64_t result = 0;
      if (__builtin_sub_overflow(std::int64_t{0}, left, &result)) fail(expr, "overflow");
      return result;
    }
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
      return compare_numbers(expr.kind, left, evaluate_defined(run, expr.child(1))) ? 1 : 0;
    default:
      return checked_arithmetic(expr, left, evaluate_defined(run, expr.child(1)));
  }
}

RefValue evaluate(ReferenceRun& run, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::constant:
      return expr.value;
    case ExprKind::undefined:
      return blank_value(run.model, expr.type);
    case ExprKind::local:
      return run.locals[expr.local.index()];
    case ExprKind::variable:
    case ExprKind::status:
    case ExprKind::monitor_variable:
    case ExprKind::field:
    case ExprKind::element:
      return evaluate_place(run, expr);
    case ExprKind::message_field:
    case ExprKind::message_absent:
    case ExprKind::message_sender:
      return evaluate_message(run, expr);
    case ExprKind::equal:
      return evaluate_equal(run, expr.child(0), expr.child(1)) ? 1 : 0;
    case ExprKind::not_equal:
      return evaluate_equal(run, expr.child(0), expr.child(1)) ? 0 : 1;
    case ExprKind::logical_not:
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::implies:
    case ExprKind::iff:
      return evaluate_logic(run, expr);
    case ExprKind::conditional: {
      const Expr& branch = evaluate_condition(run, expr.child(0)) ? expr.child(1) : expr.child(2);
      return pass(run.model, branch.type, expr.type, evaluate(run, branch), branch);
    }
    case ExprKind::set_literal:
    case ExprKind::set_union:
    case ExprKind::set_intersection:
    case ExprKind::set_difference:
    case ExprKind::member:
    case ExprKind::subset:
    case ExprKind::set_size:
      return evaluate_set_expression(run, expr);
    case ExprKind::quantifier:
      return evaluate_quantifier(run, expr);
    case ExprKind::let:
      run.locals[expr.local.index()] = evaluate(run, expr.child(0));
      return evaluate(run, expr.child(1));
    case ExprKind::call:
      return evaluate_call(run, expr);
    case ExprKind::is_undefined:
      return all_undefined(evaluate(run, expr.child(0))) ? 1 : 0;
    case ExprKind::ordinal:
    case ExprKind::process_of:
      return evaluate_process(run, expr);
    case ExprKind::waiting:  // in lemmas only, which no search looks at
      throw std::logic_error("an expression of no kind");
    default:
      return evaluate_numbers(run, expr);
  }
}

std::int64_t evaluate_defined(ReferenceRun& run, const Expr& expr) {
  const RefValue value = evaluate(run, expr);
  if (!value.simple) fail(expr, "an undefined operand");
  return *value.simple;
}

bool evaluate_condition(ReferenceRun& run, const Expr& expr) {
  return evaluate_defined(run, expr) != 0;
}

}  // namespace quorate
