// Formulas see more than invariants: whether a process still takes steps, how many steps there are (X), and
// what is still possible (path quantifiers). So crashes are explicit steps, losses are implicit only for
// linear formulas without X, and symmetry is refused where fairness is about single processes. So are
// stubborn sets: which steps are possible is what they change. Which runs count is computed in
// verify/temporal/model_fairness.
#include "verify/gate/temporal_gate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/implicit_faults.hpp"
#include "faults/kinds/duplication.hpp"
#include "reduction/stubborn/transition_relations.hpp"
#include "verify/gate/run_bounds.hpp"
#include "verify/gate/semantics_choice.hpp"

namespace quorate {

namespace {

class TemporalGate {
 public:
  TemporalGate(const Model& model, const TemporalTraits& traits, const CheckOptions& options)
      : model_(model), property_(model.properties.front()), traits_(traits), options_(options) {}

  TemporalPlan run() {
    choose_semantics();
    if (owes_repetitions(model_)) {
      refuse(
          "in kept channels every message would be owed again and again; `channels duplicating` says that "
          "it is owed once");
    }
    if (!options_.stores_states()) refuse("temporal formulas need stored states");
    if (!plan_.refusal.empty()) return std::move(plan_);
    if (model_.eventually_synchronous) {
      plan_.notes.push_back(
          fmt::format("{} assumes that the network is eventually synchronous: a run that counts "
                      "has finitely many early expiries of timers",
                      property_.name));
    }
    plan_.runs_end = every_run_ends(model_);
    choose_symmetry();
    choose_partial_order();
    return std::move(plan_);
  }

 private:
  void refuse(const std::string& reason) {
    if (plan_.refusal.empty()) plan_.refusal = reason;
  }

  void choose_semantics() {
    SemanticsChoice choice = quorate::choose_semantics(
        property_, options_,
        {against_traffic(), against_implicit_crash(), against_crash_at_receipt(), against_implicit_loss()});
    plan_.semantics = choice.semantics;
    plan_.refusal = std::move(choice.refusal);
    plan_.notes = std::move(choice.notes);
  }

  [[nodiscard]] std::string against_traffic() const {
    if (options_.traffic == Traffic::rm) {
      return "traffic model RM blocks a process that has received a message it cannot consume, and such runs "
             "end where the protocol's do not; use --traffic m or grm";
    }
    if (options_.traffic != Traffic::grm) return "";
    if (traits_.next) {
      return "the meaning of X (next) depends on the traffic model (under grm deliveries are steps); use "
             "--traffic m";
    }
    if (traits_.branching && model_.channels.lossy) {
      return "under grm a delivered message cannot be lost, and path quantifiers see the difference; use "
             "--traffic m";
    }
    if (model_.eventually_synchronous)
      return "what an eventually synchronous network promises is defined for traffic model m; use --traffic "
             "m";
    if (traits_.step_fairness)
      return "fairness of processes, messages and rules is defined for traffic model m; use --traffic m";
    return "";
  }

  // A crashed process stops while others need not, which is more than never being scheduled.
  [[nodiscard]] std::string against_implicit_crash() const {
    if (!has_crash_faults(model_)) return "";
    return "whether a process still takes steps matters to temporal properties";
  }

  [[nodiscard]] std::string against_crash_at_receipt() const {
    if (!has_crash_faults(model_)) return "";
    return "a process may crash before any message of it is received";
  }

  [[nodiscard]] std::string against_implicit_loss() const {
    if (!model_.channels.lossy) return "";
    if (traits_.branching) return "path quantifiers see what is still possible after a loss";
    if (traits_.next) return "X (next) counts steps, and a loss is one";
    if (traits_.rule_fairness) return "fairness of a rule asks how often there is a message to take";
    return quorate::against_implicit_loss(model_, property_);
  }

