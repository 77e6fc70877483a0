// The idea of [Bokor 2011] (Definition 8, Algorithm 1): symmetries are better exposed if processes are
// small. A server that is proposer and acceptor can be exchanged with another server only as a whole; split
// into a proposer and an acceptor each, proposers and acceptors are exchanged independently, and the
// largest possible gain grows from n! to n! for each part.
//
// [Bokor 2011] decomposes one process after the other by inspection. Here a whole role is split at once, by
// what its text can access: a union-find over the role's variables and rules joins a rule with the
// variables that it reads or writes and with the other rules that receive, or send, the same kinds of
// messages. Every place that can hold a process of the role (variables, fields, sets, indices, parameters)
// must hold processes of one part only, so it is a member of the union-find, too. This makes it possible to
// rewrite the text to the new roles, and finds the places where a process compares itself with others or
// where two parts of one process are accessed together.
//
// The decomposed model is isomorphic to the original. Local states are split into their variables, the
// content of a channel is split by message kind, and each rule belongs to one part; so states and steps are
// in a one-to-one correspondence (Definition 8 asks for a bisimulation only). Whatever could make a
// difference joins the parts: a process that does not send to itself would reach its other part; two
// messages of one step to two parts of a process are a model error in the original; queues and bounds are
// shared by the parts; a status belongs to the whole process.
//
// Rejected: giving each call of a function its own types, so that one function could serve two parts. The
// rewritten model would need a copy of the function for each part, and no model has needed it.
#include "analysis/parts/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "analysis/parts/decomposed_model.hpp"
#include "analysis/parts/part_constraints.hpp"
#include "analysis/symmetry/separate_loops.hpp"
#include "base/budget.hpp"

namespace quorate {

namespace {

// Sets of processes are 64-bit masks with at most 62 elements.
constexpr std::int64_t process_limit = 62;

class Obstacles {
 public:
  Obstacles(const Model& model, PartGraph& graph, PartConstraints& constraints)
      : model_(model), graph_(graph), constraints_(constraints) {}

  void run(bool bound_counts) {
    if (model_.channels.synchronous) whole_roles("channels are synchronous", model_.channels.span);
    statuses();
    for (const FaultAssumption& fault : model_.faults) {
      if (fault.kind == FaultKind::crash) continue;
      const char* const reason = fault.kind == FaultKind::byzantine
                                     ? "a Byzantine process is faulty as a whole"
                                     : "a fault concerns the whole process";
      for (const RoleId role : fault.roles) whole(role, reason, fault.span);
    }
    if (!model_.channels.loopback) messages_to_own_role();
    for (const Rule& rule : model_.rules) one_message_a_step(rule.body);
    if (model_.channels.fifo) shared_channels("the order of the messages in a FIFO channel");
    if (bound_counts && model_.channels.bound) shared_channels("the bound of a channel");
    group_indices();
  }

  void whole(RoleId role, const std::string& reason, Span span) {
    graph_.because(reason, span);
    const std::vector<PartNode> atoms = atoms_of(role);
    for (const PartNode atom : atoms) graph_.join(atoms.front(), atom);
  }

  void whole_roles(const std::string& reason, Span span) {
    for (std::size_t r = 0; r < model_.roles.size(); ++r) {
      whole(RoleId(static_cast<std::int64_t>(r)), reason, span);
    }
  }

  [[nodiscard]] std::vector<PartNode> atoms_of(RoleId role) const {
    std::vector<PartNode> atoms;
    for (std::size_t r = 0; r < model_.rules.size(); ++r) {
      if (model_.rules[r].role == role) atoms.push_back(constraints_.rule(r));
    }
    for (std::size_t v = 0; v < model_.role(role).variables.size(); ++v) {
      atoms.push_back(constraints_.variable(role, v));
    }
    return atoms;
  }

 private:
  void statuses() {
    for (const auto& [e, slot] : constraints_.slots().expressions) {
      if (e->kind != ExprKind::status) continue;
      const auto known = statuses_.try_emplace(e->role, e->span).first;
      known->second = std::min(known->second, e->span);  // the first in the text
    }
    for (const auto& [role, span] : statuses_) whole(role, "the parts share the status of the process", span);
  }

