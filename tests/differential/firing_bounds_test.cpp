// Bounds on how often transitions occur and messages are sent, against the longest runs of the whole
// unreduced state graph of small random protocols; and that runs which are said to end do. QUORATE_SEEDS and
// QUORATE_FIRST_SEED as in differential_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "lowered_protocol.hpp"
#include "random_protocol.hpp"
#include "random_signatures.hpp"
#include "seeded.hpp"
#include "shrink.hpp"
#include "verify/gate/temporal_gate.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t most_states = 400;

struct Edge {
  std::size_t to = 0;
  std::size_t transition = 0;
  std::map<std::pair<std::string, std::string>, std::uint64_t> sent;  // by the channel's ends
};

using Graph = std::vector<std::vector<Edge>>;

Graph whole_graph(const Searched& searched) {
  const ModelSystem& system = searched.stack->unreduced();
  const std::size_t words = system.shape().words;
  std::map<std::vector<std::uint64_t>, std::size_t> numbers;
  std::vector<std::uint64_t> state(words);
  const StateNumber states = searched.outcome.store->size();
  for (StateNumber n = 0; n < states; ++n) {
    searched.outcome.store->copy_out(n, state.data());
    numbers[state] = n;
  }
  Graph graph(states);
  StepBuffer buffer(words);
  buffer.asked.describe_steps = true;
  for (const auto& [from, number] : numbers) {
    buffer.clear();
    system.successors(from, {}, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const std::size_t t = buffer.transition(i).index();
      if (system.transitions()[t].kind == StepKind::otherwise) continue;
      const StateView to = buffer.state(i);
      Edge edge{numbers.at({to.begin(), to.end()}), t, {}};
      for (const auto& message : buffer.found.descriptions[i].sent) ++edge.sent[{message.from, message.to}];
      graph[number].push_back(std::move(edge));
    }
  }
  return graph;
}

// The heaviest path from each state; unbounded if a step with a weight is on a cycle. Components are found by
// [Tarjan 1972], which numbers every component after those that it leads to.
class Runs {
 public:
  explicit Runs(const Graph& graph) : graph_(graph), order_(graph.size(), 0), low_(graph.size(), 0) {
    component_.assign(graph.size(), SIZE_MAX);
    for (std::size_t s = 0; s < graph.size(); ++s) {
      if (order_[s] == 0) visit(s);
    }
  }

  [[nodiscard]] bool cyclic() const {
    return heaviest([](const Edge&) { return std::uint64_t{1}; }) == unbounded_firings;
  }

  template <typename Weight>
  [[nodiscard]] std::uint64_t heaviest(const Weight& weight) const {
    std::vector<std::uint64_t> best(components_, 0);
    std::vector<std::vector<std::size_t>> members(components_);
    for (std::size_t s = 0; s < graph_.size(); ++s) members[component_[s]].push_back(s);
    std::uint64_t most = 0;
    for (std::size_t c = 0; c < components_; ++c) {
      for (const auto s : members[c]) {
        for (const Edge& edge : graph_[s]) {
          const std::uint64_t own = weight(edge);
          if (component_[edge.to] == c && own > 0) return unbounded_firings;
          if (component_[edge.to] != c) best[c] = std::max(best[c], best[component_[edge.to]] + own);
        }
      }
      most = std::max(most, best[c]);
    }
    return most;
  }

 private:
  void visit(std::size_t s) {
    order_[s] = low_[s] = ++count_;
    stack_.push_back(s);
    for (const Edge& edge : graph_[s]) {
      if (order_[edge.to] == 0) {
        visit(edge.to);
        low_[s] = std::min(low_[s], low_[edge.to]);
      } else if (component_[edge.to] == SIZE_MAX) {
        low_[s] = std::min(low_[s], order_[edge.to]);
      }
    }
    if (low_[s] != order_[s]) return;
    for (std::size_t top = SIZE_MAX; top != s;) {
      top = stack_.back();
      stack_.pop_back();
      component_[top] = components_;
    }
    ++components_;
  }

  const Graph& graph_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> low_;
  std::vector<std::size_t> component_;
  std::vector<std::size_t> stack_;
  std::size_t count_ = 0;
  std::size_t components_ = 0;
};

struct Totals {
  std::uint64_t systems = 0;
  std::uint64_t ending = 0;   // said to end
  std::uint64_t endless = 0;  // with a cycle
  std::uint64_t tight = 0;    // transitions whose bound is reached
};