  void choose_symmetry() {
    const Symmetry wanted = options_.effective_symmetry();
    const Interchangeability analysis = analyze_interchangeability(model_);
    SymmetryPlan symmetry = plan_symmetry(model_, analysis, 0, wanted);
    const bool asked = options_.symmetry && *options_.symmetry != Symmetry::none;
    if (asked) plan_.refused = symmetry.breaks;
    // Which expiries are early depends on single processes, too.
    if ((traits_.step_fairness && !plan_.runs_end) || model_.eventually_synchronous) {
      if (asked) refuse_for_fairness();
      if (!symmetry.group.trivial() && !asked) {
        plan_.notes.push_back(
            fmt::format("no symmetry reduction for {}: its fairness assumption is about single processes, "
                        "which the reduced system does not tell apart",
                        property_.name));
      }
      symmetry.group = {};
    }
    plan_.symmetry = symmetry.group.trivial() ? Symmetry::none : wanted;
    plan_.symmetry_plan = std::move(symmetry);
  }

  void refuse_for_fairness() {
    for (std::size_t r = 0; r < model_.roles.size(); ++r) {
      if (model_.roles[r].count < 2) continue;
      plan_.refused.push_back({RoleId(static_cast<std::int64_t>(r)), ScalarsetRule::path, property_.span,
                               "fairness of processes, messages and rules tells single processes apart"});
    }
  }

  // Stubborn sets preserve the runs up to stuttering. What that takes beyond reachability (a proviso for
  // every cycle, an invisible step, an owed step, and only one for branching formulas) is seen to where the
  // runs are made: RunGraph and LporSystem.
  [[nodiscard]] std::string against_stubborn_sets() const {
    if (traits_.next) return "the formula uses X (next), and partial-order reduction reorders steps";
    const std::string against = TransitionRelations::against(model_, plan_.semantics);
    if (!against.empty()) return against;
    if (takes_steps_finitely())
      return "a run that counts takes some steps finitely often, and stubborn sets add steps to runs";
    if (traits_.step_fairness && !plan_.runs_end)
      return "its fairness assumption asks which steps are possible, and stubborn sets leave some out";
    return may_miss_full_channel() ? "losses are not steps, and a full channel might be missed" : "";
  }

  [[nodiscard]] bool takes_steps_finitely() const {
    return model_.eventually_synchronous || std::ranges::any_of(model_.rules, &Rule::finitely);
  }

  // With implicit losses a full channel must be noticed, and stubborn sets may leave out the step that does.
  [[nodiscard]] bool may_miss_full_channel() const {
    if (plan_.semantics.loss != LossModel::implicit_ || !bound_spoils_implicit_loss(model_)) return false;
    const std::optional<RunBounds> bounds = find_run_bounds(model_, plan_.semantics);
    return bounds && !bounds->channels_never_full;
  }

  void choose_partial_order() {
    const std::string against = against_stubborn_sets();
    if (options_.por == PartialOrder::lpor && !against.empty()) {
      return refuse(fmt::format("--por lpor is not possible here: {}; use --por none", against));
    }
    plan_.por = options_.por.value_or(against.empty() ? PartialOrder::lpor : PartialOrder::none);
  }

  const Model& model_;
  const Property& property_;
  const TemporalTraits& traits_;
  const CheckOptions& options_;
  TemporalPlan plan_;
};

}  // namespace

// Firing bounds count messages that are sent and changes of variables. Crashes, losses and deliveries send
// nothing and change no variable, so that the bounds hold with them as well. Not in synchronous systems,
// where crashes enable steps.
bool every_run_ends(const Model& model) {
  if (model.channels.synchronous && has_crash_faults(model)) return false;
  const std::optional<RunBounds> bounds = find_run_bounds(model);
  return bounds && bounds->runs_end;
}

TemporalPlan plan_temporal(const Model& model, const TemporalTraits& traits, const CheckOptions& options) {
  return TemporalGate(model, traits, options).run();
}

}  // namespace quorate
