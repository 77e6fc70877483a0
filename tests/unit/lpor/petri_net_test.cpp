// include/quorate/lpor.hpp on Petri nets: the published example, and random nets against the unreduced
// search.
#include "petri_net.hpp"

#include <gtest/gtest.h>

#include <random>

namespace quorate::lpor {

namespace {

using petri::Marking;
using petri::Net;

TransitionSet set_of(std::size_t transitions, std::initializer_list<std::size_t> members) {
  TransitionSet set(transitions);
  for (const auto t : members) set.insert(t);
  return set;
}

// ordered: tokens move to places of higher numbers only, so that every run ends.
Net random_net(std::uint32_t seed, bool ordered) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return random() % n; };
  Net net;
  const std::size_t places = 4 + below(4);
  net.capacity = 1 + static_cast<int>(below(2));
  for (std::size_t p = 0; p < places; ++p) net.initial.push_back(below(2) == 0 ? 1 : 0);
  const std::size_t transitions = 3 + below(5);
  while (net.transitions.size() < transitions) {
    petri::NetTransition t;
    for (std::size_t i = 0; i <= below(2); ++i) t.from.insert(below(places));
    for (std::size_t i = 0; i < below(3); ++i) t.to.insert(below(places));
    if (ordered) std::erase_if(t.to, [&](std::size_t p) { return p <= *t.from.rbegin(); });
    net.transitions.push_back(std::move(t));
  }
  return net;
}

std::vector<Options> all_options() {
  std::vector<Options> all;
  for (const Initial initial : {Initial::first, Initial::smallest}) {
    for (const Order order : {Order::depth_first, Order::breadth_first}) {
      for (const std::size_t most_chains : {std::size_t{1}, std::size_t{256}}) {
        Options options;
        options.initial = initial;
        options.order = order;
        options.most_chains = most_chains;
        all.push_back(options);
      }
    }
  }
  return all;
}

// The last place has a token before the first has lost its own: whether it is seen depends on the order.
bool bad(const Marking& m) {
  return m.front() > 0 && m.back() > 0;
}

bool any_bad(const petri::Explored& explored) {
  return std::any_of(explored.markings.begin(), explored.markings.end(), bad);
}

Relations with_visibility(const Net& net) {
  Relations relations = petri::relations_of(net);
  relations.visible = [&net](Transition t) {
    const auto changes = [&](std::size_t place) {
      return net.transitions[t].from.contains(place) != net.transitions[t].to.contains(place);
    };
    return changes(0) || changes(net.initial.size() - 1);
  };
  return relations;
}

}  // namespace

TEST(Lpor, PublishedExample) {
  const Net net = petri::five_transitions();
  const StubbornSets sets(petri::relations_of(net));
  const TransitionSet enabled = net.enabled(net.initial);
  EXPECT_EQ(enabled, set_of(5, {0, 3, 4}));
  const auto confirmed = [&](Transition b, Transition a) { return petri::confirmed(net, net.initial, b, a); };
  EXPECT_EQ(sets.from(0, enabled, confirmed), set_of(5, {0, 3}));
  // Without what is necessary, t5 can lead to t2 as well.
  EXPECT_EQ(sets.from(0, enabled, [](Transition, Transition) { return false; }), set_of(5, {0, 3, 4}));
  EXPECT_EQ(sets.compute(enabled, confirmed).size(), 1U);
  EXPECT_EQ(sets.fell_back(), 0U);
}

TEST(Lpor, PublishedExampleWithNecessarySets) {
  const Net net = petri::five_transitions();
  const NecessarySets sets(petri::relations_of(net));
  const TransitionSet enabled = net.enabled(net.initial);
  TransitionSet room;
  const TransitionSet closed =
      sets.closure(0, enabled, [&](Transition t, const TransitionSet&) -> const TransitionSet& {
        return room = petri::necessary_set(net, net.initial, t);
      });
  // t1 depends on t2, which waits for t3, which waits for t4.
  EXPECT_EQ(closed, set_of(5, {0, 1, 2, 3}));
  EXPECT_EQ(petri::explore_reduced(net, sets).deadlocks, petri::explore_all(net).deadlocks);
}