std::string excess(const ModelSystem& system, const FiringBounds& bounds, const Runs& runs, Totals& totals) {
  ++totals.systems;
  totals.ending += bounds.runs_end() ? 1 : 0;
  totals.endless += runs.cyclic() ? 1 : 0;
  if (bounds.runs_end() && runs.cyclic()) return "runs are said to end, and there is a cycle";
  for (std::size_t t = 0; t < bounds.firings.size(); ++t) {
    const Transition& facts = system.transitions()[t];
    if (facts.kind == StepKind::otherwise || bounds.firings[t] == unbounded_firings) continue;
    const std::uint64_t most = runs.heaviest([&](const Edge& e) { return e.transition == t ? 1ULL : 0ULL; });
    if (most > bounds.firings[t]) {
      return fmt::format("{} occurs {} times, the bound is {}", facts.name, most, bounds.firings[t]);
    }
    totals.tight += most == bounds.firings[t] ? 1 : 0;
  }
  const StateDescription names = system.describe(std::vector<std::uint64_t>(system.shape().words));
  for (const auto& from : names.processes) {
    for (const auto& to : names.processes) {
      const auto number = [&](const ProcessDescription& p) {
        return ProcessId(static_cast<std::int64_t>(&p - names.processes.data()));
      };
      const auto found = bounds.messages.find({number(from), number(to)});
      const std::uint64_t bound = found == bounds.messages.end() ? 0 : found->second;
      const std::uint64_t most = runs.heaviest([&](const Edge& e) -> std::uint64_t {
        const auto sent = e.sent.find({from.name, to.name});
        return sent == e.sent.end() ? 0 : sent->second;
      });
      if (most > bound) {
        return fmt::format("{} sends {} messages to {}, the bound is {}", from.name, most, to.name, bound);
      }
    }
  }
  return "";
}

std::string excess(const Model& model, LossModel loss, Totals& totals) {
  const Semantics semantics{Traffic::m, CrashModel::implicit_, loss};
  if (!TransitionRelations::against(model, semantics).empty()) return "";
  ChannelRoom room;
  SearchOptions options;
  options.limits.max_states = most_states;
  const auto searched = search_with_room(model, semantics, {}, {}, options, room);
  if (!searched || searched->outcome.result.stop != StopReason::finished) return "";
  const ModelSystem& system = searched->stack->unreduced();
  const TransitionRelations relations(system, {}, Split::combined);
  const Graph graph = whole_graph(*searched);
  return excess(system, relations.bounds(), Runs(graph), totals);
}

std::string excess(const Model& model, Totals& totals) {
  std::string text = excess(model, LossModel::implicit_, totals);
  if (text.empty() && model.channels.lossy) text = excess(model, LossModel::explicit_, totals);
  return text;
}

// Temporal properties rely on it that what the bounds say of runs without faults holds for all runs.
std::string endless_with_faults(const Model& model, Totals& totals) {
  if (!every_run_ends(model)) return "";
  ++totals.ending;
  for (const Traffic traffic : {Traffic::m, Traffic::grm, Traffic::rm}) {
    for (const CrashModel crash : {CrashModel::explicit_, CrashModel::receipt}) {
      const Semantics semantics{traffic, crash, LossModel::explicit_};
      ChannelRoom room;
      SearchOptions options;
      options.limits.max_states = most_states;
      const auto searched = search_with_room(model, semantics, {}, {}, options, room);
      if (!searched || searched->outcome.result.stop != StopReason::finished) continue;
      ++totals.systems;
      if (Runs(whole_graph(*searched)).cyclic()) return "runs are said to end, and there is a cycle";
    }
  }
  return "";
}

}  // namespace

TEST(FiringBounds, RandomProtocols) {
  Totals totals;
  Totals unused;
  const std::uint64_t count =
      judge_random_protocols([&](const Model& model) { return excess(model, totals); },
                             [&](const Model& model) { return excess(model, unused); });
  // The test shows something only if some bounds are tight and some protocols have endless runs.
  if (count >= 100) {
    EXPECT_GE(totals.ending * 8, totals.systems);
    EXPECT_GE(totals.endless * 20, totals.systems);
    EXPECT_GE(totals.tight, totals.systems);
  }
  RecordProperty("systems", static_cast<int>(totals.systems));
  RecordProperty("ending", static_cast<int>(totals.ending));
  RecordProperty("endless", static_cast<int>(totals.endless));
  RecordProperty("tight", static_cast<int>(totals.tight));
}

TEST(FiringBounds, Signatures) {
  Totals totals;
  const auto judge = [&](const Model& model) { return excess(explicitly(model), totals); };
  judge_seeds(random_signatures, judge, judge);
}

TEST(FiringBounds, LoweredFaults) {
  Totals totals;
  const auto judge = [&](const Model& model) {
    return with_each_fault(model, [&](const Model& faulty) { return excess(explicitly(faulty), totals); });
  };
  judge_random_protocols(judge, judge);
}

TEST(FiringBounds, RunsThatEndDoSoWithFaults) {
  Totals totals;
  Totals unused;
  const std::uint64_t count =
      judge_random_protocols([&](const Model& model) { return endless_with_faults(model, totals); },
                             [&](const Model& model) { return endless_with_faults(model, unused); });
  if (count >= 100) {
    EXPECT_GE(totals.ending * 8, count);
    EXPECT_GE(totals.systems * 2, count);
  }
  RecordProperty("ending", static_cast<int>(totals.ending));
  RecordProperty("systems", static_cast<int>(totals.systems));
}

}  // namespace quorate
