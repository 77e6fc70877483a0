#include "promela/plain_system.hpp"

#include <gtest/gtest.h>

#include "language/plain_text.hpp"

namespace quorate {

namespace {

struct Steps {
  std::size_t states = 0;  // that can be reached
  bool bound_reached = false;
};

Steps reachable(const std::string& text) {
  const LoadedPlain loaded = load_plain(text);
  EXPECT_TRUE(loaded.model) << loaded.messages;
  const SourceText source("test.pml", text);
  const PlainSystem system(std::make_shared<const PlainModel>(*loaded.model), source, false);
  StepBuffer buffer(system.shape().words);
  system.initial_states(buffer);
  std::vector<std::vector<std::uint64_t>> found;
  const auto add = [&] {
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      std::vector<std::uint64_t> state(buffer.state(i).begin(), buffer.state(i).end());
      if (std::ranges::find(found, state) == found.end()) found.push_back(std::move(state));
    }
  };
  add();
  Steps result;
  for (std::size_t next = 0; next < found.size(); ++next) {
    const auto state = found[next];
    buffer.clear();
    system.successors(state, {}, buffer);
    result.bound_reached |= buffer.trouble.bound_reached;
    add();
  }
  result.states = found.size();
  return result;
}

TEST(PlainSystem, AnAtomicBlockIsOneStep) {
  EXPECT_EQ(reachable("byte x; active proctype P() { x = 1; x = 2; x = 3 }").states, 4U);
  EXPECT_EQ(reachable("byte x; active proctype P() { atomic { x = 1; x = 2; x = 3 } }").states, 2U);
  // One for each end.
  EXPECT_EQ(reachable("byte x; active proctype P() { atomic { x = 1; if :: x = 2 :: x = 3 fi } }").states,
            3U);
}

TEST(PlainSystem, ABlockedAtomicBlockLetsOthersGoOn) {
  // Before, blocked after x = 1, y = 1 in either order, and the end.
  EXPECT_EQ(reachable("byte x, y; active proctype P() { atomic { x = 1; y == 1; x = 0 } }\n"
                      "active proctype Q() { y = 1 }")
                .states,
            5U);
}

TEST(PlainSystem, AnAtomicBlockThatGoesRoundForEverIsTold) {
  EXPECT_TRUE(
      reachable("byte x; active proctype P() { atomic { do :: x = 1 :: x = 2 :: break od } }").bound_reached);
  EXPECT_FALSE(reachable("byte x; active proctype P() { atomic { do :: x < 3 -> x++ :: else -> break od } }")
                   .bound_reached);
}

}  // namespace
}  // namespace quorate
