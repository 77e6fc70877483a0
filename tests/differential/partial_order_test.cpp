// Partial-order reduction against the unreduced engine, which the other differential tests judge by the
// reference: same verdicts, same deadlocks, same model errors, under every combination of necessary sets,
// split, symmetry and order, with and without dead messages; and dynamic and stateless search, where every
// run ends. QUORATE_SEEDS and QUORATE_FIRST_SEED as in differential_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "analysis/symmetry/interchangeability.hpp"
#include "lowered_protocol.hpp"
#include "random_protocol.hpp"
#include "random_signatures.hpp"
#include "search/runs/stateless.hpp"
#include "search/search.hpp"
#include "seeded.hpp"
#include "shrink.hpp"
#include "system/seam/wrapped_system.hpp"
#include "verify/gate/partial_order_plan.hpp"
#include "verify/gate/symmetry_plan.hpp"
#include "verify/run/system_stack.hpp"
#include "verify/trace/trace.hpp"
#include "waiting.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t most_states = 1500;
constexpr std::uint64_t most_visits = 20'000;  // of a stateless search, which sees states again and again

using State = std::vector<std::uint64_t>;

// What one search found.
struct Finding {
  StopReason stop = StopReason::finished;
  bool violated = false;
  std::uint64_t states = 0;
  bool reduced = false;  // a step was left out somewhere
  std::set<State> deadlocks;
};

struct Way {
  bool necessary = true;
  Split split = Split::combined;
  bool symmetric = false;
  bool depth_first = false;
  PartialOrder por = PartialOrder::lpor;
  bool stateless = false;
  bool forget = false;
};

std::string to_text(const Way& way) {
  if (way.stateless) return fmt::format("stateless, por {}", to_text(way.por));
  return fmt::format("por {}, net {}, split {}, symmetry {}, {}{}", to_text(way.por),
                     way.necessary ? "on" : "off", to_text(way.split), way.symmetric ? "role" : "none",
                     way.depth_first ? "dfs" : "bfs", way.forget ? ", dead messages forgotten" : "");
}

// Passes everything on, and keeps the states without a step.
class DeadlockRecorder final : public WrappedSystem {
 public:
  using WrappedSystem::WrappedSystem;

  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override {
    inside().successors(state, chosen, buffer);
    if (buffer.size() == 0 && !buffer.stopped()) deadlocks_.emplace(state.begin(), state.end());
  }
  [[nodiscard]] const std::set<State>& deadlocks() const { return deadlocks_; }

 private:
  mutable std::set<State> deadlocks_;
};

class Checker {
 public:
  Checker(const Model& model, LossModel loss) : model_(model) {
    semantics_.loss = loss;
    interchangeable_ = analyze_interchangeability(model_);
  }

  // property: a position in Model::properties, or none: model errors and deadlocks only. way: none is the
  // unreduced search.
  std::optional<Finding> run(std::optional<std::size_t> property, const std::optional<Way>& way) {
    Reductions reductions;
    std::vector<Goal> goals;
    if (property) {
      const PredicateId predicate(static_cast<std::int64_t>(*property));
      goals.push_back({GoalKind::invariant, predicate});
      reductions.visible.push_back(predicate);
    }
    SearchOptions options;
    options.limits.max_states = 4 * most_states;
    if (way) {
      reductions.por = way->por;
      reductions.forget = way->forget;
      reductions.purpose.stateless = way->stateless;
      if (way->stateless) options.limits.max_states = most_visits;
      reductions.lpor_options = {way->split, way->necessary};
      if (way->symmetric) {
        reductions.group = plan_symmetry(model_, interchangeable_, property, Symmetry::role).group;
      }
      if (way->depth_first) options.order = SearchOrder::depth_first;
    }
    std::set<State> deadlocks;
    bool path_is_right = true;
    const auto searched = with_enough_room(model_, semantics_, reductions, room_, [&](SystemStack& stack) {
      options.proviso = stack.needs_proviso();
      const DeadlockRecorder top(stack.top());
      SearchOutcome outcome = reductions.purpose.stateless
                                  ? search_stateless(top, goals, options, stack.dpor())
                                  : search(top, goals, options);
      deadlocks = top.deadlocks();
      if (property && outcome.result.violations[0]) path_is_right = can_be_executed(stack, outcome);
      return outcome;
    });
    if (!searched) return std::nullopt;
    const SearchOutcome& outcome = searched->outcome;
    Finding found;
    found.stop = outcome.result.stop;
    found.states = outcome.result.statistics.states;
    found.violated = property && outcome.result.violations[0].has_value();
    found.deadlocks = std::move(deadlocks);
    if (!path_is_right) return std::nullopt;
    return found;
  }

  // Whether no run can go on for ever, as far as the text shows.
  [[nodiscard]] bool runs_end() const {
    return plan_partial_order(model_, semantics_, {PartialOrder::dpor, true, false}).refusal.empty();
  }

 private:
  // The trace of a violation can be executed on the unreduced system, or on the permuted one.
  static bool can_be_executed(const SystemStack& stack, const SearchOutcome& outcome) {
    const StatePath path = outcome.path_to(outcome.result.violations[0]->state);
    const StatePath lifted = stack.lifted(path).states;
    return lifted.size() == path.size() && replay(stack.unreduced(), lifted).mismatch.empty();
  }

  const Model& model_;
  Semantics semantics_;
  Interchangeability interchangeable_;
  ChannelRoom room_;
};

