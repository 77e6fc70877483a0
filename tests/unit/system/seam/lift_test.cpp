#include "system/seam/lift.hpp"

#include <gtest/gtest.h>

#include "reduction/explored.hpp"
#include "reduction/symmetry/symmetric_system.hpp"
#include "search/search.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {
namespace {

// The clerk has heard of a person that somebody else befriended: reached in several steps of several persons.
const std::string wanted = R"(
invariant unknown: all(c: clerk | isundefined(c.last)) or all(i: person | size(i.heard) = 0)
)";

Representative representative_of(const SymmetricSystem& symmetric) {
  const auto room = std::make_shared<Canonicalizer::Room>(symmetric.shape().words);
  return [&symmetric, room](std::uint64_t* state) { symmetric.canonicalizer().canonicalize(state, *room); };
}

TEST(Lift, GivesAPathOfTheSystemInsideOrbitByOrbit) {
  const Model model = model_of(gossip("reliable, unordered") + wanted);
  const Explored explored = explore(model);
  auto permutation =
      StatePermutation::make(model, explored.system->layout(), role_group(model, {true, true}));
  ASSERT_TRUE(permutation);
  const SymmetricSystem symmetric(*explored.system, std::move(*permutation));
  const auto outcome = search(symmetric, {{GoalKind::invariant, PredicateId(0)}}, {});
  ASSERT_TRUE(outcome.result.violations[0]);
  const StatePath found = outcome.path_to(outcome.result.violations[0]->state);
  const StatePath lifted = lift(*explored.system, representative_of(symmetric), found).states;
  ASSERT_EQ(lifted.size(), found.size());
  const Replay replayed = replay(*explored.system, lifted);
  EXPECT_EQ(replayed.mismatch, "");
  Canonicalizer::Room room(symmetric.shape().words);
  for (std::size_t i = 0; i < lifted.size(); ++i) {
    PackedState state = lifted[i];
    symmetric.canonicalizer().canonicalize(state.data(), room);
    EXPECT_EQ(state, found[i]);
  }
  StepBuffer buffer(symmetric.shape().words);
  EXPECT_EQ(explored.system->holds(PredicateId(0), lifted.back(), buffer), Truth::no);
}

TEST(Lift, IsShorterWhereThereIsNoStep) {
  const Model model = model_of(gossip("reliable, unordered"));
  const Explored explored = explore(model);
  auto permutation =
      StatePermutation::make(model, explored.system->layout(), role_group(model, {true, true}));
  ASSERT_TRUE(permutation);
  const SymmetricSystem symmetric(*explored.system, std::move(*permutation));
  StepBuffer buffer(symmetric.shape().words);
  symmetric.initial_states(buffer);
  const PackedState initial(buffer.state(0).begin(), buffer.state(0).end());
  EXPECT_EQ(lift(*explored.system, representative_of(symmetric), {initial, initial}).states.size(),
            1U);  // no rule of the model changes nothing
}

TEST(SymmetricSystem, StoresOneStateAnOrbit) {
  const Model model = model_of(gossip("reliable, fifo"));
  const Explored explored = explore(model);
  auto permutation =
      StatePermutation::make(model, explored.system->layout(), role_group(model, {true, true}));
  ASSERT_TRUE(permutation);
  std::set<std::set<PackedState>> orbits;
  const auto maps = all_maps(permutation->units());
  for (const PackedState& state : explored.states) {
    std::set<PackedState> orbit;
    for (const UnitMap& map : maps) orbit.insert(image_of(*permutation, map, state));
    orbits.insert(std::move(orbit));
  }
  const SymmetricSystem symmetric(*explored.system, std::move(*permutation));
  EXPECT_EQ(search(symmetric, {}, {}).result.statistics.states, orbits.size());
}

}  // namespace
}  // namespace quorate
