#include "reduction/symmetry/canonical_form.hpp"

#include <gtest/gtest.h>

#include "reduction/explored.hpp"

namespace quorate {
namespace {

// All images of the state have one representative, which is one of them, and its orbit has as many states as
// there are different images.
void expect_one_representative(const StatePermutation& permutation, const Canonicalizer& canonicalizer,
                               const PackedState& state) {
  Canonicalizer::Room room(state.size());
  PackedState representative = state;
  canonicalizer.canonicalize(representative.data(), room);
  std::set<PackedState> images;
  for (const UnitMap& map : all_maps(permutation.units())) {
    PackedState image = image_of(permutation, map, state);
    images.insert(image);
    canonicalizer.canonicalize(image.data(), room);
    ASSERT_EQ(image, representative);
  }
  ASSERT_TRUE(images.contains(representative));
  ASSERT_EQ(canonicalizer.orbit_size(state.data(), room), static_cast<double>(images.size()));
}

// Every n-th reachable state; and in all there are as many representatives as orbits.
void expect_exact(const Model& model, const Explored& explored, const ProcessGroup& group, std::size_t nth) {
  const auto permutation = StatePermutation::make(model, explored.system->layout(), group);
  ASSERT_TRUE(permutation);
  const Canonicalizer canonicalizer(*permutation);
  Canonicalizer::Room room(explored.system->shape().words);
  std::set<PackedState> representatives;
  double orbits = 0;
  std::size_t number = 0;
  for (const PackedState& state : explored.states) {
    PackedState representative = state;
    canonicalizer.canonicalize(representative.data(), room);
    representatives.insert(representative);
    orbits += 1 / canonicalizer.orbit_size(state.data(), room);
    if (number++ % nth == 0) expect_one_representative(*permutation, canonicalizer, state);
  }
  EXPECT_NEAR(static_cast<double>(representatives.size()), orbits, 1e-6);
}

void expect_exact_by_roles(const std::string& text, const Semantics& semantics, std::size_t nth) {
  const Model model = model_of(text);
  const Explored explored = explore(model, semantics);
  ASSERT_TRUE(explored.system);
  expect_exact(model, explored, role_group(model, std::vector<bool>(model.roles.size(), true)), nth);
}

std::string graph(int points) {
  return "protocol graphs\nrole point[" + std::to_string(points) +
         "]\n  var likes: set of point := any\nrule never of point i: when false do i.likes := {}\n";
}

TEST(CanonicalForm, IsExactOnDirectedGraphs) {
  expect_exact_by_roles(graph(2), {}, 1);
  expect_exact_by_roles(graph(3), {}, 1);
  expect_exact_by_roles(graph(4), {}, 97);
}

// Colours cannot tell the points of a regular graph apart: circles of 6 and pairs of circles of 3.
TEST(CanonicalForm, IsExactOnRegularGraphs) {
  const std::string text = R"(
protocol circles
role point[6] var next: point
role clerk var started: bool := false
rule never of clerk c: when false do skip
init
  [] one: point[1].next := point(2); point[2].next := point(3); point[3].next := point(4);
          point[4].next := point(5); point[5].next := point(6); point[6].next := point(1)
  [] two: point[1].next := point(2); point[2].next := point(3); point[3].next := point(1);
          point[4].next := point(5); point[5].next := point(6); point[6].next := point(4)
)";
  const Model model = model_of(text);
  const Explored explored = explore(model);
  ASSERT_EQ(explored.states.size(), 2U);
  const auto permutation =
      StatePermutation::make(model, explored.system->layout(), role_group(model, {true, true}));
  ASSERT_TRUE(permutation);
  const Canonicalizer canonicalizer(*permutation);
  Canonicalizer::Room room(explored.system->shape().words);
  std::multiset<double> sizes;
  for (const PackedState& state : explored.states) {
    expect_one_representative(*permutation, canonicalizer, state);
    sizes.insert(canonicalizer.orbit_size(state.data(), room));
  }
  EXPECT_EQ(sizes, (std::multiset<double>{40, 120}));  // 720 / (3 * 3 * 2) and 720 / 6
}

TEST(CanonicalForm, IsExactWithMessagesThatMentionProcesses) {
  expect_exact_by_roles(gossip("reliable, unordered"), {}, 7);
  expect_exact_by_roles(gossip("reliable, fifo"), {}, 7);
}

TEST(CanonicalForm, IsExactWithDeliveries) {
  Semantics semantics;
  semantics.traffic = Traffic::grm;
  expect_exact_by_roles(votes, semantics, 5);
}

TEST(CanonicalForm, IsExactForNodes) {
  const Model model = model_of(R"(
protocol nodes
role a[3] var x: 0..1 := any; friend: b := any
role b[3] var y: 0..1 := any
rule never of a i: when false do skip
)");
  const Explored explored = explore(model);
  expect_exact(model, explored, node_group(model, {true, true}), 1);
  expect_exact(model, explored, role_group(model, {true, true}), 1);
}

}  // namespace
}  // namespace quorate
