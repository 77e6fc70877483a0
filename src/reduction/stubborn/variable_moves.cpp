// The graph of one variable's values: for each transition that can write it and each value of its domain, the
// body is followed with this value assumed (instance_effects.cpp), and every possible outcome is an edge. The
// edges of real steps are among them, perhaps with others. firing_bounds and transition_relations read these
// graphs. Variables with large domains are left out, and so are those that `observe` writes, which not only
// rules change.
#include "reduction/stubborn/variable_moves.hpp"

#include <algorithm>

#include "analysis/walk.hpp"
#include "reduction/symmetry/scalar_places.hpp"

namespace quorate {

namespace {

constexpr std::int64_t most_values = 48;

// The values that a scalar can have, undefined first; none if they are too many.
std::vector<std::int64_t> domain_of(const Model& model, TypeId type) {
  const Type& t = model.type(type);
  const bool small = t.kind == TypeKind::boolean || t.kind == TypeKind::enumeration ||
                     (t.kind == TypeKind::range && t.high - t.low < most_values);
  if (!small) return {};
  std::vector<std::int64_t> values{undefined_value};
  for (const auto value : model.values_of(type)) values.push_back(value);
  return values;
}

class MoveFinder {
 public:
  MoveFinder(const ModelSystem& system, const MessageClasses& classes)
      : system_(system),
        model_(system.model()),
        classes_(classes),
        definedness_(definedness_for_rules(model_)) {}

  std::vector<VariableMoves> run() {
    for (std::size_t p = 0; p < system_.layout().processes; ++p) {
      const ProcessId process(static_cast<std::int64_t>(p));
      const Role& role = model_.role(model_.role_of(process));
      for (std::size_t v = 0; v < role.variables.size(); ++v) variable(process, role, v);
    }
    return std::move(result_);
  }

 private:
  void variable(ProcessId process, const Role& role, std::size_t v) {
    for (const ScalarPlace& place : scalar_places(model_, role.variables[v].type)) {
      VariableMoves moves;
      moves.domain = domain_of(model_, place.type);
      moves.process = process;
      moves.scalar = {static_cast<std::int32_t>(v), place.offset, 0};
      moves.cell = system_.layout().variable_cells[process.index()][v] + place.offset;
      // What `observe` writes is changed by more than the rules.
      if (moves.domain.empty() || system_.observe_writes().contains(moves.cell)) continue;
      add_moves(moves);
      add_starts(role, v, moves);
      result_.push_back(std::move(moves));
    }
  }

  void add_moves(VariableMoves& moves) const {
    const auto transitions = system_.transitions();
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      const Transition& facts = transitions[t];
      if (facts.kind != StepKind::rule || facts.process != moves.process) continue;
      if (!std::ranges::binary_search(facts.writes, moves.cell)) continue;
      RuleInstance instance(model_, facts, definedness_);
      for (std::size_t from = 0; from < moves.domain.size(); ++from) {
        instance.scalar = moves.scalar;
        instance.scalar.value = moves.domain[from];
        for (Outcome& outcome : outcomes(instance, classes_, definedness_, moves.domain)) {
          moves.moves.push_back({t, from, moves.position(outcome.value), std::move(outcome.sends)});
        }
      }
    }
  }

  // The possible initial values: a declared constant, and constants that initial rules assign; all values if
  // anything else can be assigned.
  void add_starts(const Role& role, std::size_t variable, VariableMoves& moves) const {
    const Variable& declared = role.variables[variable];
    bool known = declared.initial_value == InitialValue::undefined;
    if (known) moves.starts.insert(0);
    if (declared.initial_value == InitialValue::expression && declared.initial.kind == ExprKind::constant) {
      moves.starts.insert(moves.position(declared.initial.value));
      known = true;
    }
    for (const InitialRule& rule : model_.initial_rules) {
      visit_statements(rule.body, [&](const Stmt& s) {
        if (s.kind == StmtKind::undefine || s.kind == StmtKind::undefine_role) moves.starts.insert(0);
        if (s.kind != StmtKind::assign) return;
        const Expr& root = place_root(s.target);
        if (root.kind != ExprKind::variable || &model_.role(root.role) != &role) return;
        if (root.index != static_cast<std::int32_t>(variable)) return;
        if (s.value.kind == ExprKind::constant && model_.type(s.target.type).simple()) {
          moves.starts.insert(moves.position(s.value.value));
        } else {
          known = false;
        }
      });
    }
    // The variables of a Byzantine process are undefined.
    if (system_.layout().status_cells[moves.process.index()] >= 0) moves.starts.insert(0);
    if (known) return;
    for (std::size_t i = 0; i < moves.domain.size(); ++i) moves.starts.insert(i);
  }

  const ModelSystem& system_;
  const Model& model_;
  const MessageClasses& classes_;
  Definedness definedness_;
  std::vector<VariableMoves> result_;
};

}  // namespace

// Storing a value outside of the domain is a model error, so that any position will do for it.
std::size_t VariableMoves::position(std::int64_t value) const {
  const auto found = std::ranges::find(domain, value);
  return found == domain.end() ? 0 : static_cast<std::size_t>(found - domain.begin());
}

std::vector<VariableMoves> find_variable_moves(const ModelSystem& system, const MessageClasses& classes) {
  return MoveFinder(system, classes).run();
}

}  // namespace quorate