std::vector<Way> ways(bool symmetric) {
  std::vector<Way> all;
  for (const bool depth_first : {false, true}) {
    for (const Split split : {Split::combined, Split::none, Split::quorum, Split::reply}) {
      all.push_back({true, split, symmetric, depth_first});
    }
    all.push_back({false, Split::combined, symmetric, depth_first});
    for (const PartialOrder por : {PartialOrder::none, PartialOrder::lpor})
      all.push_back({true, Split::combined, symmetric, depth_first, por, false, true});
  }
  return all;
}

struct Totals {
  std::uint64_t models = 0;
  std::uint64_t reduced = 0;  // models whose states became fewer
  std::uint64_t ending = 0;   // models all of whose runs end
};

bool failed(const Finding& found) {
  return found.stop == StopReason::model_failure;
}

// A stateless search that was too long says nothing, except what it found.
bool gave_up(const Finding& found, const Way& way) {
  return way.stateless && found.stop == StopReason::state_limit;
}

std::string compare_invariant(Checker& checker, std::size_t property, const std::string& name,
                              const Way& way) {
  const auto expected = checker.run(property, std::nullopt);
  const auto checked = checker.run(property, way);
  if (!expected || !checked) return to_text(way) + ": no result";
  if (gave_up(*checked, way) && !checked->violated) return "";
  // A predicate that fails to be evaluated is an error, too.
  if (checked->violated != expected->violated && !failed(*checked) && !failed(*expected)) {
    return fmt::format("{} is {}violated: {}", name, checked->violated ? "" : "not ", to_text(way));
  }
  if (failed(*checked) != failed(*expected) && !checked->violated && !expected->violated) {
    return "error in a predicate: " + to_text(way);
  }
  return "";
}

std::string compare(const Model& model, Checker& checker, const Finding& plain, const Way& way, bool* fewer) {
  const auto found = checker.run(std::nullopt, way);
  if (!found) return to_text(way) + ": no result";
  const bool part = gave_up(*found, way);
  if (failed(*found) != failed(plain) && !part) return "model error: " + to_text(way);
  if (failed(plain)) return "";
  *fewer |= !way.symmetric && !way.forget && found->states < plain.states;
  if (found->states > plain.states && !way.stateless) return "more states: " + to_text(way);
  const bool same = way.symmetric || way.forget ? found->deadlocks.empty() == plain.deadlocks.empty()
                    : part                      ? std::ranges::includes(plain.deadlocks, found->deadlocks)
                                                : found->deadlocks == plain.deadlocks;
  if (!same) return "deadlocks: " + to_text(way);
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (model.properties[p].kind != PropertyKind::invariant) continue;
    const std::string wrong = compare_invariant(checker, p, model.properties[p].name, way);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string compare(const Model& model, LossModel loss, Totals* totals) {
  if (!TransitionRelations::against(model, {Traffic::m, CrashModel::implicit_, loss}).empty()) return "";
  Checker checker(model, loss);
  const auto plain = checker.run(std::nullopt, std::nullopt);
  if (!plain || plain->states > most_states) return "";
  if (!failed(*plain) && plain->stop != StopReason::finished) return "";
  if (totals != nullptr) ++totals->models;
  bool fewer = false;
  for (const bool symmetric : {false, true}) {
    for (const Way& way : ways(symmetric)) {
      const std::string wrong = compare(model, checker, *plain, way, &fewer);
      if (!wrong.empty()) return wrong;
    }
  }
  if (totals != nullptr && fewer) ++totals->reduced;
  if (!checker.runs_end()) return "";
  if (totals != nullptr) ++totals->ending;
  for (const PartialOrder por : {PartialOrder::none, PartialOrder::lpor, PartialOrder::dpor}) {
    const std::string wrong =
        compare(model, checker, *plain, {true, Split::combined, false, true, por, true}, &fewer);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string difference(const Model& model, Totals* totals = nullptr) {
  std::string text = compare(model, LossModel::implicit_, totals);
  if (text.empty() && model.channels.lossy) text = compare(model, LossModel::explicit_, nullptr);
  return text;
}

}  // namespace

// Random protocols seldom have this: a cycle of invisible steps beside the step that violates the invariant.
TEST(PartialOrder, NothingIsIgnoredForEver) {
  const auto model = load_text(clock_and_worker);
  ASSERT_TRUE(model);
  EXPECT_EQ(difference(*model), "");
}

TEST(PartialOrder, Signatures) {
  const auto judge = [](const Model& model) { return difference(explicitly(model)); };
  judge_seeds(random_signatures, judge, judge);
}

TEST(PartialOrder, LoweredFaults) {
  const auto judge = [](const Model& model) {
    return with_each_fault(model, [](const Model& faulty) { return difference(explicitly(faulty)); });
  };
  judge_random_protocols(judge, judge);
}

TEST(PartialOrder, StepsThatWaitForRoom) {
  const auto judge = [](const Model& model) { return difference(with_waiting(model)); };
  judge_random_protocols(judge, judge);
}

TEST(PartialOrder, RandomProtocols) {
  Totals totals;
  const std::uint64_t count =
      judge_random_protocols([&](const Model& model) { return difference(model, &totals); },
                             [](const Model& model) { return difference(model); });
  // The test shows something only if there is something to reduce.
  if (count >= 100) {
    EXPECT_GE(totals.reduced * 8, totals.models);
    EXPECT_GE(totals.ending * 8, totals.models);
  }
  RecordProperty("models", static_cast<int>(totals.models));
  RecordProperty("ending", static_cast<int>(totals.ending));
  RecordProperty("reduced", static_cast<int>(totals.reduced));
}

}  // namespace quorate