  void messages_to_own_role() {
    for (const PartSend& send : constraints_.sends()) {
      if (send.to != model_.rules[send.rule].role) continue;
      graph_.because(fmt::format("a process sends `{}` to the other processes of its role and not to itself; "
                                 "declare the channels `loopback` to allow that",
                                 model_.message(send.kind).name),
                     send.span);
      graph_.join(constraints_.rule(send.rule), constraints_.receivers(send.kind, send.to));
    }
  }

  // The recipients of one execution. Two messages to one process are a model error, so parts that can get
  // messages from the same execution are not split; parts that get them in the two branches of an `if` can
  // be.
  std::vector<PartSend> one_message_a_step(const std::vector<Stmt>& body) {
    std::vector<PartSend> all;
    for (const Stmt& statement : body) {
      std::vector<PartSend> here = one_message_a_step(statement.body);
      for (const PartSend& send : one_message_a_step(statement.else_body)) here.push_back(send);
      if (statement.kind == StmtKind::send || statement.kind == StmtKind::set_outgoing) {
        std::ranges::copy_if(constraints_.sends(), std::back_inserter(here),
                             [&](const PartSend& send) { return send.span == statement.span; });
      }
      if (statement.kind == StmtKind::loop) exclude(here, here);  // one branch in one turn, the other later
      exclude(all, here);
      all.insert(all.end(), here.begin(), here.end());
    }
    return all;
  }

  void exclude(const std::vector<PartSend>& earlier, const std::vector<PartSend>& later) {
    for (const PartSend& a : earlier) {
      for (const PartSend& b : later) {
        if (a.to != b.to) continue;
        graph_.because("one step may send messages to two parts", b.span);
        graph_.join(constraints_.receivers(a.kind, a.to), constraints_.receivers(b.kind, b.to));
      }
    }
  }

  void shared_channels(const std::string& what) {
    graph_.because(what + " is shared by the messages of all parts", model_.channels.span);
    const auto& sends = constraints_.sends();
    for (const PartSend& a : sends) {
      for (const PartSend& b : sends) {
        if (a.to != b.to || model_.rules[a.rule].role != model_.rules[b.rule].role) continue;
        graph_.join(constraints_.rule(a.rule), constraints_.rule(b.rule));
        graph_.join(constraints_.receivers(a.kind, a.to), constraints_.receivers(b.kind, b.to));
      }
    }
  }

  // An array over a group has an element for every process number between its roles; processes of other
  // roles must not come between.
  void group_indices() {
    for (const Type& type : model_.types) {
      if (type.kind != TypeKind::array) continue;
      const Type& index = model_.type(type.index);
      if (index.kind != TypeKind::process || index.roles.size() < 2) continue;
      for (const RoleId role : index.roles) {
        whole(role, fmt::format("it belongs to the group `{}`, which indexes an array", index.name),
              model_.role(role).span);
      }
    }
  }

