// Forgetting spent messages against what it claims: in every reachable state of a random protocol, the state
// and the same state without its spent messages have the same steps, up to spent messages; and the forgetful
// system has exactly the states that are left when spent messages are taken out of the unreduced ones.
// Verdicts with other reductions on top are compared by partial_order_test.cpp. QUORATE_SEEDS and
// QUORATE_FIRST_SEED as in differential_test.cpp.
#include "search/forgetting_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "random_protocol.hpp"
#include "seeded.hpp"

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
  if (!less || !less->stack->against_forgetting().empty()) return "";
  const ForgettingCheck check = check_forgetting(model, semantics, less->stack->spent(), most_states);
  if (!check.flaw.empty()) return "a forgotten message matters: " + check.flaw;
  if (totals != nullptr) {
    ++totals->models;
    if (check.without < check.states) ++totals->forgetful;
  }
  const std::uint64_t states = less->outcome.store->size();
  if (!check.all || states == check.without) return "";
  return fmt::format("states: {} instead of {}", states, check.without);
}

}  // namespace

TEST(Forgetting, RandomProtocols) {
  Totals totals;
  const std::uint64_t count =
      judge_random_protocols([&](const Model& model) { return difference(model, &totals); },
                             [](const Model& model) { return difference(model); });
  // The test is worth something only as long as there is something to forget.
  if (count >= 100) {
    EXPECT_GE(totals.forgetful * 8, count);
  }
  RecordProperty("models", static_cast<int>(totals.models));
  RecordProperty("forgetful", static_cast<int>(totals.forgetful));
}

}  // namespace quorate
