// A copy of the Model in which types, process constants, places of variables and roles of rules are
// replaced by those of the parts. The slot of each piece of the original text, which says of which part its
// processes are, is found by its address; so the original must not be moved meanwhile. Nothing is decided
// here.
#include "analysis/parts/decomposed_model.hpp"

#include "analysis/parts/part_types.hpp"

namespace quorate {

namespace {

class Rewriter {
 public:
  Rewriter(const Model& model, const PartConstraints& constraints, PartTypes& types, Model& target)
      : model_(model),
        constraints_(constraints),
        slots_(constraints.slots()),
        types_(types),
        target_(target) {}

  void run() {
    target_.name = model_.name;
    target_.parameters = model_.parameters;
    target_.boolean_type = model_.boolean_type;
    target_.integer_type = model_.integer_type;
    target_.status_type = model_.status_type;
    target_.channels = model_.channels;
    target_.has_else = model_.has_else;
    for (std::size_t r = 0; r < model_.roles.size(); ++r) variables(r);
    for (std::size_t k = 0; k < model_.messages.size(); ++k) message(k);
    for (std::size_t f = 0; f < model_.functions.size(); ++f) function(f);
    for (const FaultAssumption& line : model_.faults) fault(line);
    for (const InitialRule& rule : model_.initial_rules) initial_rule(rule);
    for (std::size_t r = 0; r < model_.rules.size(); ++r) rule(r);
    monitor();
    for (const Property& property_of : model_.properties) property(property_of);
  }

 private:
  void variables(std::size_t r) {
    const RoleId old(static_cast<std::int64_t>(r));
    for (std::size_t v = 0; v < model_.roles[r].variables.size(); ++v) {
      const auto& home = types_.variable(old, static_cast<std::int32_t>(v));
      Variable& made = target_.roles[home.role.index()].variables[static_cast<std::size_t>(home.index)];
      made = variable(model_.roles[r].variables[v], slots_.variables[r][v]);
    }
  }

  Variable variable(const Variable& old, SlotId slot) {
    Variable made = old;
    made.type = types_.type_of(slot);
    made.initial = expression(old.initial);
    return made;
  }

  void message(std::size_t k) {
    MessageKind made = model_.messages[k];
    for (std::size_t i = 0; i < made.fields.size(); ++i)
      made.fields[i].type = types_.type_of(slots_.fields[k][i]);
    target_.messages.push_back(std::move(made));
  }

  Frame frame(const Frame& old) {
    Frame made = old;
    const auto& slots = slots_.frames.at(&old);
    for (std::size_t i = 0; i < made.size(); ++i) made[i].type = types_.type_of(slots[i]);
    return made;
  }

  std::vector<RuleParameter> parameters(const std::vector<RuleParameter>& old, const Frame& frame_of) {
    std::vector<RuleParameter> made = old;
    for (RuleParameter& p : made) p.type = types_.type_of(slots_.frames.at(&frame_of)[p.local.index()]);
    return made;
  }

  void function(std::size_t f) {
    const Function& old = model_.functions[f];
    Function made;
    made.name = old.name;
    made.parameters = parameters(old.parameters, old.frame);
    made.result = types_.type_of(slots_.results[f]);
    made.body = expression(old.body);
    made.frame = frame(old.frame);
    made.span = old.span;
    target_.functions.push_back(std::move(made));
  }

  void fault(const FaultAssumption& old) {
    FaultAssumption made = old;
    made.roles.clear();
    for (const RoleId role : old.roles) {
      for (const RoleId part : types_.parts_of(role)) made.roles.push_back(part);
    }
    target_.faults.push_back(std::move(made));
  }

  void initial_rule(const InitialRule& old) {
    InitialRule made;
    made.name = old.name;
    made.parameters = parameters(old.parameters, old.frame);
    made.guard = expression(old.guard);
    made.body = statements(old.body);
    made.frame = frame(old.frame);
    made.span = old.span;
    target_.initial_rules.push_back(std::move(made));
  }

  void rule(std::size_t index) {
    const Rule& old = model_.rules[index];
    Rule made;
    made.name = old.name;
    made.role = types_.role_of(old.role, constraints_.rule(index));
    made.self = old.self;
    made.parameters = parameters(old.parameters, old.frame);
    made.frame = frame(old.frame);
    made.receive = old.receive;
    if (old.receive.kind != ReceiveKind::none) {
      const TypeId sender = made.frame[old.receive.sender.index()].type;
      made.receive.sender_type =
          old.receive.kind == ReceiveKind::quorum ? target_.type(sender).element : sender;
    }
    made.guard = expression(old.guard);
    made.body = statements(old.body);
    made.byzantine = old.byzantine;
    made.span = old.span;
    made.name_span = old.name_span;
    target_.rules.push_back(std::move(made));
  }

