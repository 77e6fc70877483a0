#include "verify/check_all.hpp"

#include <algorithm>
#include <chrono>

#include "model/invariant_form.hpp"
#include "verify/check_decomposed.hpp"
#include "verify/temporal/temporal_check.hpp"
#include "verify/temporal/vacuous_invariants.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

namespace {

// Whether the assumption excludes runs but no reachable states: a run can always go on so that correct
// processes move and messages arrive.
bool excludes_no_state(const Model& model, const std::string& under) {
  const auto fairness = model.find_fairness(under);
  return !fairness || std::ranges::all_of(fairness->items, [](const FairnessItem& item) {
    return item.kind == FairnessKind::processes || item.kind == FairnessKind::messages;
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
    const Spent spent = within_budget([&] { check_properties(); });
    if (spent != Spent::nothing && going_on()) give_up_missing(spent);
    std::ranges::stable_sort(report_.results, {}, [&](const auto& result) { return position(result.name); });
    if (going_on() && spent == Spent::nothing)
      within_budget([&] { warn_of_vacuous_invariants(model_, remaining_options(), report_); });
    for (PropertyResult& result : report_.results) warn_of_no_start(result);
    return std::move(report_);
  }

 private:
  void check_properties() {
    std::vector<std::size_t> others;
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      if (model_.properties[p].kind != PropertyKind::temporal) others.push_back(p);
    }
    if (!others.empty() || model_.properties.empty()) {
      append(check_decomposed(with_properties(model_, others), remaining_options()));
    }
    for (std::size_t p = 0; p < model_.properties.size() && going_on(); ++p) {
      if (model_.properties[p].kind != PropertyKind::temporal) continue;
      append(check_temporal(with_properties(model_, {p}), remaining_options()));
    }
  }

  // Where the budget was spent before a property had a result.
  void give_up_missing(Spent spent) {
    for (const Property& property : model_.properties) {
      if (std::ranges::find(report_.results, property.name, &PropertyResult::name) != report_.results.end())
        continue;
      PropertyResult& missing = report_.results.emplace_back();
      missing.name = property.name;
      missing.kind = kind_name(property.kind);
      missing.reason = to_text(spent);
    }
    if (!report_.results.empty()) return;
    PropertyResult& missing = report_.results.emplace_back();
    missing.name = missing.kind = "well-defined";
    missing.reason = to_text(spent);
  }

  // An invariant is cheaper to check.
  void route(Property& property) const {
    if (!excludes_no_state(model_, property.under)) return;
    auto predicate = invariant_form(model_, property.formula);
    if (!predicate) return;
    property.kind = PropertyKind::invariant;
    property.predicate = *std::move(predicate);
    property.formula = {};
  }

  [[nodiscard]] bool going_on() const {
    return report_.problems.empty() && report_.engine_error.empty() && report_.checkpoint_error.empty() &&
           report_.refused.empty() && report_.internal_error.empty();
  }

  [[nodiscard]] CheckOptions remaining_options() const {
    CheckOptions options = options_;
    options.search.limits.max_seconds -=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    return options;
  }

  void append(CheckReport found) {
    for (PropertyResult& result : found.results) {
      // The same model error is met again for other properties.
      const bool known =
          std::ranges::find(report_.results, result.name, &PropertyResult::name) != report_.results.end();
      if (!known) report_.results.push_back(std::move(result));
    }
    for (std::string& text : found.notes) {
      if (std::ranges::find(report_.notes, text) == report_.notes.end())
        report_.notes.push_back(std::move(text));
    }
    report_.problems = std::move(found.problems);
    report_.refused = std::move(found.refused);
    report_.engine_error = std::move(found.engine_error);
    report_.checkpoint_error = std::move(found.checkpoint_error);
    report_.used_native_code = report_.used_native_code || found.used_native_code;
    report_.internal_error = std::move(found.internal_error);
  }

  static void warn_of_no_start(PropertyResult& result) {
    if (result.verdict != Verdict::holds || result.statistics.initial_states > 0) return;
    result.warnings.push_back({{},
                               "the model has no initial state, so that every property holds",
                               "look at the guards of the `init` rules"});
  }

  // In the order of the text, model errors last.
  [[nodiscard]] std::size_t position(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(model_.properties, name, &Property::name) -
                                    model_.properties.begin());
  }

  Model model_;
  CheckOptions options_;
  CheckReport report_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

CheckReport check_all(const Model& model, const CheckOptions& options) {
  return AllProperties(model, options).run();
}

}  // namespace quorate
