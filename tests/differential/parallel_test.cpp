// Several threads, sleep sets and other stores against one thread that makes every step, with the usual
// store: the same counts, verdicts, model errors and paths, state by state, with and without reductions.
// QUORATE_SEEDS and QUORATE_FIRST_SEED as in differential_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/symmetry/interchangeability.hpp"
#include "reduction/stubborn/independence.hpp"
#include "seeded.hpp"
#include "verify/gate/partial_order_plan.hpp"
#include "verify/gate/symmetry_plan.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t most_states = 3000;

struct Totals {
  int complete = 0;
  int violated = 0;
  int failed = 0;
  int careful = 0;  // with the ignoring proviso
  int other_stores = 0;
  int asleep = 0;  // with transitions that commute
};

std::string compare_complete(const SearchResult& one, const SearchResult& several) {
  const Statistics& a = one.statistics;
  const Statistics& b = several.statistics;
  if (several.stop != one.stop) return "stopped for another reason: ";
  if (one.bound_reached != several.bound_reached) return "full channels: ";
  if (a.states == b.states && a.transitions == b.transitions && a.depth == b.depth) return "";
  return fmt::format("counts: {} states, {} steps, depth {} by one thread, otherwise {}, {}, {}: ", a.states,
                     a.transitions, a.depth, b.states, b.transitions, b.depth);
}

// Several threads go on to the end of the level where one stops, so that they may find an error besides a
// violation.
std::string compare(const SearchOutcome& one, const SearchOutcome& several, Totals& totals) {
  const auto& a = one.result.violations;
  const auto& b = several.result.violations;
  if (!a.empty() && a[0]) {
    ++totals.violated;
    if (!b[0]) return "missed violation: ";
    return one.path_to(a[0]->state) == several.path_to(b[0]->state) ? "" : "another counterexample: ";
  }
  if (one.result.stop == StopReason::model_failure) {
    ++totals.failed;
    if (several.result.stop != StopReason::model_failure) return "missed error: ";
    if ((one.result.failed_state == no_state) != (several.result.failed_state == no_state))
      return "an error elsewhere: ";
    if (one.result.failed_state == no_state) return "";
    return one.path_to(one.result.failed_state) == several.path_to(several.result.failed_state)
               ? ""
               : "another path to an error: ";
  }
  if (!b.empty() && b[0]) return "invented violation: ";
  ++totals.complete;
  return compare_complete(one.result, several.result);
}

// A store without numbers of states satisfies the ignoring proviso with more steps than are needed.
std::string compare_verdicts(const SearchOutcome& one, const SearchOutcome& other) {
  const auto& a = one.result.violations;
  const auto& b = other.result.violations;
  if (one.result.stop == StopReason::model_failure) return "";  // seen in states that one of them leaves out
  if (a.empty()) return "";
  if (a[0].has_value() != b[0].has_value()) return "another verdict: ";
  return b[0] ? other.path_to(b[0]->state).empty() ? "no path: " : "" : "";
}

std::string compare_stores(const Model& model, const Reductions& reductions, const std::vector<Goal>& goals,
                           const Searched& one, ChannelRoom room, Totals& totals) {
  for (const StoreKind store : {StoreKind::compact, StoreKind::hash, StoreKind::bitstate}) {
    SearchOptions options;
    options.store = store;
    options.compact_from = 0;
    options.bitstate_bytes = 1U << 22;  // enough for so few states to be told apart
    const auto other = search_with_room(model, {}, reductions, goals, options, room);
    if (!other) return "no result: ";
    if (other->outcome.result.omission.has_value() != (store != StoreKind::compact) &&
        one.outcome.result.stop == StopReason::finished && other->outcome.result.statistics.depth > 1)
      return "omissions not told: ";
    Totals uncounted;
    const std::string wrong = one.stack->needs_proviso() ? compare_verdicts(one.outcome, other->outcome)
                                                         : compare(one.outcome, other->outcome, uncounted);
    if (!wrong.empty()) return wrong + to_text(store) + " ";
    ++totals.other_stores;
  }
  return "";
}

std::string compare(const Model& model, const Reductions& reductions, const std::vector<Goal>& goals,
                    ChannelRoom room, Totals& totals) {
  SearchOptions options;
  options.limits.max_states = most_states;
  options.sleep_sets = false;
  const auto one = search_with_room(model, {}, reductions, goals, options, room);
  if (!one || one->outcome.result.stop == StopReason::state_limit) return "";
  options.sleep_sets = true;
  if (const auto commuting = find_independence(one->stack->unreduced());
      commuting && &one->stack->top() == &one->stack->unreduced()) {
    const auto asleep = search_with_room(model, {}, reductions, goals, options, room);
    Totals uncounted;
    const std::string wrong = asleep ? compare(one->outcome, asleep->outcome, uncounted) : "no result: ";
    if (!wrong.empty()) return wrong + "with sleep sets ";
    if (std::ranges::any_of(commuting->commuting, [](const TransitionBits& set) { return !set.empty(); }))
      ++totals.asleep;
  }
  options.limits.max_states = UINT64_MAX;
  options.parallel = {3, 0};
  const ChannelRoom before = room;
  const auto several = search_with_room(model, {}, reductions, goals, options, room);
  if (!several) return "no result: ";
  // The rest of a level may need more room, and states are then packed in another way.
  if (room != before) return compare(model, reductions, goals, room, totals);
  if (one->stack->needs_proviso()) ++totals.careful;
  const std::string wrong = compare(one->outcome, several->outcome, totals);
  return wrong.empty() ? compare_stores(model, reductions, goals, *one, room, totals) : wrong;
}

