// Upper bounds on how often transitions occur, from two facts of the text, each in terms of bounds found before:
//
// - A step that consumes a message of a class from a sender occurs no more often than such messages are sent.
// - Look at one variable of a process: every rule of the process moves it along edges between its values (the values for
//   which the guard can hold, to those that the body can leave). A rule that always changes the variable, and whose
//   edges lie on no cycle once the rules with a bound are left out, occurs at most as often as it has edges on a path; rules
//   with a bound can restart the path, each as often as its bound says. The same count for the edges on which a
//   message can be sent bounds the messages, which matters for rules that send only in the end.
//
// Bounds start at infinity and only sink, each round being right if the one before was, so that the iteration may stop
// at any time. Phases, counters with a limit, "is still undefined" and ballots of a fixed number are seen by this;
// measures that combine several variables are not.
#include "reduction/firing_bounds.hpp"

#include <algorithm>
#include <optional>

#include "analysis/walk.hpp"
#include "reduction/scalar_places.hpp"

namespace quorate {

namespace {

constexpr std::size_t most_values = 48;
constexpr std::uint64_t most_restarts = 64;
constexpr std::size_t most_rounds = 12;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > unbounded_firings - b ? unbounded_firings : a + b;
}

// The values that a scalar can have, undefined first.
std::vector<std::int64_t> domain_of(const Model& model, TypeId type) {
  std::vector<std::int64_t> values{undefined_value};
  const Type& t = model.type(type);
  const bool small = t.kind == TypeKind::boolean || t.kind == TypeKind::enumeration ||
                     (t.kind == TypeKind::range && t.high - t.low < static_cast<std::int64_t>(most_values));
  if (!small) return {};
  for (const auto value : model.values_of(type)) values.push_back(value);
  return values;
}

// One variable of a process and how the process's rules move it.
class VariableGraph {
 public:
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    std::set<PossibleSend> sends;
  };

  explicit VariableGraph(std::vector<std::int64_t> domain) : domain_(std::move(domain)) {}

  [[nodiscard]] const std::vector<std::int64_t>& domain() const { return domain_; }
  void start_from(std::int64_t value) { starts_.insert(position(value)); }
  void add(std::size_t rule, std::int64_t from, const Outcome& outcome) {
    edges_[rule].push_back({position(from), position(outcome.value), outcome.sends});
  }
  [[nodiscard]] bool moves(std::size_t rule) const { return edges_.contains(rule); }
  // Every step of the rule changes the variable.
  [[nodiscard]] bool always_moves(std::size_t rule) const {
    const auto found = edges_.find(rule);
    return found != edges_.end() &&
           std::ranges::none_of(found->second, [](const Edge& e) { return e.from == e.to; });
  }

  // The largest number of steps of `rule` (that can send `only`, if given) in a run in which every rule r with a
  // bound occurs at most bounds[r] times.
  [[nodiscard]] std::uint64_t longest(std::size_t rule, const std::optional<PossibleSend>& only,
                                      const std::map<std::size_t, std::uint64_t>& bounds) const {
    std::uint64_t restarts = 0;
    for (const auto& [other, edges] : edges_) {
      const auto bound = bounds.at(other);
      if (other != rule && bound != unbounded_firings) restarts = sum(restarts, bound);
    }
    if (restarts > most_restarts) return unbounded_firings;
    std::vector<std::uint64_t> best(domain_.size(), 0);
    for (std::uint64_t left = 0; left <= restarts; ++left) {
      std::vector<std::uint64_t> next = best;
      // With one restart more: what the other bounded rules lead to.
      if (left > 0) {
        for (const auto& [other, edges] : edges_) {
          if (other == rule || bounds.at(other) == unbounded_firings) continue;
          for (const Edge& e : edges) next[e.from] = std::max(next[e.from], best[e.to]);
        }
      }
      if (!relax(rule, only, bounds, next)) return unbounded_firings;
      best = std::move(next);
    }
    std::uint64_t longest = 0;
    for (const auto start : starts_) longest = std::max(longest, best[start]);
    return longest;
  }

 private:
  // Follows the edges of the rule itself and of rules without a bound until nothing grows. False: on a cycle.
  bool relax(std::size_t rule, const std::optional<PossibleSend>& only,
             const std::map<std::size_t, std::uint64_t>& bounds, std::vector<std::uint64_t>& best) const {
    for (std::size_t round = 0; round <= domain_.size(); ++round) {
      bool grown = false;
      for (const auto& [other, edges] : edges_) {
        if (other != rule && bounds.at(other) != unbounded_firings) continue;
        for (const Edge& e : edges) {
          const bool counts = other == rule && (!only || e.sends.contains(*only));
          const std::uint64_t length = best[e.to] + (counts ? 1 : 0);
          if (length > best[e.from]) {
            best[e.from] = length;
            grown = true;
          }
        }
      }
      if (!grown) return true;
    }
    return false;
  }

