// The text of `--explain`, and counterexamples beside their abstraction.
#include <fmt/format.h>

#include <algorithm>

#include "base/internal_error.hpp"
#include "parameterized/instance/parameter_values.hpp"
#include "parameterized/param_run.hpp"

namespace quorate {

void ParamChecker::explain_order(OrderContext& order, Run& run) {
  if (!options_.explain) return;
  const SymbolName name = rules_->symbol_names(0);
  std::vector<std::string> conditions;
  for (const auto& condition : order.domain().order()) conditions.push_back(to_text(condition, name));
  std::erase(conditions, "true");
  run.explain(conditions.empty()
                  ? "  the thresholds have one order"
                  : fmt::format("  order of the thresholds: {}", fmt::join(conditions, " and ")));
  for (std::size_t i = 0; i < order.domain().size(); ++i)
    run.explain("    " + order.domain().interval_text(i, name));
  for (const auto& invariant : known_->counting) {
    run.explain(fmt::format("    invariant {}: {}  ({})", invariant.name, to_text(invariant, *rules_),
                            invariant.proved ? "proved inductive" : "not used: " + invariant.reason));
  }
  for (const auto& invariant : known_->local) {
    if (!invariant.proved) continue;
    const std::string& process = rules_->model->processes[static_cast<std::size_t>(invariant.kind)].name;
    run.explain(fmt::format(
        "    invariant of each {}{}: {}  (proved inductive)", process,
        invariant.status < 0 ? "" : " in " + rules_->status_name(invariant.kind, invariant.status),
        to_text(invariant.condition, rules_->symbol_names(invariant.kind))));
  }
}

void ParamChecker::explain_locals(DataAbstraction& data, Run& run) {
  if (!options_.explain) return;
  run.explain(fmt::format("    {} local states, and what a process in them can do:", data.locals().size()));
  for (std::uint32_t i = 0; i < data.locals().size(); ++i) {
    std::vector<std::string> targets;
    for (const std::uint32_t target : data.targets(i)) targets.push_back(data.local_name(target));
    run.explain(fmt::format("      {}  ->  {}", data.local_name(i), fmt::join(targets, " | ")));
  }
}

// Every state of the instance's run beside its abstraction. Each step must be one of the abstraction;
// otherwise the abstraction is wrong, and none of its verdicts can be trusted.
void ParamChecker::show_violation(Run& run) {
  const InstanceResult& instance = *run.result.instance;
  const auto quotients = quotient_values(*rules_, run.result.parameters);
  const SymbolValue value = [&](Symbol symbol) {
    return (symbol.kind == SymbolKind::parameter ? run.result.parameters
                                                 : quotients)[static_cast<std::size_t>(symbol.index)];
  };
  const auto of_order =
      std::ranges::find_if(orders_, [&](const auto& order) { return order->includes(value); });
  if (of_order == orders_.end() || !initialisation_problem(*rules_).empty()) return;
  OrderContext& order = **of_order;
  if (run.result.explanation.empty()) {
    explain_order(order, run);
    if (options_.explain) run.explain("    violated in an instance before anything was abstracted");
  }
  CounterAbstraction system(order.data(DataAbstraction::Following::nothing),
                            CounterAbstraction::Counting::some, {});
  const ThresholdInstance decoder(rules_, run.result.parameters, {}, true);
  std::optional<AbstractState> before;
  StepBuffer buffer(system.shape().words);
  for (const auto& state : instance.prefix ? *instance.prefix : instance.lasso->states) {
    const AbstractState image = system.abstraction_of(decoder.decode(StateView(state)), value);
    buffer.clear();
    if (before) {
      system.successors(system.pack(*before), {}, buffer);
    } else {
      system.initial_states(buffer);
    }
    bool found = before && *before == image;  // the abstraction sees no difference
    for (std::size_t i = 0; i < buffer.size() && !found; ++i) found = system.unpack(buffer.state(i)) == image;
    if (!found) throw InternalError("the abstraction lacks a step of an instance");
    run.result.side_by_side.push_back({decoder.to_text(state), system.to_text(image)});
    before = image;
  }
  if (instance.lasso) run.result.loop_start = instance.lasso->loop_start;
}

}  // namespace quorate
