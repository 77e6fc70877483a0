// The picture shows static single assignment form. Locations are visited in ascending order, so that the
// copies on all edges into a location are known; where they differ, the location gets a new copy of the
// variable, and each edge into it says which one it takes over. At the exit the newest copy is called x'.
// The picture is for readers only: threshold_rules.cpp works on the automaton itself.
#include <fmt/format.h>

#include <algorithm>

#include "parameterized/automaton/control_flow.hpp"

namespace quorate {

namespace {

std::string sign_of(TermKind kind) {
  switch (kind) {
    case TermKind::plus:
      return "+";
    case TermKind::minus:
      return "-";
    case TermKind::times:
      return "*";
    case TermKind::divide:
      return "/";
    case TermKind::equal:
      return "==";
    case TermKind::not_equal:
      return "!=";
    case TermKind::less:
      return "<";
    case TermKind::less_equal:
      return "<=";
    case TermKind::greater:
      return ">";
    case TermKind::greater_equal:
      return ">=";
    case TermKind::logical_and:
      return "&&";
    default:
      return "||";
  }
}

bool is_equality(TermKind kind) {
  return kind == TermKind::equal || kind == TermKind::not_equal;
}

// The author's name for the number, if there is one.
std::string value_text(const ThresholdVariable& variable, std::int64_t number) {
  const auto name = variable.value_names.find(number);
  return name == variable.value_names.end() ? fmt::format("{}", number) : name->second;
}

const ThresholdVariable* variable_of(const ThresholdTerm& term, const ThresholdModel& model) {
  const auto index = static_cast<std::size_t>(std::max(term.index, 0));
  if (term.kind == TermKind::shared) return &model.shared[index];
  if (term.kind != TermKind::local || term.process < 0) return nullptr;
  return &model.processes[static_cast<std::size_t>(term.process)].locals[index];
}

// The current copy of each variable at a location: 0 is the value before the step.
struct Versions {
  std::vector<int> shared;
  std::vector<int> locals;
};

class FlowPicture {
 public:
  FlowPicture(const ThresholdModel& model, const ThresholdProcess& process)
      : model_(model), process_(process), flow_(control_flow(process.step)) {
    at_.resize(static_cast<std::size_t>(flow_.locations));
    newest_.shared.resize(model.shared.size());
    newest_.locals.resize(process.locals.size());
    at_[0] = newest_;
  }

  std::string draw() {
    std::string edges;
    for (std::int32_t location = 0; location < flow_.locations; ++location) {
      meet(location);
      for (const auto& edge : flow_.edges) {
        if (edge.from == location) labels_.push_back(follow(edge));
      }
    }
    std::size_t next = 0;
    for (const auto& edge : flow_.edges) {
      std::string label = labels_[next];
      const auto& joins = joins_[next++];
      for (const auto& join : joins) label += (label.empty() ? "" : "\\n") + join;
      edges += fmt::format("  q{} -> q{} [label=\"{}\"];\n", edge.from, edge.to, label);
    }
    return fmt::format(
        "digraph {} {{\n  node [shape=circle, fontsize=10];\n  edge [fontsize=9];\n"
        "  q0 [shape=doublecircle, label=\"qI\"];\n  q{} [shape=doublecircle, label=\"qF\"];\n{}}}\n",
        process_.name, flow_.exit(), edges);
  }

 private:
  // Where paths with different copies meet, a new copy is made, and each edge says from which one.
  void meet(std::int32_t location) {
    std::vector<std::size_t> incoming;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (flow_.edges[i].to == location) incoming.push_back(i);
    }
    if (incoming.empty()) return;
    Versions merged = out_[incoming[0]];
    const auto merge = [&](std::vector<int> Versions::*part, bool shared) {
      for (std::size_t v = 0; v < (merged.*part).size(); ++v) {
        const bool differ = std::ranges::any_of(
            incoming, [&](std::size_t i) { return (out_[i].*part)[v] != (merged.*part)[v]; });
        const bool last = location == flow_.exit();
        if (!differ && !(last && (merged.*part)[v] != 0)) continue;
        const int fresh = last ? -1 : ++(newest_.*part)[v];
        for (const std::size_t i : incoming) {
          joins_[i].push_back(
              fmt::format("{} = {}", copy(shared, v, fresh), copy(shared, v, (out_[i].*part)[v])));
        }
        (merged.*part)[v] = fresh;
      }
    };
    merge(&Versions::shared, true);
    merge(&Versions::locals, false);
    at_[static_cast<std::size_t>(location)] = merged;
  }

