// Process fairness is weak and per process: one that always has an owed step takes steps infinitely often.
// Message fairness is weak and per rule, receiver and sender: a message that can always be received is
// received. Fairness of a rule is per process. Faults are never owed, nor is the receipt of a message that
// an implicit loss could take away, or of a forged one, nor steps that a run that counts takes finitely
// often.
#include "verify/temporal/model_fairness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "faults/declared_faults.hpp"
#include "verify/temporal/early_expiry.hpp"

namespace quorate {

namespace {

class ModelObligations {
 public:
  explicit ModelObligations(const ModelSystem& system)
      : system_(system), model_(system.model()), transitions_(system.transitions()) {}

  // Whether the transition's steps are owed: not faults, and not the receipt or delivery of what may be lost
  // implicitly.
  [[nodiscard]] bool owed(const Transition& t) const {
    switch (t.kind) {
      case StepKind::rule: {
        const Rule& rule = model_.rules[static_cast<std::size_t>(t.rule)];
        if (rule.byzantine || !rule.owed || rule.finitely) return false;
        return t.senders.empty() || !losses_implicit(model_, system_.semantics());
      }
      case StepKind::delivery:
        return !losses_implicit(model_, system_.semantics());
      default:
        return false;
    }
  }

  void processes(Fairness& fairness) const {
    std::map<ProcessId, StepJustice> groups;
    for_owed([&](TransitionId id, const Transition& t) {
      if (t.kind == StepKind::rule) groups[t.process].enabled.push_back(id);
    });
    for (auto& [process, justice] : groups) {
      justice.name = model_.process_name(process) + " keeps taking steps";
      for (std::size_t k = 0; k < transitions_.size(); ++k) {
        if (transitions_[k].kind != StepKind::rule || transitions_[k].process != process) continue;
        const Rule& rule = model_.rules[static_cast<std::size_t>(transitions_[k].rule)];
        if (rule.owed || !rule.fault || !rule.instead_of.empty())
          justice.taken.emplace_back(static_cast<std::int64_t>(k));
      }
      fairness.steps.push_back(std::move(justice));
    }
  }

  void messages(Fairness& fairness) const {
    std::map<std::tuple<std::int32_t, ProcessId, ProcessId>, StepJustice> groups;  // rule, receiver, sender
    for_owed([&](TransitionId id, const Transition& t) {
      if (t.kind != StepKind::rule) return;
      for (const ProcessId sender : t.senders) groups[{t.rule, t.process, sender}].enabled.push_back(id);
    });
    for (auto& [key, justice] : groups) {
      const auto& [rule, receiver, sender] = key;
      justice.taken = justice.enabled;
      add_omissions(justice, static_cast<std::size_t>(rule), receiver, sender);
      justice.name =
          fmt::format("{} of {} takes what {} sends", model_.rules[static_cast<std::size_t>(rule)].name,
                      model_.process_name(receiver), model_.process_name(sender));
      fairness.steps.push_back(std::move(justice));
    }
  }

  // The steps of one rule, for each process.
  [[nodiscard]] std::vector<StepJustice> of_rule(std::size_t rule, const char* how) const {
    std::map<ProcessId, StepJustice> groups;
    for (std::size_t k = 0; k < transitions_.size(); ++k) {
      const Transition& t = transitions_[k];
      if (t.kind != StepKind::rule || static_cast<std::size_t>(t.rule) != rule) continue;
      StepJustice& steps = groups[t.process];
      steps.taken.emplace_back(static_cast<std::int64_t>(k));
      if (owed(t)) steps.enabled.emplace_back(static_cast<std::int64_t>(k));
    }
    std::vector<StepJustice> all;
    for (auto& [process, steps] : groups) {
      steps.name =
          fmt::format("{} fairness of {} of {}", how, model_.rules[rule].name, model_.process_name(process));
      all.push_back(std::move(steps));
    }
    return all;
  }

  void unowed(Fairness& fairness) const {
    for (std::size_t k = 0; k < transitions_.size(); ++k) {
      const Transition& t = transitions_[k];
      const TransitionId id(static_cast<std::int64_t>(k));
      if (!owed(t)) fairness.unowed.push_back(id);
      if (t.kind == StepKind::rule && model_.rules[static_cast<std::size_t>(t.rule)].finitely)
        fairness.finitely.push_back(id);
    }
    const bool byzantine = declares(model_, FaultKind::byzantine);
    // In a synchronous system the receiver notices that a Byzantine process does not send, so that the step
    // is owed.
    if (model_.channels.synchronous || (!byzantine && model_.initial_rules.empty())) return;
    fairness.unowed_here = [&system = system_](StateView state, TransitionId t) {
      const auto& senders = system.transitions()[t.index()].senders;
      return std::ranges::any_of(senders, [&](ProcessId q) { return system.forges(q, state.data()); });
    };
  }

 private:
  // A receiver that omits what it should do with a message has not refused to take it.
  void add_omissions(StepJustice& justice, std::size_t rule, ProcessId receiver, ProcessId sender) const {
    for (std::size_t k = 0; k < transitions_.size(); ++k) {
      const Transition& t = transitions_[k];
      if (t.kind != StepKind::rule || t.process != receiver) continue;
      const auto& omitted = model_.rules[static_cast<std::size_t>(t.rule)].instead_of;
      if (std::ranges::find(omitted, rule) != omitted.end() &&
          std::ranges::find(t.senders, sender) != t.senders.end())
        justice.taken.emplace_back(static_cast<std::int64_t>(k));
    }
  }

  template <typename Visit>
  void for_owed(const Visit& visit) const {
    for (std::size_t k = 0; k < transitions_.size(); ++k) {
      if (owed(transitions_[k])) visit(TransitionId(static_cast<std::int64_t>(k)), transitions_[k]);
    }
  }

  const ModelSystem& system_;
  const Model& model_;
  std::span<const Transition> transitions_;
};

}  // namespace

Fairness model_fairness(const ModelSystem& system, const GroundFairness& assumed) {
  Fairness fairness;
  for (const std::uint32_t p : assumed.justice) fairness.justice.emplace_back(p);
  for (const auto& [often, then] : assumed.compassion) {
    fairness.compassion.push_back({PredicateId(often), PredicateId(then)});
  }
  const ModelObligations obligations(system);
  obligations.unowed(fairness);
  if (assumed.processes) obligations.processes(fairness);
  fairness.finitely_here = early_expiries(system);
  // Message fairness assumes nothing about lossy channels.
  if (assumed.messages && !system.model().channels.lossy) obligations.messages(fairness);
  for (const std::size_t rule : assumed.weak_rules) {
    for (StepJustice& steps : obligations.of_rule(rule, "weak")) fairness.steps.push_back(std::move(steps));
  }
  for (const std::size_t rule : assumed.strong_rules) {
    for (StepJustice& steps : obligations.of_rule(rule, "strong"))
      fairness.strong_steps.push_back(std::move(steps));
  }
  return fairness;
}

}  // namespace quorate