  const Model& model_;
  PartGraph& graph_;
  PartConstraints& constraints_;
  std::map<RoleId, Span> statuses_;
};

// One part for each class of rules and variables, in the order of the rules.
std::vector<std::vector<PartNode>> find_parts(const Model& model, const PartGraph& graph,
                                              const Obstacles& obstacles) {
  std::vector<std::vector<PartNode>> parts;
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    auto& roots = parts.emplace_back();
    std::set<PartNode> known;
    for (const PartNode atom : obstacles.atoms_of(RoleId(static_cast<std::int64_t>(r)))) {
      Budget::ask();
      const PartNode root = graph.find(atom);
      if (known.insert(root).second) roots.push_back(root);
    }
  }
  return parts;
}

std::int64_t decomposed_processes(const Model& model, const std::vector<std::vector<PartNode>>& parts) {
  std::int64_t total = 0;
  for (std::size_t r = 0; r < parts.size(); ++r) {
    total += model.roles[r].count * std::max<std::int64_t>(1, static_cast<std::int64_t>(parts[r].size()));
  }
  return total;
}

// Each reason once for a role.
std::vector<DecompositionNote> notes_of(const PartGraph& graph) {
  std::vector<DecompositionNote> notes;
  std::set<std::pair<RoleId, std::string>> known;
  for (const PartJoin& join : graph.joins()) {
    if (known.insert({join.role, join.reason}).second) notes.push_back({join.role, join.span, join.reason});
  }
  return notes;
}

void tie_rules(const Model& model, PartConstraints& constraints, Obstacles& obstacles) {
  constraints.rules();
  for (std::size_t r = 0; r < model.roles.size(); ++r) {  // nothing to permute
    if (model.roles[r].count < 2) obstacles.whole(RoleId(static_cast<std::int64_t>(r)), "", {});
  }
  constraints.functions();
}

// Every role as it is: a step that takes messages of several kinds or senders would have to be followed into
// several parts.
Decomposition unsplit(const Model& model, const Rule& compound) {
  Decomposition result;
  result.model = model;
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    RolePart part;
    part.role = RoleId(static_cast<std::int64_t>(r));
    for (std::size_t rule = 0; rule < model.rules.size(); ++rule) {
      if (model.rules[rule].role == part.role) part.rules.push_back(rule);
    }
    for (std::size_t v = 0; v < model.roles[r].variables.size(); ++v)
      part.variables.push_back(static_cast<std::int32_t>(v));
    result.origin.push_back(std::move(part));
  }
  result.notes.push_back({compound.role, compound.name_span,
                          fmt::format("a step of `{}` takes several messages", compound.name)});
  return result;
}

}  // namespace

bool may_be_split(const Model& model) {
  if (find_compound_rule(model) != nullptr) return false;
  PartGraph graph(model);
  PartConstraints constraints(model, graph);
  Obstacles obstacles(model, graph, constraints);
  tie_rules(model, constraints, obstacles);
  constraints.monitor();
  obstacles.run(false);
  return std::ranges::any_of(find_parts(model, graph, obstacles),
                             [](const auto& parts) { return parts.size() > 1; });
}

Decomposition decompose(const Model& original) {
  if (const Rule* const compound = find_compound_rule(original)) return unsplit(original, *compound);
  const std::optional<Model> separated = with_separate_loops(original);
  const Model& model = separated ? *separated : original;
  PartGraph graph(model);
  PartConstraints constraints(model, graph);
  Obstacles obstacles(model, graph, constraints);
  tie_rules(model, constraints, obstacles);
  constraints.initial_rules();
  constraints.monitor();
  constraints.properties();
  obstacles.run(true);
  auto parts = find_parts(model, graph, obstacles);
  if (decomposed_processes(model, parts) > process_limit) {
    obstacles.whole_roles(fmt::format("there would be more than {} processes", process_limit), {});
    parts = find_parts(model, graph, obstacles);
  }
  Decomposition result;
  result.notes = notes_of(graph);
  for (std::size_t r = 0; r < parts.size(); ++r) {
    if (parts[r].size() < 2) continue;
    result.split = true;
    if (declares(model, FaultKind::crash, RoleId(static_cast<std::int64_t>(r))))
      result.split_role_can_crash = true;
  }
  rewrite_model(model, graph, constraints, parts, result);
  return result;
}

std::string part_label(const Model& original, const RolePart& part) {
  std::vector<std::string> names;
  for (const std::size_t rule : part.rules) names.push_back(original.rules[rule].name);
  if (names.empty()) {
    for (const std::int32_t variable : part.variables) {
      names.push_back(original.role(part.role).variables[static_cast<std::size_t>(variable)].name);
    }
  }
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

ProcessId Decomposition::original_process(const Model& original, ProcessId process) const {
  const RoleId role = model.role_of(process);
  const std::int64_t member = process.value - model.role(role).first.value;
  return ProcessId(original.role(origin[role.index()].role).first.value + member);
}

}  // namespace quorate
