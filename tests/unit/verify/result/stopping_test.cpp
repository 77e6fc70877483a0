#include "verify/result/stopping.hpp"

#include <gtest/gtest.h>

#include "language/checked_model.hpp"

namespace quorate {
namespace {

// How much room the channels of a model get in the end.
std::int64_t most_room(const std::string& channels) {
  const Model model = model_of("protocol p\nchannels " + channels + R"(
role a var x: 0..1 := 0
role b var y: bool := false
message M
rule go of a p: when p.x < 1 do p.x := p.x + 1; send M to all b
rule take of b q on M from a p: do q.y := true
invariant small: all(p: a | p.x <= 1))");
  ChannelRoom room;
  const ChannelOverflow overflow{RoleId(0), RoleId(1)};
  std::int64_t before = 1;
  while (enlarge(room, model, overflow)) {
    EXPECT_GT(room.at({RoleId(0), RoleId(1)}), before);
    before = room.at({RoleId(0), RoleId(1)});
  }
  return before;
}

TEST(Stopping, RoomInChannelsEndsExactlyAtItsLimit) {
  EXPECT_EQ(most_room("reliable, unordered"), largest_unbounded_room);
  EXPECT_EQ(most_room("reliable, unordered, bound 1000"), largest_bounded_room);
}

}  // namespace
}  // namespace quorate
