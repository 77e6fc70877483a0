// Statements to an acyclic automaton [Gmeiner 2015, 2.3]: a sequence is a chain of edges, a choice has one
// chain for each branch, and branches that do not finish the step meet in a new location. Locations are
// numbered as they are made, so that every edge leads to a greater number; one pass over the edges in
// reverse computes liveness. An assignment to a variable that is not live reads nothing.
#include "parameterized/automaton/control_flow.hpp"

#include <algorithm>
#include <functional>

namespace quorate {

namespace {

class FlowBuilder {
 public:
  ControlFlow build(const std::vector<ThresholdAction>& actions) {
    const std::int32_t last = sequence(actions, flow_.locations++);
    finished_.push_back(last);
    const std::int32_t exit = flow_.locations++;
    for (const std::int32_t from : finished_) {
      if (from >= 0) connect(from, exit);
    }
    std::ranges::stable_sort(flow_.edges, {}, &FlowEdge::from);
    return std::move(flow_);
  }

 private:
  // Returns the location where the sequence ends; -1 if every branch finishes the step.
  std::int32_t sequence(const std::vector<ThresholdAction>& actions, std::int32_t at) {
    for (const ThresholdAction& action : actions) {
      if (at < 0) break;
      at = one(action, at);
    }
    return at;
  }

  std::int32_t one(const ThresholdAction& action, std::int32_t at) {
    if (action.kind == ThresholdActionKind::finish) {
      finished_.push_back(at);
      return -1;
    }
    if (action.kind != ThresholdActionKind::choice) {
      const std::int32_t next = flow_.locations++;
      flow_.edges.push_back({at, next, action.kind, action.target, action.term, action.span});
      return next;
    }
    std::vector<std::int32_t> ends;
    for (const auto& branch : action.branches) ends.push_back(sequence(branch, at));
    std::erase(ends, -1);
    if (ends.empty()) return -1;
    const std::int32_t meeting = flow_.locations++;
    for (const std::int32_t end : ends) connect(end, meeting);
    return meeting;
  }

  void connect(std::int32_t from, std::int32_t to) {
    FlowEdge edge;
    edge.from = from;
    edge.to = to;
    edge.term.value = 1;
    flow_.edges.push_back(edge);
  }

  ControlFlow flow_;
  std::vector<std::int32_t> finished_;
};

void locals_of(const ThresholdTerm& term, std::set<std::int32_t>& locals) {
  if (term.kind == TermKind::local) locals.insert(term.index);
  for (const auto& operand : term.operands) locals_of(operand, locals);
}

}  // namespace

ControlFlow control_flow(const std::vector<ThresholdAction>& actions) {
  return FlowBuilder().build(actions);
}

std::set<std::int32_t> live_at_entry(const ControlFlow& flow, const std::set<std::int32_t>& live_at_exit) {
  std::vector<std::set<std::int32_t>> live(static_cast<std::size_t>(flow.locations));
  live[static_cast<std::size_t>(flow.exit())] = live_at_exit;
  for (auto edge = flow.edges.rbegin(); edge != flow.edges.rend(); ++edge) {
    std::set<std::int32_t> before = live[static_cast<std::size_t>(edge->to)];
    const bool writes = edge->kind == ThresholdActionKind::assign || edge->kind == ThresholdActionKind::havoc;
    const bool useful = !writes || edge->target.shared || before.contains(edge->target.index);
    if (writes && !edge->target.shared) before.erase(edge->target.index);
    if (useful) locals_of(edge->term, before);
    live[static_cast<std::size_t>(edge->from)].merge(before);
  }
  return live[0];
}

}  // namespace quorate
