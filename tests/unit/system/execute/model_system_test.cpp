#include "system/execute/model_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "language/checked_model.hpp"
#include "system/execute/channels.hpp"

namespace quorate {
namespace {

std::unique_ptr<ModelSystem> system_of(const Model& model, const ChannelRoom& room = {}) {
  std::vector<CompileProblem> problems;
  auto system = ModelSystem::make(model, {}, room, problems);
  EXPECT_TRUE(problems.empty());
  return system;
}

const std::string ping = R"(
protocol ping
role a[2] var x: 0..3 := 0
role b    var last: a
message PING(n: 0..3)
rule go of a p: when p.x < 3 do p.x := p.x + 1; send PING(p.x) to all b
rule take of b q on PING from a p: do q.last := p
invariant small: all(p: a | p.x <= 3)
)";

TEST(ModelSystem, PlacesChannelsBesideTheProcessThatTheyBelongTo) {
  const Model model = model_of(ping);
  const auto system = system_of(model, {{{RoleId(0), RoleId(1)}, 2}});
  const Layout& layout = system->layout();
  std::vector<std::size_t> places;  // in the order that is expected
  const auto variable = [&](std::size_t process) {
    const Cell& cell = layout.cells[layout.variable_cells[process][0]];
    places.push_back(cell.word * 64 + cell.shift);
  };
  const auto channel = [&](std::int64_t from, std::int64_t to) {
    const ChannelLayout* const between = layout.channel(ProcessId(from), ProcessId(to));
    ASSERT_NE(between, nullptr);
    EXPECT_EQ(between->slot_count, 2U);
    for (std::uint32_t i = 0; i < between->slot_count; ++i) {
      const Slot& slot = layout.slots[between->first_slot + i];
      places.push_back(slot.word * 64 + slot.shift);
    }
  };
  // There are more of role a than of b.
  variable(0);
  channel(0, 2);
  variable(1);
  channel(1, 2);
  variable(2);
  EXPECT_TRUE(std::ranges::is_sorted(places));
  // Numbers, and with them the order of steps, are those of the text.
  EXPECT_EQ(layout.variable_cells, (std::vector<std::vector<std::uint32_t>>{{0}, {1}, {2}}));
}

TEST(ModelSystem, HasNoMoreSlotsThanAreReadAtOnce) {
  const Model model = model_of(ping);
  const auto system = system_of(model, {{{RoleId(0), RoleId(1)}, 10'000}});
  EXPECT_EQ(system->layout().channel(ProcessId(0), ProcessId(2))->slot_count, ChannelAccess::slot_limit);
}

TEST(ModelSystem, KnowsItsTransitionsWithTheirFacts) {
  const Model model = model_of(ping);
  const auto system = system_of(model);
  ASSERT_EQ(system->transitions().size(), 4U);  // go for each a, take for each sender
  const Transition& go = system->transitions()[0];
  EXPECT_EQ(go.name, "go(a[1])");
  EXPECT_EQ(go.recipients, (std::vector<ProcessId>{ProcessId(2)}));
  EXPECT_EQ(go.reads, go.writes);
  const Transition& take = system->transitions()[3];
  EXPECT_EQ(take.name, "take(b[1], a[2])");
  EXPECT_EQ(take.senders, (std::vector<ProcessId>{ProcessId(1)}));
  EXPECT_EQ(take.kinds_in.size(), 1U);
}

TEST(ModelSystem, StartsWithOneSlotAChannelAndAsksForMore) {
  const Model model = model_of(ping);
  const auto system = system_of(model);
  StepBuffer buffer(system->shape().words);
  system->initial_states(buffer);
  ASSERT_EQ(buffer.size(), 1U);
  std::vector<std::uint64_t> state(buffer.state(0).begin(), buffer.state(0).end());
  buffer.clear();
  system->successors(state, {}, buffer);
  ASSERT_EQ(buffer.size(), 2U);
  state.assign(buffer.state(0).begin(), buffer.state(0).end());
  buffer.clear();
  system->successors(state, {}, buffer);
  EXPECT_TRUE(buffer.trouble.overflow.has_value());
}

TEST(ModelSystem, DescribesStatesAndSteps) {
  const Model model = model_of(ping);
  const auto system = system_of(model);
  StepBuffer buffer(system->shape().words);
  buffer.asked.describe_steps = true;
  system->initial_states(buffer);
  std::vector<std::uint64_t> state(buffer.state(0).begin(), buffer.state(0).end());
  buffer.clear();
  system->successors(state, {}, buffer);
  ASSERT_EQ(buffer.found.descriptions.size(), 2U);
  EXPECT_EQ(buffer.found.descriptions[1].process, "a[2]");
  ASSERT_EQ(buffer.found.descriptions[1].sent.size(), 1U);
  EXPECT_EQ(to_text(buffer.found.descriptions[1].sent[0]), "PING(n: 1)");
  const StateDescription after = system->describe(buffer.state(1));
  ASSERT_EQ(after.channels.size(), 1U);
  EXPECT_EQ(after.channels[0].from, "a[2]");
  EXPECT_EQ(after.processes[2].variables[0].value.kind, ValueKind::undefined);
}

// A name bound to a comparison keeps its value although the jump after it is fused with comparisons.
TEST(ModelSystem, KeepsComparisonsThatANameIsBoundTo) {
  const Model model = model_of(R"(
protocol lets
role a var x: 0..3 := 1; y, z: bool := false
rule go of a p: when not p.y do let big := p.x > 0; if big then p.y := true endif; p.z := big
invariant same: all(p: a | p.y = p.z)
)");
  const auto system = system_of(model);
  StepBuffer buffer(system->shape().words);
  system->initial_states(buffer);
  std::vector<std::uint64_t> state(buffer.state(0).begin(), buffer.state(0).end());
  buffer.clear();
  system->successors(state, {}, buffer);
  ASSERT_EQ(buffer.size(), 1U);
  state.assign(buffer.state(0).begin(), buffer.state(0).end());
  EXPECT_EQ(system->holds(PredicateId(0), state, buffer), Truth::yes);
}

}  // namespace
}  // namespace quorate