  std::string follow(const FlowEdge& edge) {
    Versions after = at_[static_cast<std::size_t>(edge.from)];
    std::string label;
    std::string term = text(edge.term, after);
    if (edge.kind == ThresholdActionKind::assign || edge.kind == ThresholdActionKind::havoc) {
      const auto v = static_cast<std::size_t>(edge.target.index);
      const auto& variable = edge.target.shared ? model_.shared[v] : process_.locals[v];
      if (edge.term.kind == TermKind::constant) term = value_text(variable, edge.term.value);
      auto& versions = edge.target.shared ? after.shared : after.locals;
      auto& newest = edge.target.shared ? newest_.shared : newest_.locals;
      versions[v] = ++newest[v];
      label = copy(edge.target.shared, v, versions[v]) +
              (edge.kind == ThresholdActionKind::havoc ? " = any" : " = " + term);
    } else if (edge.kind == ThresholdActionKind::check) {
      label = "assert " + term;
    } else if (edge.term.kind != TermKind::constant || edge.term.value != 1) {
      label = term;
    }
    out_.push_back(after);
    joins_.emplace_back();
    return label;
  }

  [[nodiscard]] std::string copy(bool shared, std::size_t variable, int version) const {
    const std::string& name = shared ? model_.shared[variable].name : process_.locals[variable].name;
    if (version < 0) return name + "'";
    return version == 0 ? name : fmt::format("{}.{}", name, version);
  }

  [[nodiscard]] std::string text(const ThresholdTerm& term, const Versions& versions) const {
    std::vector<std::string> shared;
    std::vector<std::string> locals;
    for (std::size_t v = 0; v < versions.shared.size(); ++v)
      shared.push_back(copy(true, v, versions.shared[v]));
    for (std::size_t v = 0; v < versions.locals.size(); ++v)
      locals.push_back(copy(false, v, versions.locals[v]));
    return to_text(term, model_, shared, locals);
  }

  const ThresholdModel& model_;
  const ThresholdProcess& process_;
  ControlFlow flow_;
  std::vector<Versions> at_;   // by location
  std::vector<Versions> out_;  // by edge, after it
  Versions newest_;
  std::vector<std::string> labels_;
  std::vector<std::vector<std::string>> joins_;
};

}  // namespace

std::string to_text(const ThresholdTerm& term, const ThresholdModel& model,
                    const std::vector<std::string>& shared_names,
                    const std::vector<std::string>& local_names) {
  const auto part = [&](std::size_t i) {
    return to_text(term.operands[i], model, shared_names, local_names);
  };
  const auto index = static_cast<std::size_t>(std::max(term.index, 0));
  switch (term.kind) {
    case TermKind::constant:
      return fmt::format("{}", term.value);
    case TermKind::parameter:
      return model.parameters[index].name;
    case TermKind::shared:
      return shared_names[index];
    case TermKind::local:
      return local_names[index];
    case TermKind::negate:
      return "-" + part(0);
    case TermKind::logical_not:
      return "!(" + part(0) + ")";
    case TermKind::for_all:
      return "all(" + part(0) + ")";
    case TermKind::for_some:
      return "some(" + part(0) + ")";
    case TermKind::count:
      return "card(" + part(0) + ")";
    default:
      break;
  }
  const auto enclosed = [&](std::size_t i) {
    const ThresholdVariable* const other = variable_of(term.operands[1 - i], model);
    if (other != nullptr && term.operands[i].kind == TermKind::constant && is_equality(term.kind))
      return value_text(*other, term.operands[i].value);
    const bool regroups = i == 1 && (term.kind == TermKind::minus || term.kind == TermKind::divide);
    const bool simple =
        term.operands[i].operands.empty() || (term.operands[i].kind == term.kind && !regroups);
    const bool comparison = term.kind == TermKind::logical_and || term.kind == TermKind::logical_or;
    const bool weaker =
        term.operands[i].kind == TermKind::logical_or || term.operands[i].kind == TermKind::logical_and;
    return simple || (comparison && !weaker) ? part(i) : "(" + part(i) + ")";
  };
  return enclosed(0) + " " + sign_of(term.kind) + " " + enclosed(1);
}

std::string control_flow_picture(const ThresholdModel& model, const ThresholdProcess& process) {
  return FlowPicture(model, process).draw();
}

}  // namespace quorate