TEST(Lpor, NothingEnabledGivesNothing) {
  const Net net = petri::five_transitions();
  const TransitionSet none(5);
  EXPECT_TRUE(StubbornSets(petri::relations_of(net)).compute(none).empty());
  EXPECT_TRUE(NecessarySets(petri::relations_of(net)).compute(none).empty());
}

TEST(Lpor, TooManyChainsFallBack) {
  const Net net = petri::five_transitions();
  Options options;
  options.most_chains = 1;
  const StubbornSets sets(petri::relations_of(net), options);
  EXPECT_GT(sets.fell_back(), 0U);
  const TransitionSet enabled = net.enabled(net.initial);
  const auto confirmed = [&](Transition b, Transition a) { return petri::confirmed(net, net.initial, b, a); };
  // The same set as if nothing were known to be necessary.
  EXPECT_EQ(sets.from(0, enabled, confirmed), set_of(5, {0, 3, 4}));
}

TEST(Lpor, KeepsDeadlocksOfRandomNets) {
  std::size_t reduced = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const Net net = random_net(seed, seed % 2 == 0);
    const petri::Explored all = petri::explore_all(net);
    const Relations relations = petri::relations_of(net);
    for (const Options& options : all_options()) {
      const auto by_chains = petri::explore_reduced(net, StubbornSets(relations, options));
      const auto by_sets = petri::explore_reduced(net, NecessarySets(relations, options));
      EXPECT_EQ(by_chains.deadlocks, all.deadlocks) << "seed " << seed;
      EXPECT_EQ(by_sets.deadlocks, all.deadlocks) << "seed " << seed;
      reduced += by_sets.markings.size() < all.markings.size() ? 1 : 0;
    }
  }
  EXPECT_GT(reduced, 400U);
}

// A test of the test above: if a fact is left out, some net shows it.
TEST(Lpor, MissingFactsAreNoticed) {
  std::size_t missing_dependence = 0;
  std::size_t missing_enabling = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Net net = random_net(seed, seed % 2 == 0);
    const petri::Explored all = petri::explore_all(net);
    const auto noticed = [&](const Relations& relations) {
      return petri::explore_reduced(net, StubbornSets(relations)).deadlocks != all.deadlocks ? 1U : 0U;
    };
    const Relations right = petri::relations_of(net);
    for (Transition left_out = 0; left_out < right.transitions; ++left_out) {
      Relations wrong = right;
      wrong.dependent = [&](Transition a, Transition b) {
        return a != left_out && b != left_out && right.dependent(a, b);
      };
      missing_dependence += noticed(wrong);
      wrong = right;
      wrong.can_enable = [&](Transition a, Transition b) { return a != left_out && right.can_enable(a, b); };
      missing_enabling += noticed(wrong);
    }
  }
  EXPECT_GT(missing_dependence, 20U);
  EXPECT_GT(missing_enabling, 0U);
}

TEST(Lpor, VisibilityKeepsInvariantsOfNetsThatEnd) {
  std::size_t violated = 0;
  std::size_t needed = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    Net net = random_net(seed, true);
    net.initial.front() = 1;
    net.initial.back() = 0;
    const Relations relations = with_visibility(net);
    const bool expected = any_bad(petri::explore_all(net));
    violated += expected ? 1 : 0;
    for (const Visibility visibility : {Visibility::together, Visibility::all}) {
      Options options;
      options.visibility = visibility;
      EXPECT_EQ(any_bad(petri::explore_reduced(net, StubbornSets(relations, options))), expected)
          << "seed " << seed;
      EXPECT_EQ(any_bad(petri::explore_reduced(net, NecessarySets(relations, options))), expected)
          << "seed " << seed;
    }
    const NecessarySets blind(petri::relations_of(net));
    needed += any_bad(petri::explore_reduced(net, blind)) != expected ? 1 : 0;
  }
  EXPECT_GT(violated, 60U);
  // The nets tell whether visibility is heeded.
  EXPECT_GT(needed, 0U);
}

}  // namespace quorate::lpor
