// A decomposed model [Bokor 2011, 3.3] has the same states and steps as the original and more permutations
// (analysis/parts/decomposition), so that it is searched instead wherever that is sound and gains something:
// - a property that looks at two parts of one process forbids splitting them, so each property is decomposed
//   on its own; those that allow the same parts, also together, share one check;
// - steps that affect a whole process cannot be divided (verify/gate/parts_plan). That crashes must be steps
//   may become known only in the search (a full channel), so that the semantics is checked again afterwards;
// - a bound of channels is shared by the parts; if no run reaches it (idle_bound) the model without it is
//   decomposed;
// - if the parts allow no more permutations than whole processes, the original is searched.
// Counterexamples are lifted to the original and executed there before they are shown.
//
// Rejected: one decomposition for all properties, since one property that joins the parts would cost the
// others their reduction.
#include "verify/run/check_decomposed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.hpp"
#include "base/plural.hpp"
#include "verify/gate/idle_bound.hpp"
#include "verify/gate/parts_plan.hpp"
#include "verify/result/stopping.hpp"
#include "verify/result/stopwatch.hpp"
#include "verify/run/check.hpp"
#include "verify/trace/lifted_result.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

namespace {

// Properties that are checked together.
struct CheckedTogether {
  std::vector<std::size_t> properties;                 // positions in Model::properties
  std::shared_ptr<const Decomposition> decomposition;  // null: the model itself is searched
};

class DecomposedCheck {
 public:
  DecomposedCheck(const Model& model, const CheckOptions& options) : model_(model), options_(options) {}

  CheckReport run() {
    refuse_symmetry();
    if (report_.trouble) return std::move(report_);
    arrange();
    for (CheckedTogether& together : groups_) {
      check_together(together);
      if (report_.trouble) return std::move(report_);
    }
    report_.sort_as(model_);
    return std::move(report_);
  }

 private:
  void refuse_symmetry() {
    if (!options_.symmetry || *options_.symmetry == Symmetry::none) return;
    const Interchangeability analysis = analyze_interchangeability(model_);
    SymmetryRefused refused{analysis.in_model};
    for (const auto& breaks : analysis.in_property) {
      refused.breaks.insert(refused.breaks.end(), breaks.begin(), breaks.end());
    }
    if (!refused.breaks.empty()) report_.trouble = std::move(refused);
  }

  void arrange() {
    const bool parts = may_search_parts(options_) && may_be_split(model_);
    std::vector<std::size_t> whole;
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      auto alone = parts ? useful_decomposition({p}) : nullptr;
      if (!alone) {
        whole.push_back(p);
      } else if (!joins_others(p, *alone)) {
        groups_.push_back({{p}, std::move(alone)});
      }
    }
    if (model_.properties.empty()) {
      groups_.push_back({{}, parts ? useful_decomposition({}) : nullptr});
    } else if (!whole.empty()) {
      groups_.push_back({std::move(whole), nullptr});
    }
  }

  // Two properties may together join parts that neither joins alone: a function that both call has one type.
  bool joins_others(std::size_t property, const Decomposition& alone) {
    for (CheckedTogether& group : groups_) {
      if (group.decomposition->origin != alone.origin) continue;
      std::vector<std::size_t> properties = group.properties;
      properties.push_back(property);
      Model together = with_properties(model_, properties);
      together.channels.bound = group.decomposition->model.channels.bound;
      Decomposition all = decompose(together);
      if (all.origin != alone.origin) continue;
      group = {std::move(properties), std::make_shared<const Decomposition>(std::move(all))};
      return true;
    }
    return false;
  }

  // Null if the original must be searched for these properties (at most one).
  [[nodiscard]] std::shared_ptr<const Decomposition> useful_decomposition(
      const std::vector<std::size_t>& properties) {
    Model model = with_properties(model_, properties);
    auto found = useful_parts(model, options_);
    if (found || !model.channels.bound) return found;
    // Whether the bound is idle is computed only if it prevents the decomposition.
    model.channels.bound.reset();
    model.channels.replacing = false;
    found = useful_parts(model, options_);
    if (found && !bound_is_idle_) bound_is_idle_ = bound_is_idle(model_);
    return found && *bound_is_idle_ ? found : nullptr;
  }

  void check_together(CheckedTogether& group) {
    if (group.decomposition && checked_in_parts(group)) return;
    group.decomposition = nullptr;
    if (group.properties.size() == model_.properties.size()) {
      report_.add(check_properties(model_, options_));
    } else {
      report_.add(check_properties(with_properties(model_, group.properties), options_));
    }
  }

  // False if the result cannot be used and the original must be searched.
  bool checked_in_parts(const CheckedTogether& group) {
    CheckReport found = check_properties(group.decomposition->model, options_);
    if (!stands(found, *group.decomposition)) return false;
    const Model model = with_properties(model_, group.properties);
    for (PropertyResult& result : found.results) {
      result.decomposition = group.decomposition;
      std::vector<CompileProblem> problems;
      Stopwatch watch;
      const Spent spent = within_budget([&] { problems = lift_result(model, *group.decomposition, result); });
      if (spent != Spent::nothing) {
        result.judgement = Judgement::open(unshown_violation(to_text(spent)));
      }
      result.timing.trace += watch.lap();
      if (!problems.empty()) found.trouble = NotExecutable{std::move(problems)};
    }
    note_parts(group);
    report_.add(std::move(found));
    return true;
  }

  // Whether the result can be used: the decomposed model may have a message that is too wide, and explicit
  // crashes may have become necessary.
  static bool stands(const CheckReport& found, const Decomposition& decomposition) {
    if (found.trouble && std::holds_alternative<NotExecutable>(*found.trouble)) return false;
    return std::ranges::all_of(found.results, [&](const PropertyResult& result) {
      return parts_allow(decomposition, result.semantics);
    });
  }

  // For example "server is checked as its independent parts: {prepare, propose} and {promise, vote}".
  void note_parts(const CheckedTogether& group) {
    for (std::size_t r = 0; r < model_.roles.size(); ++r) {
      std::vector<std::string> labels;
      for (const RolePart& part : group.decomposition->origin) {
        if (part.role.index() == r) labels.push_back(part_label(model_, part));
      }
      if (labels.size() < 2) continue;
      report_.note(fmt::format("{} is checked as its independent parts: {}{}", model_.roles[r].name,
                               and_list(labels), concerned(group)));
    }
  }

  [[nodiscard]] std::string concerned(const CheckedTogether& group) const {
    if (groups_.size() < 2) return "";
    std::vector<std::string> names;
    for (const std::size_t p : group.properties) names.push_back(model_.properties[p].name);
    return fmt::format(" (for {})", fmt::join(names, ", "));
  }

  const Model& model_;
  const CheckOptions& options_;
  CheckReport report_;
  std::vector<CheckedTogether> groups_;
  std::optional<bool> bound_is_idle_;  // computed on demand
};

}  // namespace

CheckReport check_decomposed(const Model& model, const CheckOptions& options) {
  return DecomposedCheck(model, options).run();
}

}  // namespace quorate
