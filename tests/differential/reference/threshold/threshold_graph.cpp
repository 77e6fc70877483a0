#include "threshold_graph.hpp"

#include <fmt/format.h>

#include <deque>

#include "language/promela/promela_checker.hpp"

namespace quorate {

std::shared_ptr<const RuleSystem> rules_of(const std::string& text) {
  const SourceText source("random.pml", text);
  Diagnostics diagnostics;
  const auto model = load_promela(source, {}, diagnostics);
  if (!model) {
    ADD_FAILURE() << render(diagnostics, source) << text;
    return nullptr;
  }
  return make_rules(*model, diagnostics);
}

InstanceGraph explored(const ThresholdInstance& instance, std::size_t most) {
  InstanceGraph graph;
  std::deque<PackedState> queue;
  StepBuffer buffer(instance.shape().words);
  instance.initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    graph.initial.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
    if (graph.steps.try_emplace(graph.initial.back()).second) queue.push_back(graph.initial.back());
  }
  while (!queue.empty() && !buffer.stopped() && graph.steps.size() <= most) {
    const PackedState state = queue.front();
    queue.pop_front();
    buffer.clear();
    instance.successors(state, {}, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      PackedState next(buffer.state(i).begin(), buffer.state(i).end());
      graph.steps[state].insert(next);
      if (graph.steps.try_emplace(next).second) queue.push_back(std::move(next));
    }
  }
  graph.failed = buffer.trouble.failure.failed();
  graph.complete = instance.problem().empty() && !buffer.trouble.bound_reached && !buffer.trouble.too_many &&
                   (queue.empty() || graph.failed);
  return graph;
}

std::optional<Graph> whole_graph(const ThresholdInstance& instance, std::size_t most,
                                 std::vector<PackedState>& initial) {
  InstanceGraph graph = explored(instance, most);
  if (graph.failed || graph.steps.size() > most || !instance.problem().empty()) return {};
  initial = std::move(graph.initial);
  return std::move(graph.steps);
}

std::string parameter_text(const ParameterChoice& choice) {
  return fmt::format("parameters {}", fmt::join(choice.values, ","));
}

}  // namespace quorate
