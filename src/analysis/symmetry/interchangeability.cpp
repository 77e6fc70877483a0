// A permutation of a role's processes is a symmetry if it maps initial states to initial states and steps
// to steps, and keeps the property's truth. The scalarsets of [Ip, Dill 1996], which [Bokor et al. 2009]
// takes over for roles, guarantee this by restrictions on the text: what the text says about a process it
// says about every other process of the role, and no result depends on the order in which processes are
// visited. The restrictions are sufficient, not necessary: a break means "not proved", and the role is then
// not permuted.
//
// Each piece of the Model is checked by itself. Rules, initial values, initial rules and monitors decide
// which states and steps there are, so that their breaks hold for every property; a property's formula
// concerns that property alone. Functions count where they are called. The rest of a Model is symmetric by
// construction: channels, traffic and faults treat all processes of a role alike, `any` and `distinct`
// initial values and rule parameters run over all values. Processes in variables, messages, sets and
// indices need no rule, since they are permuted with the processes themselves.
#include "analysis/symmetry/interchangeability.hpp"

#include <fmt/format.h>

#include "analysis/symmetry/break_list.hpp"
#include "analysis/symmetry/process_uses.hpp"
#include "analysis/symmetry/turn_conflicts.hpp"
#include "analysis/walk.hpp"
#include "base/plural.hpp"

namespace quorate {

namespace {

// Finds the breaks of one piece: the model without its properties, or one property.
class PieceAnalysis {
 public:
  explicit PieceAnalysis(const Model& model) : model_(model), breaks_(model), uses_(model, breaks_) {}

  std::vector<SymmetryBreak> of_model() {
    for (const Role& role : model_.roles) variables(role.variables);
    variables(model_.monitor.variables);
    for (const Rule& rule : model_.rules) {
      uses_.expression(rule.guard);
      statements(rule.body);
    }
    for (const InitialRule& rule : model_.initial_rules) {
      uses_.expression(rule.guard);
      statements(rule.body);
    }
    statements(model_.monitor.observe);
    return breaks_.sorted();
  }

  std::vector<SymmetryBreak> of_property(const Property& property) {
    if (property.kind == PropertyKind::temporal) {
      formula(property.formula);
      if (const auto assumed = model_.find_fairness(property.under)) fairness(*assumed);
    } else {
      uses_.expression(property.predicate);
    }
    return breaks_.sorted();
  }

 private:
  void variables(const std::vector<Variable>& all) {
    for (const Variable& variable : all) {
      if (variable.initial_value == InitialValue::expression) uses_.expression(variable.initial);
    }
  }

  void statements(const std::vector<Stmt>& body) {
    visit_statements(body, [&](const Stmt& statement) {
      for (const Expr* e : own_expressions(statement)) uses_.expression(*e);
      if (statement.kind == StmtKind::loop) loop(statement);
    });
  }

  void loop(const Stmt& statement) {
    if (model_.type(statement.domain_type).kind != TypeKind::process) return;
    for (const TurnConflict& conflict : turn_conflicts(model_, statement)) {
      breaks_.add(statement.domain_type, ScalarsetRule::loop, conflict.span, [&](const std::string& name) {
        return fmt::format("the iterations of this loop over {} {}", plural(name), conflict.what);
      });
    }
  }

  // A quantifier outside a temporal operator chooses a process and follows it along a path; in the reduced
  // system its name changes on the way.
  void formula(const Formula& f) {
    const bool quantified = f.kind == FormulaKind::for_all || f.kind == FormulaKind::for_some;
    if (f.kind == FormulaKind::atom) uses_.expression(f.predicate);
    if (quantified && model_.type(f.domain_type).kind == TypeKind::process) {
      breaks_.add(f.domain_type, ScalarsetRule::path, f.span, [](const std::string& name) {
        return fmt::format("the property follows single {} through time", plural(name));
      });
    }
    for (const Formula& child : f.children) formula(child);
  }

  // Fairness of processes and messages is about single ones; the temporal gate does not combine it with
  // symmetry.
  void fairness(const FairnessAssumption& assumed) {
    for (const FairnessItem& item : assumed.items) {
      if (item.kind == FairnessKind::justice || item.kind == FairnessKind::compassion) {
        uses_.expression(item.predicate);
      }
      if (item.kind == FairnessKind::compassion) uses_.expression(item.then);
    }
  }

  const Model& model_;
  BreakList breaks_;
  ProcessUses uses_;
};

}  // namespace

std::string to_text(ScalarsetRule rule) {
  switch (rule) {
    case ScalarsetRule::index:
      return "C1";
    case ScalarsetRule::operand:
      return "C2";
    case ScalarsetRule::comparison:
      return "C3";
    case ScalarsetRule::assignment:
      return "C4";
    case ScalarsetRule::loop:
      return "C5";
    case ScalarsetRule::path:
      return "path";
  }
  return "";
}

Interchangeability analyze_interchangeability(const Model& model) {
  Interchangeability result;
  result.in_model = PieceAnalysis(model).of_model();
  for (const Property& property : model.properties) {
    result.in_property.push_back(PieceAnalysis(model).of_property(property));
  }
  return result;
}

std::vector<bool> interchangeable_roles(const Model& model, const Interchangeability& analysis,
                                        std::optional<std::size_t> property) {
  std::vector<bool> result(model.roles.size(), true);
  for (const SymmetryBreak& found : analysis.in_model) result[found.role.index()] = false;
  if (!property) return result;
  for (const SymmetryBreak& found : analysis.in_property[*property]) result[found.role.index()] = false;
  return result;
}

}  // namespace quorate