std::string difference(const Model& model, Totals& totals) {
  const Interchangeability interchangeable = analyze_interchangeability(model);
  const bool can_reduce = TransitionRelations::against(model, {}).empty();
  for (std::size_t p = 0; p <= model.properties.size(); ++p) {
    Reductions reductions;
    std::vector<Goal> goals;
    std::optional<std::size_t> property;
    if (p < model.properties.size()) {
      if (model.properties[p].kind == PropertyKind::temporal) continue;
      property = p;
      const bool invariant = model.properties[p].kind == PropertyKind::invariant;
      goals.push_back({invariant ? GoalKind::invariant : GoalKind::no_deadlock,
                       PredicateId(static_cast<std::int64_t>(p))});
      if (invariant) reductions.visible.push_back(goals[0].predicate);
    }
    for (const bool symmetric : {false, true}) {
      if (symmetric) reductions.group = plan_symmetry(model, interchangeable, property, Symmetry::role).group;
      for (const PartialOrder por : {PartialOrder::none, PartialOrder::lpor}) {
        if (por == PartialOrder::lpor && !can_reduce) continue;
        reductions.por = por;
        const std::string wrong = compare(model, reductions, goals, {}, totals);
        if (!wrong.empty())
          return fmt::format("{}por {}, symmetry {}, property {}", wrong, to_text(por), symmetric, p);
      }
    }
  }
  return "";
}

}  // namespace

// A search that follows the clock only never lets the worker finish: no store and no number of threads may do
// that.
TEST(Parallel, NothingIsIgnoredForEver) {
  const auto model = load_text(clock_and_worker);
  ASSERT_TRUE(model);
  Totals totals;
  EXPECT_EQ(difference(*model, totals), "");
  EXPECT_GT(totals.careful, 0);
}

// Receiving is possible already when the second message is sent, and is another step afterwards: the two do
// not commute, whichever of them has the smaller number.
TEST(Parallel, AReceiverDependsOnItsSender) {
  const std::string receiver = "role receiver var got: 0..2 := 0\n";
  const std::string sender = "role sender var sent: 0..2 := 0\n";
  const std::string rest = R"(message M(number: 1..2)
rule get of receiver r on M from sender s: when r.got == 0 do r.got := msg.number
rule put of sender s: when s.sent < 2 do s.sent := s.sent + 1; send M(s.sent) to all receiver
invariant first: all(r: receiver | r.got < 2))";
  for (const std::string& roles : {receiver + sender, sender + receiver}) {
    const auto model = load_text("protocol p channels asynchronous, unordered\n" + roles + rest);
    ASSERT_TRUE(model);
    Totals totals;
    EXPECT_EQ(difference(*model, totals), "");
    EXPECT_GT(totals.violated, 0);
  }
}

// The monitor tells the two orders apart, though the processes do not.
TEST(Parallel, ObservedStepsDependOnEachOther) {
  const auto model = load_text(R"(protocol p
role a var done: bool := false
role b var done: bool := false
rule ra of a x: when not x.done do x.done := true
rule rb of b y: when not y.done do y.done := true
monitor
  var bFirst: bool := false
  observe: bFirst := bFirst or (all(y: b | y.done) and all(x: a | not x.done))
invariant order: not bFirst or all(x: a | not x.done))");
  ASSERT_TRUE(model);
  Totals totals;
  EXPECT_EQ(difference(*model, totals), "");
  EXPECT_GT(totals.violated, 0);
}

TEST(Parallel, RandomProtocols) {
  Totals totals;
  Totals others;
  const std::uint64_t count =
      judge_random_protocols([&](const Model& model) { return difference(model, totals); },
                             [&](const Model& model) { return difference(model, others); });
  if (count >= 100) {
    EXPECT_GE(totals.complete, 100);
    EXPECT_GE(totals.violated, 50);
    EXPECT_GE(totals.failed, 20);
    EXPECT_GE(totals.careful, 20);
    EXPECT_GE(totals.asleep, 50);
  }
  RecordProperty("complete", totals.complete);
  RecordProperty("violated", totals.violated);
  RecordProperty("failed", totals.failed);
  RecordProperty("careful", totals.careful);
  RecordProperty("asleep", totals.asleep);
}

}  // namespace quorate
