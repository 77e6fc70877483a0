// A scalarset [Ip, Dill 1996] is a type whose values may only be compared for equality and used as indices;
// rumur stores one state for all ways of permuting them. A role becomes a scalarset if its processes are
// interchangeable in the model and for every property (analysis/symmetry/interchangeability.hpp), and if the
// export does not write them as numbers: message codes contain processes as numbers, a value that may be of
// several roles is a number, and a constant set is written element by element.
#include "export/common/symmetry.hpp"

#include "analysis/symmetry/interchangeability.hpp"
#include "analysis/walk.hpp"
#include "export/translation/choices.hpp"

namespace quorate {

namespace {

class ObstacleFinder {
 public:
  ObstacleFinder(const Model& model, const Facts& facts)
      : model_(model), facts_(facts), all_(model.roles.size()) {}

  std::vector<std::string> run() {
    for (std::size_t role = 0; role < all_.size(); ++role) {
      if (model_.roles[role].count < 2) all_[role] = "there is nothing to permute";
    }
    const Interchangeability analysis = analyze_interchangeability(model_);
    breaks(analysis.in_model);
    for (const auto& of_property : analysis.in_property) breaks(of_property);
    for (const MessageKind& kind : model_.messages) {
      for (const Field& field : kind.fields) in_type(field.type, true, "its processes are in messages");
    }
    for (const Role& role : model_.roles) variables(role.variables);
    variables(model_.monitor.variables);
    for (const Rule& rule : model_.rules) {
      if (facts_.live(rule)) in_rule(rule);
    }
    for (const InitialRule& rule : model_.initial_rules) {
      for (const RuleParameter& parameter : rule.parameters) in_type(parameter.type, false, group_reason);
      constants(rule.guard);
      constants(rule.body);
    }
    constants(model_.monitor.observe);
    for (const Property& property : model_.properties) constants(property.predicate);
    return all_;
  }

 private:
  static constexpr const char* group_reason = "a value can be one of its processes or one of another role";

  void add(RoleId role, const std::string& reason) {
    if (all_[role.index()].empty()) all_[role.index()] = reason;
  }

  void breaks(const std::vector<SymmetryBreak>& found) {
    for (const SymmetryBreak& one : found) add(one.role, one.reason);
  }

  // The roles of process types inside a type: of every one, or only of those with several roles.
  void in_type(TypeId id, bool every, const std::string& reason) {
    const Type& type = model_.type(id);
    if (type.kind == TypeKind::process && (every || facts_.live_roles(id).size() > 1)) {
      for (const RoleId role : type.roles) add(role, reason);
    }
    if (type.kind == TypeKind::set || type.kind == TypeKind::array) in_type(type.element, every, reason);
    if (type.kind == TypeKind::array) in_type(type.index, every, reason);
    for (const Field& field : type.fields) in_type(field.type, every, reason);
  }

  void variables(const std::vector<Variable>& all) {
    for (const Variable& variable : all) {
      in_type(variable.type, false, group_reason);
      if (variable.initial_value == InitialValue::expression) constants(variable.initial);
    }
  }

  void in_rule(const Rule& rule) {
    for (const RuleParameter& parameter : rule.parameters) in_type(parameter.type, false, group_reason);
    if (rule.receive.kind == ReceiveKind::quorum) in_type(rule.receive.sender_type, false, group_reason);
    for (const Choice& choice : find_choices(model_, rule.body)) {
      in_type(choice.expression->domain_type, false, group_reason);
    }
    constants(rule.guard);
    constants(rule.body);
  }

  template <typename Piece>
  void constants(const Piece& piece) {
    visit_expressions(model_, piece, [&](const Expr& e) {
      if (e.kind != ExprKind::constant || !e.type.valid() || e.value == 0) return;
      if (model_.type(e.type).kind == TypeKind::set)
        in_type(e.type, true, "a set of its processes is written out");
    });
  }

  const Model& model_;
  const Facts& facts_;
  std::vector<std::string> all_;
};

}  // namespace

std::vector<std::string> scalarset_obstacles(const Model& model, const Facts& facts) {
  return ObstacleFinder(model, facts).run();
}

}  // namespace quorate
