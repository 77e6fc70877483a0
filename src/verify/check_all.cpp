// Each property goes to the engine that answers it. Temporal formulas that say the same as an invariant
// become one, since that is cheaper to check. Afterwards warnings are added for verdicts that are right but
// may not mean what they seem to mean: a premise that never holds, a model without initial states. The model
// is copied here; the searches borrow it.
#include "verify/check_all.hpp"

#include <algorithm>

#include "base/budget.hpp"
#include "model/invariant_form.hpp"
#include "verify/run/check_decomposed.hpp"
#include "verify/run/lowered_check.hpp"
#include "verify/temporal/temporal_check.hpp"
#include "verify/temporal/vacuous_invariants.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

namespace {

// Whether the assumption excludes runs but no reachable states: every run can be continued such that correct
// processes move and messages arrive.
bool excludes_no_state(const Model& model, const std::string& under) {
  const auto fairness = model.find_fairness(under);
  return !fairness || std::ranges::all_of(fairness->items, [](const FairnessItem& item) {
    return item.kind != FairnessKind::justice && item.kind != FairnessKind::compassion;
  });
}

class AllProperties {
 public:
  AllProperties(const Model& model, const CheckOptions& options)
      : model_(with_wanted_properties(model, options)), options_(options) {
    options_.properties.clear();
    options_.deadlock = false;
    for (Property& property : model_.properties) {
      if (options_.fairness) property.under = *options_.fairness == "none" ? "" : *options_.fairness;
      if (property.kind == PropertyKind::temporal) route(property);
    }
  }

  CheckReport run() {
    const Spent spent = within_budget([&] { check_each(); });
    if (report_.trouble) return std::move(report_);
    if (spent != Spent::nothing) give_up_missing(spent);
    report_.sort_as(model_);
    if (spent == Spent::nothing)
      within_budget([&] { warn_of_vacuous_invariants(model_, options_, report_); });
    for (PropertyResult& result : report_.results) warn_of_no_start(result);
    return std::move(report_);
  }

 private:
  void check_each() {
    std::vector<std::size_t> others;
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      if (model_.properties[p].kind != PropertyKind::temporal) others.push_back(p);
    }
    if (model_.eventually_synchronous && (!others.empty() || model_.properties.empty())) {
      report_.note(
          "`network eventually synchronous` is about temporal properties: it excludes runs, but no reachable "
          "state");
    }
    if (others.size() == model_.properties.size())
      return report_.add(check_lowered(model_, options_, check_decomposed));
    if (!others.empty())
      report_.add(check_lowered(with_properties(model_, others), options_, check_decomposed));
    for (std::size_t p = 0; p < model_.properties.size() && !report_.trouble; ++p) {
      if (model_.properties[p].kind != PropertyKind::temporal) continue;
      report_.add(check_lowered(with_properties(model_, {p}), options_, check_temporal));
    }
  }

  // Results for the properties that have none because the budget was spent.
  void give_up_missing(Spent spent) {
    const auto give_up = [&](const std::string& name, ResultKind kind) {
      PropertyResult& missing = report_.results.emplace_back();
      missing.name = name;
      missing.kind = kind;
      missing.judgement = Judgement::open(to_text(spent));
    };
    for (const Property& property : model_.properties) {
      if (report_.find(property.name) == nullptr) give_up(property.name, result_kind(property.kind));
    }
    if (report_.results.empty()) give_up(well_defined_name, ResultKind::well_defined);
  }

  // Turns a temporal property into an invariant if it is one.
  void route(Property& property) const {
    if (!excludes_no_state(model_, property.under)) return;
    auto predicate = invariant_form(model_, property.formula);
    if (!predicate) return;
    property.kind = PropertyKind::invariant;
    property.predicate = *std::move(predicate);
    property.formula = {};
  }

  static void warn_of_no_start(PropertyResult& result) {
    if (result.verdict() != Verdict::holds || result.statistics.initial_states > 0) return;
    result.warnings.push_back({{},
                               "the model has no initial state, so every property holds vacuously",
                               "look at the guards of the `init` rules"});
  }

  Model model_;
  CheckOptions options_;
  CheckReport report_;
};

}  // namespace

CheckReport check_all(const Model& model, const CheckOptions& options) {
  return AllProperties(model, options).run();
}

}  // namespace quorate
