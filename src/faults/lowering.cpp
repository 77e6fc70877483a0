// A fault is a mark on a process, a hidden Boolean variable. A step of the fault sets or clears it, and while
// it is set the rules of the process are stopped. All three are ordinary parts of a Model, so that nothing
// after this pass needs to know the kinds of faults. Rejected: statuses as another kind of expression, which
// every back end would have to implement for every kind of fault.
#include "faults/lowering.hpp"

#include <algorithm>

#include "model/make_expression.hpp"

namespace quorate {

namespace {

bool names(const FaultAssumption& line, RoleId role) {
  return std::ranges::find(line.roles, role) != line.roles.end();
}

}  // namespace

std::set<RoleId> Lowering::roles() const {
  std::set<RoleId> all;
  for (const FaultAssumption& line : lines_) all.insert(line.roles.begin(), line.roles.end());
  return all;
}

HiddenFlag Lowering::flag(const std::string& word) {
  HiddenFlag flag;
  flag.variable.assign(model_.roles.size(), -1);
  for (const RoleId id : roles()) {
    Role& role = model_.roles[id.index()];
    Variable variable;
    variable.name = word;
    // Exports need distinct names of variables in a role.
    const auto taken = [&] {
      return std::ranges::find(role.variables, variable.name, &Variable::name) != role.variables.end();
    };
    while (taken()) variable.name += '_';
    variable.type = model_.boolean_type;
    variable.initial_value = InitialValue::expression;
    variable.initial = constant(model_.boolean_type, 0);
    variable.span = lines_.front().span;
    variable.hidden = true;
    flag.variable[id.index()] = static_cast<std::int32_t>(role.variables.size());
    role.variables.push_back(std::move(variable));
  }
  return flag;
}

// The flag of the process that executes the rule.
Expr Lowering::own(const HiddenFlag& flag, const Rule& rule) const {
  Expr e = combined(ExprKind::variable, model_.boolean_type,
                    {local_value(rule.self, model_.role(rule.role).type)});
  e.role = rule.role;
  e.index = flag.variable[rule.role.index()];
  return e;
}

// The condition that fewer of the line's processes are marked than it allows.
Expr Lowering::room(const HiddenFlag& flag, const FaultAssumption& line, Rule& rule) const {
  Expr marked = constant(model_.integer_type, 0);
  for (const RoleId id : std::set<RoleId>(line.roles.begin(), line.roles.end())) {
    if (model_.role(id).count == 0) continue;
    const TypeId type = model_.role(id).type;
    const LocalId other(static_cast<std::int64_t>(rule.frame.size()));
    rule.frame.push_back({"q", type});
    Expr its = combined(ExprKind::variable, model_.boolean_type, {local_value(other, type)});
    its.role = id;
    its.index = flag.variable[id.index()];
    Expr count = combined(ExprKind::quantifier, model_.integer_type,
                          {std::move(its), constant(model_.boolean_type, 1)});
    count.quantifier = Quantifier::count;
    count.local = other;
    count.domain_type = type;
    marked = combined(ExprKind::add, model_.integer_type, {std::move(marked), std::move(count)});
  }
  return combined(ExprKind::less, model_.boolean_type,
                  {std::move(marked), constant(model_.integer_type, line.count)});
}

// The rule that sets the flag to `value`; its guard is that the flag has the other value.
Rule Lowering::step(const std::string& name, RoleId role, const HiddenFlag& flag, bool value) {
  Rule rule;
  rule.name = name;
  rule.role = role;
  rule.self = LocalId(0);
  rule.frame.push_back({"p", model_.role(role).type});
  rule.fault = true;
  rule.span = lines_.front().span;
  rule.name_span = rule.span;
  const Expr mark = own(flag, rule);
  rule.guard = value ? combined(ExprKind::logical_not, model_.boolean_type, {mark}) : mark;
  Stmt assign;
  assign.kind = StmtKind::assign;
  assign.span = rule.span;
  assign.target = mark;
  assign.value = constant(model_.boolean_type, value ? 1 : 0);
  rule.body.push_back(std::move(assign));
  return rule;
}

void Lowering::step_that_marks(const std::string& name, const HiddenFlag& flag) {
  for (const RoleId role : roles()) {
    Rule rule = step(name, role, flag, true);
    for (const FaultAssumption& line : lines_) {
      if (!names(line, role)) continue;
      Expr has_room = room(flag, line, rule);
      rule.guard =
          combined(ExprKind::logical_and, model_.boolean_type, {std::move(rule.guard), std::move(has_room)});
    }
    model_.rules.push_back(std::move(rule));
  }
}

void Lowering::step_that_clears(const std::string& name, const HiddenFlag& flag) {
  for (const RoleId role : roles()) model_.rules.push_back(step(name, role, flag, false));
}

void Lowering::stop_rules(const HiddenFlag& flag) {
  for (Rule& rule : model_.rules) {
    if (rule.fault || flag.variable[rule.role.index()] < 0) continue;
    Expr unmarked = combined(ExprKind::logical_not, model_.boolean_type, {own(flag, rule)});
    rule.guard =
        combined(ExprKind::logical_and, model_.boolean_type, {std::move(unmarked), std::move(rule.guard)});
  }
}

std::vector<const DeclarableFault*> lowered_faults(const Model& model,
                                                   std::span<const DeclarableFault> kinds) {
  std::vector<const DeclarableFault*> found;
  for (const DeclarableFault& kind : kinds) {
    const bool declared = std::ranges::any_of(model.faults, [&](const FaultAssumption& line) {
      return line.kind == FaultKind::lowered && line.word == kind.word;
    });
    if (declared) found.push_back(&kind);
  }
  return found;
}

FaultWords lowered_words(const Model& model) {
  FaultWords words;
  for (const DeclarableFault* const kind : lowered_faults(model)) words.insert(kind->word);
  return words;
}

Model lower(Model model, const FaultWords& as_steps, std::span<const DeclarableFault> kinds) {
  for (const DeclarableFault* const kind : lowered_faults(model, kinds)) {
    std::vector<FaultAssumption> lines;
    std::erase_if(model.faults, [&](FaultAssumption& line) {
      if (line.kind != FaultKind::lowered || line.word != kind->word) return false;
      lines.push_back(line);
      return true;
    });
    if (!as_steps.contains(kind->word)) continue;
    Lowering lowering(model, std::move(lines));
    kind->lower(lowering);
  }
  return model;
}

}  // namespace quorate