  void monitor() {
    for (std::size_t v = 0; v < model_.monitor.variables.size(); ++v) {
      target_.monitor.variables.push_back(variable(model_.monitor.variables[v], slots_.monitors[v]));
    }
    target_.monitor.observe = statements(model_.monitor.observe);
    target_.monitor.frame = frame(model_.monitor.frame);
  }

  void property(const Property& old) {
    Property made;
    made.name = old.name;
    made.kind = old.kind;
    made.predicate = expression(old.predicate);
    made.formula = formula(old.formula, old.frame);
    made.under = old.under;
    made.frame = frame(old.frame);
    made.span = old.span;
    target_.properties.push_back(std::move(made));
  }

  Formula formula(const Formula& old, const Frame& frame_of) {
    Formula made;
    made.kind = old.kind;
    made.span = old.span;
    made.predicate = old.kind == FormulaKind::atom ? expression(old.predicate) : old.predicate;
    made.local = old.local;
    made.domain_type = old.domain_type;
    if (old.kind == FormulaKind::for_all || old.kind == FormulaKind::for_some) {
      made.domain_type = types_.type_of(slots_.frames.at(&frame_of)[old.local.index()]);
    }
    for (const Formula& child : old.children) made.children.push_back(formula(child, frame_of));
    return made;
  }

  Expr expression(const Expr& old) {
    const auto slot = slots_.expressions.find(&old);
    if (slot == slots_.expressions.end()) return old;  // unused by this kind of variable or statement
    Expr made;
    made.kind = old.kind;
    made.type = types_.type_of(slot->second);
    made.span = old.span;
    made.value = old.kind == ExprKind::constant ? types_.value_of(slot->second, old.value) : old.value;
    made.index = old.index;
    made.role = old.role;
    if (old.kind == ExprKind::variable) {
      const auto& home = types_.variable(old.role, old.index);
      made.role = home.role;
      made.index = home.index;
    } else if (old.kind == ExprKind::status) {
      made.role = types_.parts_of(old.role).front();
    }
    made.message_kind = old.message_kind;
    made.local = old.local;
    made.function = old.function;
    for (const Expr& child : old.children) made.children.push_back(expression(child));
    made.quantifier = old.quantifier;
    made.domain_type = old.domain_type;
    if (old.kind == ExprKind::quantifier) made.domain_type = types_.type_of(slots_.domains.at(&old));
    made.has_domain_set = old.has_domain_set;
    made.has_default = old.has_default;
    return made;
  }

  std::vector<Stmt> statements(const std::vector<Stmt>& old) {
    std::vector<Stmt> made;
    for (const Stmt& statement_of : old) {
      if (statement_of.kind != StmtKind::undefine_role) {
        made.push_back(statement(statement_of));
        continue;
      }
      for (const RoleId part : types_.parts_of(statement_of.role)) {
        made.push_back(statement_of);
        made.back().role = part;
      }
    }
    return made;
  }

  Stmt statement(const Stmt& old) {
    Stmt made;
    made.kind = old.kind;
    made.span = old.span;
    made.target = expression(old.target);
    made.value = expression(old.value);
    made.local = old.local;
    made.message_kind = old.message_kind;
    made.index = old.index;
    for (const Expr& argument : old.arguments) made.arguments.push_back(expression(argument));
    made.recipients = old.recipients;
    made.recipient = expression(old.recipient);
    made.recipient_type = old.recipient_type;
    made.domain_type = old.domain_type;
    const auto slot = slots_.statements.find(&old);
    if (slot != slots_.statements.end()) {
      (old.kind == StmtKind::loop ? made.domain_type : made.recipient_type) = types_.type_of(slot->second);
    }
    made.has_domain_set = old.has_domain_set;
    made.body = statements(old.body);
    made.else_body = statements(old.else_body);
    return made;
  }

  const Model& model_;
  const PartConstraints& constraints_;
  const SlotTable& slots_;
  PartTypes& types_;
  Model& target_;
};

}  // namespace

void rewrite_model(const Model& model, const PartGraph& graph, const PartConstraints& constraints,
                   const std::vector<std::vector<PartNode>>& parts, Decomposition& result) {
  PartTypes types(model, graph, constraints, parts, result);
  Rewriter(model, constraints, types, result.model).run();
}

}  // namespace quorate
