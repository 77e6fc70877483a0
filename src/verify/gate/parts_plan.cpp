// Steps that concern a whole process at once cannot be divided among its parts. Such are the steps of traffic
// model RM, which consume all that was delivered; crashes; and the rules of lowered faults. A hidden variable
// is a mark of the whole process, also where no rule sets it. A guard that asks a failure detector reads the
// statuses of whole processes.
#include "verify/gate/parts_plan.hpp"

#include <algorithm>

#include "faults/hidden_variables.hpp"
#include "faults/implicit_faults.hpp"
#include "faults/kinds/detectors.hpp"
#include "verify/gate/symmetry_plan.hpp"

namespace quorate {

namespace {

bool crashes_are_implicit(const Model& model, const CheckOptions& options) {
  if (options.crash) return *options.crash == CrashModel::implicit_;
  return std::ranges::all_of(model.properties, [&](const Property& property) {
    return against_implicit_crash(model, property).empty();
  });
}

double permutations(const Model& model) {
  std::optional<std::size_t> property;
  if (!model.properties.empty()) property = 0;
  return plan_symmetry(model, analyze_interchangeability(model), property, Symmetry::role).group.order();
}

}  // namespace

bool may_search_parts(const CheckOptions& options) {
  return options.effective_symmetry() == Symmetry::role && options.traffic != Traffic::rm;
}

std::shared_ptr<const Decomposition> useful_parts(const Model& model, const CheckOptions& options) {
  if (!may_search_parts(options)) return nullptr;
  if (has_lowered_faults(model)) return nullptr;
  if (!roles_watched_by_guards(model).empty()) return nullptr;
  if (!model.channels.initially.empty()) return nullptr;  // the parts of a channel share the numbers
  auto found = std::make_shared<const Decomposition>(decompose(model));
  if (!found->split) return nullptr;
  if (found->split_role_can_crash && !crashes_are_implicit(model, options)) return nullptr;
  return permutations(found->model) > permutations(model) ? found : nullptr;
}

bool parts_allow(const Decomposition& decomposition, const Semantics& semantics) {
  return !decomposition.split_role_can_crash || semantics.crash == CrashModel::implicit_;
}

}  // namespace quorate
