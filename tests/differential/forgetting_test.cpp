// Dead messages, against their definition: in every reachable state of a random protocol, the state and the
// same state without its dead messages have the same steps, up to dead messages; and the forgetful system has
// exactly the states that are left when dead messages are taken out of the unreduced ones. Verdicts with all
// defaults are those without any reduction; partial_order_test.cpp has more combinations. QUORATE_SEEDS and
// QUORATE_FIRST_SEED as in differential_test.cpp; protocols made for this test are small, and there are
// sixteen for each seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lowered_protocol.hpp"
#include "random_receivers.hpp"
#include "random_signatures.hpp"
#include "reduction/layer_check.hpp"
#include "seeded.hpp"
#include "verify/run/check.hpp"
#include "verify/run/unreduced_search.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t most_states = 3000;

struct Totals {
  std::uint64_t models = 0;     // that could be looked at
  std::uint64_t forgetful = 0;  // in which a message was forgotten
};

std::string difference(const Model& model, Totals* totals = nullptr) {
  const Semantics semantics;
  ChannelRoom room;
  SearchOptions options;
  options.limits.max_states = most_states;
  Reductions reductions;
  reductions.forget = true;
  const auto less = search_with_room(model, semantics, reductions, {}, options, room);
  if (!less || !less->stack->forgetful()) return "";
  UnreducedSearch unreduced(model, semantics, {}, most_states);
  const UnreducedStates all = unreduced.states();
  const Representative forget = less->stack->wanted().forgetting->representative(all.system);
  const LayerCheck check = check_representatives(all, forget, AlikeSteps::by_transition);
  if (!check.flaw.empty()) return "a forgotten message matters: " + check.flaw;
  if (totals != nullptr) {
    ++totals->models;
    if (check.representatives < check.states) ++totals->forgetful;
  }
  const std::uint64_t states = less->outcome.store->size();
  if (!check.all || states == check.representatives) return "";
  return fmt::format("states: {} instead of {}", states, check.representatives);
}

// The answers about all properties and about the model itself.
struct Answers {
  std::string text;
  bool violated = false;
  bool failed = false;        // the model has an error
  bool inconclusive = false;  // a channel grew too long
};

Answers answers(const Model& model, const CheckOptions& options) {
  const CheckReport report = check(model, options);
  Answers all;
  for (const PropertyResult& result : report.results) {
    all.text += result.name + " " + to_text(result.verdict()) + "; ";
    all.violated = all.violated || result.verdict() == Verdict::violated;
    all.failed =
        all.failed || (result.kind == ResultKind::well_defined && result.verdict() == Verdict::violated);
    all.inconclusive = all.inconclusive || result.verdict() == Verdict::inconclusive;
  }
  return all;
}

// With a model error, it depends on the order of the search what is violated before the error is met. What
// needs too much room in channels may be decided if dead messages are forgotten.
bool agree(const Answers& right, const Answers& found) {
  if (right.failed || found.failed) return right.violated && found.violated;
  return right.inconclusive || right.text == found.text;
}

std::string difference_in_verdicts(const Model& model) {
  CheckOptions unreduced;
  unreduced.symmetry = Symmetry::none;
  unreduced.por = PartialOrder::none;
  CheckOptions forgetful = unreduced;
  forgetful.forget = true;
  const Answers right = answers(model, unreduced);
  for (const CheckOptions& options : {forgetful, CheckOptions{}}) {
    const Answers found = answers(model, options);
    if (!agree(right, found)) return "verdicts: " + found.text + "instead of " + right.text;
  }
  return "";
}

void expect_something_to_forget(const Totals& totals, std::uint64_t count) {
  if (count >= 100) {
    EXPECT_GE(totals.forgetful * 8, totals.models);
  }
}

}  // namespace

TEST(Forgetting, RandomProtocols) {
  Totals totals;
  const std::uint64_t count =
      judge_random_protocols([&](const Model& model) { return difference(model, &totals); },
                             [](const Model& model) { return difference(model); });
  expect_something_to_forget(totals, count);
}

TEST(Forgetting, Signatures) {
  const auto judge = [](const Model& model) { return difference(explicitly(model)); };
  judge_seeds(random_signatures, judge, judge);
}

TEST(Forgetting, LoweredFaults) {
  const auto judge = [](const Model& model) {
    return with_each_fault(model, [](const Model& faulty) { return difference(explicitly(faulty)); });
  };
  judge_seeds([](std::uint64_t seed) { return random_receivers(seed); }, judge, judge);
  judge_random_protocols(judge, judge);
}

TEST(Forgetting, RandomReceivers) {
  Totals totals;
  const auto wrong = [](const Model& model, Totals* sum) {
    const std::string complaint = difference(model, sum);
    return complaint.empty() ? difference_in_verdicts(model) : complaint;
  };
  std::uint64_t count = 0;
  for (std::uint64_t k = 0; k < 16; ++k) {
    count += judge_seeds([&](std::uint64_t seed) { return random_receivers(16 * seed + k); },
                         [&](const Model& model) { return wrong(model, &totals); },
                         [&](const Model& model) { return wrong(model, nullptr); });
  }
  expect_something_to_forget(totals, count);
  EXPECT_GT(totals.models, 0U);  // otherwise every text of the generator was rejected
}

}  // namespace quorate
