// Process fairness is weak and per process: one that always has an owed step takes steps infinitely often.
// Message fairness is weak and per rule, receiver and sender: a message that can always be received is
// received. Faults are never owed, nor is the receipt of a message that an implicit loss could take away, or
// of a forged one. No more is assumed, since the papers assume no more.
#include "verify/temporal/model_fairness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "faults/declared_faults.hpp"

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
        if (rule.byzantine || !rule.owed) return false;
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
        if (rule.owed || !rule.fault) justice.taken.emplace_back(static_cast<std::int64_t>(k));
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
      justice.name =
          fmt::format("{} of {} takes what {} sends", model_.rules[static_cast<std::size_t>(rule)].name,
                      model_.process_name(receiver), model_.process_name(sender));
      fairness.steps.push_back(std::move(justice));
    }
  }

  void unowed(Fairness& fairness) const {
    for (std::size_t k = 0; k < transitions_.size(); ++k) {
      if (!owed(transitions_[k])) fairness.unowed.emplace_back(static_cast<std::int64_t>(k));
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
  // Message fairness assumes nothing about lossy channels.
  if (assumed.messages && !system.model().channels.lossy) obligations.messages(fairness);
  return fairness;
}

}  // namespace quorate
