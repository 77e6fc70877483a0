// The step of a process as an acyclic guarded control-flow automaton [Gmeiner 2015, 2.3]: every path from the
// entry to the exit is one step. Made from the statements of a ThresholdProcess.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/threshold_model.hpp"

namespace quorate {

struct FlowEdge {
  std::int32_t from = 0;
  std::int32_t to = 0;
  ThresholdActionKind kind = ThresholdActionKind::guard;  // guard, assign, havoc or check
  VariableRef target;
  ThresholdTerm term;  // a guard's constant 1: no condition
  Span span;
};

// Locations are numbered so that every edge leads to a greater number; 0 is the entry, the last is the exit.
struct ControlFlow {
  std::int32_t locations = 0;
  std::vector<FlowEdge> edges;  // sorted by `from`; the order of a location's edges is that of the text

  [[nodiscard]] std::int32_t exit() const { return locations - 1; }
};

ControlFlow control_flow(const std::vector<ThresholdAction>& actions);

// The locals whose value at the entry can matter, given which matter at the exit.
std::set<std::int32_t> live_at_entry(const ControlFlow& flow, const std::set<std::int32_t>& live_at_exit);

// A Graphviz picture in static single assignment form: x is the value before the step, x' the one after it,
// x.1, x.2, ... are those between; where branches meet, an edge says which value goes on.
std::string control_flow_picture(const ThresholdModel& model, const ThresholdProcess& process);

// An expression as the text writes it.
std::string to_text(const ThresholdTerm& term, const ThresholdModel& model,
                    const std::vector<std::string>& shared_names,
                    const std::vector<std::string>& local_names);

}  // namespace quorate
