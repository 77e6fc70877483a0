// Partial-order reduction against the unreduced engine, which the other differential tests judge by the
// reference: same verdicts, same deadlocks, same model errors, under every combination of necessary sets,
// split, symmetry and order. QUORATE_SEEDS and QUORATE_FIRST_SEED as in differential_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "analysis/interchangeability.hpp"
#include "language/language.hpp"
#include "random_protocol.hpp"
#include "search/search.hpp"
#include "search/symmetry_plan.hpp"
#include "search/system_stack.hpp"
#include "shrink.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t most_states = 1500;

std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::optional<Model> load(const std::string& text) {
  const SourceText source("random.ftdp", text);
  Diagnostics diagnostics;
  return load_model(source, {}, diagnostics);
}

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
};

std::string to_text(const Way& way) {
  return fmt::format("lpor, net {}, split {}, symmetry {}, {}", way.necessary ? "on" : "off",
                     to_text(way.split), way.symmetric ? "role" : "none", way.depth_first ? "dfs" : "bfs");
}

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
      reductions.lpor = true;
      reductions.lpor_options = {way->split, way->necessary};
      if (way->symmetric) {
        reductions.group = plan_symmetry(model_, interchangeable_, property, Symmetry::role).group;
      }
      if (way->depth_first) options.order = SearchOrder::depth_first;
    }
    for (;;) {
      std::vector<CompileProblem> problems;
      const auto stack = SystemStack::make(model_, semantics_, room_, reductions, problems);
      if (!stack) return std::nullopt;
      options.proviso = stack->needs_proviso();
      const SearchOutcome outcome = search(stack->top(), goals, options);
      if (outcome.result.stop == StopReason::channel_overflow) {
        auto& room =
            room_.try_emplace({outcome.result.overflow->from, outcome.result.overflow->to}, 1).first->second;
        if (++room > 8) return std::nullopt;
        continue;
      }
      return finding(*stack, outcome, property.has_value());
    }
  }

 private:
  static Finding finding(const SystemStack& stack, const SearchOutcome& outcome, bool goal) {
    Finding found;
    found.stop = outcome.result.stop;
    found.states = outcome.store->size();
    found.violated = goal && outcome.result.violations[0].has_value();
    if (goal || found.stop != StopReason::finished) return found;
    const ModelSystem& system = stack.unreduced();
    StepBuffer buffer(system.shape().words);
    State state(system.shape().words);
    for (StateNumber number = 0; number < outcome.store->size(); ++number) {
      outcome.store->copy_out(number, state.data());
      buffer.clear();
      system.successors(state, {}, buffer);
      if (buffer.size() == 0) found.deadlocks.insert(state);
    }
    return found;
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
  }
  return all;
}

struct Totals {
  std::uint64_t models = 0;
  std::uint64_t reduced = 0;  // models whose states became fewer
};

std::string compare(const Model& model, LossModel loss, Totals* totals) {
  if (!TransitionRelations::against(model, {Traffic::m, CrashModel::implicit_, loss}).empty()) return "";
  Checker checker(model, loss);
  const auto plain = checker.run(std::nullopt, std::nullopt);
  if (!plain || plain->states > most_states) return "";
  const bool error = plain->stop == StopReason::model_failure;
  if (!error && plain->stop != StopReason::finished) return "";
  if (totals != nullptr) ++totals->models;
  bool fewer = false;
  for (const bool symmetric : {false, true}) {
    for (const Way& way : ways(symmetric)) {
      const auto found = checker.run(std::nullopt, way);
      if (!found) return to_text(way) + ": no result";
      if ((found->stop == StopReason::model_failure) != error) return "model error: " + to_text(way);
      if (error) continue;
      fewer |= !symmetric && found->states < plain->states;
      if (found->states > plain->states) return "more states: " + to_text(way);
      if (!symmetric && found->deadlocks != plain->deadlocks) return "deadlocks: " + to_text(way);
      if (symmetric && found->deadlocks.empty() != plain->deadlocks.empty())
        return "deadlocks: " + to_text(way);
      for (std::size_t p = 0; p < model.properties.size(); ++p) {
        if (model.properties[p].kind != PropertyKind::invariant) continue;
        const auto expected = checker.run(p, std::nullopt);
        const auto checked = checker.run(p, way);
        if (!expected || !checked) return to_text(way) + ": no result";
        // A predicate that fails to be evaluated is an error, too.
        const auto failed = [](const Finding& f) { return f.stop == StopReason::model_failure; };
        if (checked->violated != expected->violated && !failed(*checked) && !failed(*expected)) {
          return fmt::format("{} is {}violated: {}", model.properties[p].name,
                             checked->violated ? "" : "not ", to_text(way));
        }
        if (failed(*checked) != failed(*expected) && !checked->violated && !expected->violated) {
          return "error in a predicate: " + to_text(way);
        }
      }
    }
  }
  if (totals != nullptr && fewer) ++totals->reduced;
  return "";
}

std::string difference(const Model& model, Totals* totals = nullptr) {
  std::string text = compare(model, LossModel::implicit_, totals);
  if (text.empty() && model.channels.lossy) text = compare(model, LossModel::explicit_, nullptr);
  return text;
}

}  // namespace

TEST(PartialOrder, RandomProtocols) {
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t count = environment_number("QUORATE_SEEDS", 300);
  Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = random_protocol(seed);
    const auto model = load(text);
    if (!model) continue;
    const std::string wrong = difference(*model, &totals);
    if (wrong.empty()) continue;
    const std::string kind = wrong.substr(0, wrong.find(':'));
    const std::string small = shrink(text, [&](const std::string& candidate) {
      const auto smaller = load(candidate);
      return smaller && difference(*smaller).substr(0, kind.size()) == kind;
    });
    ADD_FAILURE() << "seed " << seed << ": " << wrong << "\nshrunk: " << difference(*load(small)) << "\n"
                  << small;
  }
  // The test is worth something only as long as there is something to reduce.
  if (count >= 100) {
    EXPECT_GE(totals.reduced * 8, totals.models);
  }
  RecordProperty("models", static_cast<int>(totals.models));
  RecordProperty("reduced", static_cast<int>(totals.reduced));
}

}  // namespace quorate
