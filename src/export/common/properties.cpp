// Invariants, and temporal formulas that are invariants (model/invariant_form.hpp), are exported as
// invariants. Freedom from deadlock is exported once, as the set of allowed end states. Other temporal
// formulas are exported unless against_linear_formula objects. The rest is left out, and the heading of the
// exported text says why.
#include "export/common/properties.hpp"

#include "model/invariant_form.hpp"

namespace quorate {

namespace {

// Why the other checker cannot be asked for freedom from deadlock; empty if it can.
std::string deadlock_problem(const Model& model, bool crashes, bool second, const ExportOptions& options) {
  if (model.has_else) return "holds always, since the model has ELSE";
  if (second) return "one property of this kind is exported at a time";
  if (crashes) return "freedom from deadlock depends on crashes, whose steps are left out";
  if (model.channels.lossy && !options.explicit_loss) {
    return "freedom from deadlock depends on losses: export it with explicit losses";
  }
  return "";
}

}  // namespace

ExportedProperties exported_properties(const Model& model, const Facts& facts, const ExportOptions& options) {
  ExportedProperties all;
  bool crashes = false;
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    const RoleFacts& role = facts.role(RoleId(static_cast<std::int64_t>(r)));
    crashes |= role.live && role.may_crash;
  }
  for (const Property& property : model.properties) {
    if (property.kind == PropertyKind::invariant) {
      all.invariants.push_back({property.name, property.predicate, &property.frame});
    } else if (property.kind == PropertyKind::no_deadlock) {
      const std::string problem = deadlock_problem(model, crashes, all.end_states.has_value(), options);
      if (problem.empty()) {
        all.end_states = ExportedInvariant{property.name, property.predicate, &property.frame};
      } else {
        all.left_out.push_back(property.name + ": " + problem);
      }
    } else if (auto predicate = invariant_form(model, property.formula);
               predicate && property.under.empty()) {
      all.invariants.push_back({property.name, std::move(*predicate), &property.frame});
    } else if (const std::string against = against_linear_formula(model, property); !against.empty()) {
      all.left_out.push_back(property.name + ": " + against);
    } else {
      all.formulas.push_back(linear_formula(model, property));
    }
  }
  return all;
}

}  // namespace quorate
