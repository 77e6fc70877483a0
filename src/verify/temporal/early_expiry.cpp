// Whether a step happens in a state is read off the steps of the state; what a rule sends and which timers it
// writes is read off its text, once. Only steps of correct processes matter, without forged messages: the
// network promises nothing about those.
#include "verify/temporal/early_expiry.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "faults/kinds/timing.hpp"

namespace quorate {

namespace {

class EarlyExpiries {
 public:
  explicit EarlyExpiries(const ModelSystem& system) : system_(system), model_(system.model()) {
    const std::size_t rules = model_.rules.size();
    resets_.assign(rules, std::vector<bool>(rules, false));
    postpones_ = resets_;
    for (std::size_t e = 0; e < rules; ++e) {
      const Rule& expiry = model_.rules[e];
      if (expiry.expiry < 0 || expiry.fault) continue;
      for (std::size_t r = 0; r < rules; ++r) {
        const Rule& rule = model_.rules[r];
        if (rule.fault || rule.byzantine) continue;
        const bool receives = rule.role == expiry.role && rule.receive.kind != ReceiveKind::none;
        resets_[e][r] = receives && writes_timer(rule, expiry.expiry) == Does::always;
        postpones_[e][r] = postpones(model_, rule, expiry);
      }
    }
  }

  [[nodiscard]] bool is_early(StateView state, const StepBuffer& steps, TransitionId expiry) const {
    const Transition& t = transition(expiry);
    if (t.kind != StepKind::rule) return false;
    const auto e = static_cast<std::size_t>(t.rule);
    if (model_.rules[e].expiry < 0 || model_.rules[e].fault) return false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Transition& other = transition(steps.transition(i));
      if (other.kind != StepKind::rule) continue;
      const auto r = static_cast<std::size_t>(other.rule);
      const bool same = other.process == t.process;
      const bool counts =
          same ? resets_[e][r] || (postpones_[e][r] && model_.channels.loopback) : bool(postpones_[e][r]);
      if (counts && !is_forged(state, other)) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] const Transition& transition(TransitionId id) const {
    return system_.transitions()[id.index()];
  }

  [[nodiscard]] bool is_forged(StateView state, const Transition& t) const {
    return std::ranges::any_of(t.senders, [&](ProcessId q) { return system_.forges(q, state.data()); });
  }

  const ModelSystem& system_;
  const Model& model_;
  // By the rule of an expiry and another rule.
  std::vector<std::vector<bool>> resets_;     // it takes a message and writes the timer
  std::vector<std::vector<bool>> postpones_;  // it is the expiry of a shorter timer and sends such a message
};

}  // namespace

Fairness::InState early_expiries(const ModelSystem& system) {
  const Model& model = system.model();
  if (!model.eventually_synchronous) return {};
  if (std::ranges::none_of(model.rules, [](const Rule& rule) { return rule.expiry >= 0; })) return {};
  const auto early = std::make_shared<const EarlyExpiries>(system);
  return [early](StateView state, const StepBuffer& steps, TransitionId t) {
    return early->is_early(state, steps, t);
  };
}

}  // namespace quorate