  [[nodiscard]] std::size_t position(std::int64_t value) const {
    return static_cast<std::size_t>(std::ranges::find(domain_, value) - domain_.begin());
  }

  std::vector<std::int64_t> domain_;
  std::set<std::size_t> starts_;
  std::map<std::size_t, std::vector<Edge>> edges_;  // by rule
};

class BoundFinder {
 public:
  BoundFinder(const ModelSystem& system, const MessageClasses& classes,
              const std::vector<TransitionKnowledge>& knowledge)
      : system_(system), model_(system.model()), classes_(classes), knowledge_(knowledge) {}

  FiringBounds run() {
    const auto transitions = system_.transitions();
    result_.firings.assign(transitions.size(), unbounded_firings);
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      if (transitions[t].kind != StepKind::rule) continue;
      instances_[transitions[t].process][static_cast<std::size_t>(transitions[t].rule)].push_back(t);
    }
    for (const auto& [process, rules] : instances_) make_graphs(process);
    bool changed = true;
    for (std::size_t round = 0; changed && round < most_rounds; ++round) {
      changed = false;
      for (const auto& [process, rules] : instances_) changed |= tighten_by_variables(process);
      changed |= tighten_by_messages();
    }
    for (const auto& [ends, by_class] : sent_) {
      std::uint64_t total = 0;
      for (const auto& [what, count] : by_class) total = sum(total, count);
      result_.messages[ends] = total;
    }
    other_steps();
    return std::move(result_);
  }

 private:
  using Rules = std::map<std::size_t, std::vector<std::size_t>>;  // rule -> its transitions at one process

  void make_graphs(ProcessId process) {
    const Role& role = model_.role(model_.role_of(process));
    for (std::size_t v = 0; v < role.variables.size(); ++v) {
      for (const ScalarPlace& place : scalar_places(model_, role.variables[v].type)) {
        auto domain = domain_of(model_, place.type);
        const auto cell = system_.layout().variable_cells[process.index()][v] + place.offset;
        if (domain.empty() || system_.observe_writes().contains(cell)) continue;
        VariableGraph graph(std::move(domain));
        const AssumedScalar scalar{static_cast<std::int32_t>(v), place.offset, 0};
        add_edges(process, scalar, graph);
        add_starts(role, v, graph);
        graphs_[process].push_back(std::move(graph));
      }
    }
  }

  void add_edges(ProcessId process, AssumedScalar scalar, VariableGraph& graph) {
    const auto first = system_.layout().variable_cells[process.index()][static_cast<std::size_t>(scalar.variable)];
    for (const auto& [rule, transitions] : instances_[process]) {
      for (const auto t : transitions) {
        const Transition& facts = system_.transitions()[t];
        if (!std::ranges::binary_search(facts.writes, first + scalar.offset)) continue;
        RuleInstance instance(model_, facts);
        for (const auto value : graph.domain()) {
          scalar.value = value;
          instance.scalar = scalar;
          for (const Outcome& outcome : outcomes(instance, classes_, graph.domain())) {
            graph.add(rule, value, outcome);
          }
        }
      }
    }
    // A rule one of whose transitions does not write the variable does not always move it.
    for (const auto& [rule, transitions] : instances_[process]) {
      const bool all = std::ranges::all_of(transitions, [&](std::size_t t) {
        return std::ranges::binary_search(system_.transitions()[t].writes, first + scalar.offset);
      });
      if (!all && graph.moves(rule)) graph.add(rule, graph.domain()[0], {graph.domain()[0], {}});
    }
  }

  void add_starts(const Role& role, std::size_t variable, VariableGraph& graph) {
    const Variable& declared = role.variables[variable];
    bool constant = declared.initial_value == InitialValue::undefined;
    if (constant) graph.start_from(undefined_value);
    if (declared.initial_value == InitialValue::expression &&
        declared.initial.kind == ExprKind::constant) {
      graph.start_from(declared.initial.value);
      constant = true;
    }
    for (const InitialRule& rule : model_.initial_rules) {
      visit_statements(rule.body, [&](const Stmt& s) {
        if (s.kind == StmtKind::undefine || s.kind == StmtKind::undefine_role) {
          graph.start_from(undefined_value);
        }
        if (s.kind != StmtKind::assign) return;
        const Expr& root = place_root(s.target);
        if (root.kind != ExprKind::variable || &model_.role(root.role) != &role) return;
        if (root.index != static_cast<std::int32_t>(variable)) return;
        if (s.value.kind == ExprKind::constant && model_.type(s.target.type).simple()) {
          graph.start_from(s.value.value);
        } else {
          constant = false;
        }
      });
    }
    if (constant) return;
    for (const auto value : graph.domain()) graph.start_from(value);
  }

  // The bound of all transitions of a rule at a process together.
  std::uint64_t& rule_bound(ProcessId process, std::size_t rule) {
    return rule_bounds_.try_emplace({process, rule}, unbounded_firings).first->second;
  }

  bool tighten_by_variables(ProcessId process) {
    std::map<std::size_t, std::uint64_t> bounds;
    for (const auto& [rule, transitions] : instances_[process]) bounds[rule] = rule_bound(process, rule);
    bool changed = false;
    for (const VariableGraph& graph : graphs_[process]) {
      for (auto& [rule, bound] : bounds) {
        if (!graph.moves(rule)) continue;
        if (graph.always_moves(rule)) changed |= lower(bound, graph.longest(rule, std::nullopt, bounds));
        for (const PossibleSend& send : sends_of(process, rule)) {
          if (!graph.always_moves(rule)) break;
          auto& sends = send_bounds_.try_emplace({process, rule, send}, unbounded_firings).first->second;
          changed |= lower(sends, graph.longest(rule, send, bounds));
        }
      }
    }
    for (const auto& [rule, bound] : bounds) {
      lower(rule_bound(process, rule), bound);
      for (const auto t : instances_[process][rule]) changed |= lower(result_.firings[t], bound);
    }
    return changed;
  }

  std::set<PossibleSend> sends_of(ProcessId process, std::size_t rule) {
    std::set<PossibleSend> all;
    for (const auto t : instances_[process][rule]) all.insert(knowledge_[t].sends.begin(), knowledge_[t].sends.end());
    return all;
  }

  bool tighten_by_messages() {
    sent_.clear();
    for (const auto& [process, rules] : instances_) {
      for (const auto& [rule, transitions] : rules) {
        for (const PossibleSend& send : sends_of(process, rule)) {
          std::uint64_t count = 0;
          for (const auto t : transitions) {
            if (knowledge_[t].sends.contains(send)) count = sum(count, result_.firings[t]);
          }
          count = std::min(count, rule_bound(process, rule));
          const auto by_edges = send_bounds_.find({process, rule, send});
          if (by_edges != send_bounds_.end()) count = std::min(count, by_edges->second);
          auto& total = sent_[{process, send.to}][send.what];
          total = sum(total, count);
        }
      }
    }
    bool changed = false;
    for (const auto& [process, rules] : instances_) {
      for (const auto& [rule, transitions] : rules) {
        std::uint64_t all = 0;
        for (const auto t : transitions) {
          changed |= lower(result_.firings[t], most_consumed(t));
          all = sum(all, result_.firings[t]);
        }
        changed |= lower(rule_bound(process, rule), all);
      }
    }
    return changed;
  }

  // No more often than its scarcest input is sent; forged messages are not sent.
  std::uint64_t most_consumed(std::size_t t) {
    const Transition& facts = system_.transitions()[t];
    std::uint64_t least = unbounded_firings;
    for (const ProcessId sender : facts.senders) {
      if (system_.layout().status_cells[sender.index()] >= 0) continue;
      std::uint64_t messages = 0;
      for (const MessageClass what : knowledge_[t].consumes) {
        const auto found = sent_.find({sender, facts.process});
        if (found == sent_.end() || !found->second.contains(what)) continue;
        messages = sum(messages, found->second.at(what));
      }
      least = std::min(least, messages);
    }
    return least;
  }

  // Losses consume messages; anything else that is no rule is not bounded here.
  void other_steps() {
    for (std::size_t t = 0; t < result_.firings.size(); ++t) {
      const Transition& facts = system_.transitions()[t];
      if (facts.kind == StepKind::otherwise) result_.firings[t] = 0;
      if (facts.kind != StepKind::loss) continue;
      const auto found = result_.messages.find({facts.senders[0], facts.process});
      result_.firings[t] = found == result_.messages.end() ? 0 : found->second;
    }
  }

  static bool lower(std::uint64_t& bound, std::uint64_t found) {
    if (found >= bound) return false;
    bound = found;
    return true;
  }

  const ModelSystem& system_;
  const Model& model_;
  const MessageClasses& classes_;
  const std::vector<TransitionKnowledge>& knowledge_;
  std::map<ProcessId, Rules> instances_;
  std::map<ProcessId, std::vector<VariableGraph>> graphs_;
  std::map<std::pair<ProcessId, std::size_t>, std::uint64_t> rule_bounds_;
  std::map<std::tuple<ProcessId, std::size_t, PossibleSend>, std::uint64_t> send_bounds_;
  std::map<std::pair<ProcessId, ProcessId>, std::map<MessageClass, std::uint64_t>> sent_;
  FiringBounds result_;
};

}  // namespace

bool FiringBounds::runs_end() const {
  return std::ranges::none_of(firings, [](std::uint64_t bound) { return bound == unbounded_firings; });
}

FiringBounds firing_bounds(const ModelSystem& system, const MessageClasses& classes,
                           const std::vector<TransitionKnowledge>& knowledge) {
  return BoundFinder(system, classes, knowledge).run();
}

}  // namespace quorate
