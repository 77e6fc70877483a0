// A fault is a mark on a process, a hidden variable. A step of the fault sets or clears it, and while it is
// set the rules of the process are stopped. All three are ordinary parts of a Model, so that nothing after
// this pass needs to know the kinds of faults. Rejected: statuses as another kind of expression, which every
// back end would have to implement for every kind of fault.
#include "faults/lowering.hpp"

#include <algorithm>

#include "faults/hidden_variables.hpp"
#include "faults/kinds/commitments.hpp"
#include "faults/kinds/signatures.hpp"
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

std::vector<const FaultAssumption*> Lowering::lines_of(RoleId role) const {
  std::vector<const FaultAssumption*> found;
  for (const FaultAssumption& line : lines_) {
    if (names(line, role)) found.push_back(&line);
  }
  return found;
}

HiddenVariable Lowering::declare(const std::string& word, const std::map<RoleId, TypeId>& types) {
  HiddenVariable hidden;
  hidden.position.assign(model_.roles.size(), -1);
  for (const auto& [id, type] : types) {
    hidden.position[id.index()] = add_hidden_variable(model_, id, word, type, lines_.front().span);
  }
  return hidden;
}

HiddenVariable Lowering::flag(const std::string& word, const std::set<RoleId>& roles) {
  std::map<RoleId, TypeId> types;
  for (const RoleId role : roles) types[role] = model_.boolean_type;
  HiddenVariable hidden = declare(word, types);
  hidden.type = model_.boolean_type;
  return hidden;
}

HiddenVariable Lowering::counter(const std::string& word, const std::map<RoleId, std::int64_t>& largest) {
  std::map<RoleId, TypeId> types;
  for (const auto& [role, last] : largest) {
    Type range;
    range.kind = TypeKind::range;
    range.high = last;
    types[role] = TypeId(static_cast<std::int64_t>(model_.types.size()));
    model_.types.push_back(std::move(range));
  }
  HiddenVariable hidden = declare(word, types);
  hidden.type = model_.integer_type;
  return hidden;
}

Rule Lowering::rule(const std::string& name, RoleId role) const {
  Rule rule;
  rule.name = name;
  const auto taken = [&] {  // by a rule of the text
    return std::ranges::any_of(model_.rules, [&](const Rule& r) { return !r.fault && r.name == rule.name; });
  };
  while (taken()) rule.name += '_';
  rule.role = role;
  rule.self = LocalId(0);
  rule.frame.push_back({"p", model_.role(role).type});
  rule.guard = constant(model_.boolean_type, 1);
  rule.fault = true;
  rule.exempt = true;
  rule.owed = false;
  rule.observed = false;
  rule.span = lines_.front().span;
  rule.name_span = rule.span;
  return rule;
}

Expr Lowering::own(const HiddenVariable& hidden, const Rule& rule) const {
  const std::int32_t position = hidden.position[rule.role.index()];
  const Role& role = model_.role(rule.role);
  Expr e = combined(ExprKind::variable, role.variables[static_cast<std::size_t>(position)].type,
                    {local_value(rule.self, role.type)});
  e.role = rule.role;
  e.index = position;
  return e;
}

Stmt Lowering::set(const HiddenVariable& hidden, const Rule& rule, std::int64_t value) const {
  const Expr place = own(hidden, rule);
  return assignment(place, constant(place.type, value), rule.span);
}

Expr Lowering::fewer(const HiddenVariable& hidden, const FaultAssumption& line, std::int64_t bound,
                     Rule& rule) const {
  const bool counts = hidden.type == model_.boolean_type;
  Expr all = constant(model_.integer_type, 0);
  for (const RoleId id : std::set<RoleId>(line.roles.begin(), line.roles.end())) {
    const Role& role = model_.role(id);
    if (role.count == 0) continue;
    const LocalId other(static_cast<std::int64_t>(rule.frame.size()));
    rule.frame.push_back({"q", role.type});
    const std::int32_t position = hidden.position[id.index()];
    Expr its = combined(ExprKind::variable, role.variables[static_cast<std::size_t>(position)].type,
                        {local_value(other, role.type)});
    its.role = id;
    its.index = position;
    Expr part = combined(ExprKind::quantifier, model_.integer_type,
                         {std::move(its), constant(model_.boolean_type, 1)});
    part.quantifier = counts ? Quantifier::count : Quantifier::sum;
    part.local = other;
    part.domain_type = role.type;
    all = combined(ExprKind::add, model_.integer_type, {std::move(all), std::move(part)});
  }
  return combined(ExprKind::less, model_.boolean_type,
                  {std::move(all), constant(model_.integer_type, bound)});
}

void Lowering::require(Rule& rule, Expr condition) const {
  const bool nothing_yet = rule.guard.kind == ExprKind::constant && rule.guard.value == 1;
  rule.guard = nothing_yet ? std::move(condition)
                           : combined(ExprKind::logical_and, model_.boolean_type,
                                      {std::move(condition), std::move(rule.guard)});
}

void Lowering::require_not(Rule& rule, const HiddenVariable& flag) const {
  require(rule, combined(ExprKind::logical_not, model_.boolean_type, {own(flag, rule)}));
}

void Lowering::require_room(Rule& rule, const HiddenVariable& flag) const {
  for (const FaultAssumption* const line : lines_of(rule.role))
    require(rule, fewer(flag, *line, line->count, rule));
}

// The rule that sets the flag to `value`; its guard is that the flag has the other value.
Rule Lowering::step(const std::string& name, RoleId role, const HiddenVariable& flag, bool value) const {
  Rule step = rule(name, role);
  if (value) {
    require_not(step, flag);
  } else {
    require(step, own(flag, step));
  }
  step.body.push_back(set(flag, step, value ? 1 : 0));
  return step;
}

void Lowering::step_that_marks(const std::string& name, const HiddenVariable& flag) {
  for (const RoleId role : roles()) {
    Rule marks = step(name, role, flag, true);
    require_room(marks, flag);
    model_.rules.push_back(std::move(marks));
  }
}

void Lowering::step_that_clears(const std::string& name, const HiddenVariable& flag) {
  for (const RoleId role : roles()) model_.rules.push_back(step(name, role, flag, false));
}

void Lowering::stop_rules(const HiddenVariable& flag) {
  for (Rule& rule : model_.rules) {
    if (!rule.fault && flag.position[rule.role.index()] >= 0) require_not(rule, flag);
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

ChosenForms most_explicit(const Model& model, std::span<const DeclarableFault> kinds) {
  ChosenForms forms;
  for (const DeclarableFault* const kind : lowered_faults(model, kinds))
    forms[kind->word] = kind->forms.size() - 1;
  return forms;
}

bool needs_lowering(const Model& model) {
  return !lowered_faults(model).empty() || declares_certificates(model) || declares_symmetric(model);
}

Model lower(Model model, const ChosenForms& forms, std::span<const DeclarableFault> kinds) {
  // First, since a fault may cut rules short. A receipt from a symmetric process looks at all certificates.
  model = lower_certificates(lower_symmetric(std::move(model)));
  for (const DeclarableFault* const kind : lowered_faults(model, kinds)) {
    std::vector<FaultAssumption> lines;
    std::erase_if(model.faults, [&](FaultAssumption& line) {
      if (line.kind != FaultKind::lowered || line.word != kind->word) return false;
      lines.push_back(line);
      return true;
    });
    const auto form = forms.find(kind->word);
    if (form == forms.end() || kind->forms[form->second].lower == nullptr) continue;
    Lowering lowering(model, std::move(lines));
    kind->forms[form->second].lower(lowering);
  }
  return model;
}

}  // namespace quorate
