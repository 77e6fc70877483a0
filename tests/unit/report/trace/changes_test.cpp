#include "report/trace/changes.hpp"

#include <gtest/gtest.h>

#include "report/chart/message_groups.hpp"
#include "report/example_trace.hpp"

namespace quorate {
namespace {

using namespace example;

std::vector<std::string> texts(const Value& before, const Value& after) {
  StateDescription first{{{"p[1]", "p", "corr", {{"x", before}}}}, {}, {}};
  StateDescription second{{{"p[1]", "p", "corr", {{"x", after}}}}, {}, {}};
  std::vector<std::string> result;
  for (const Change& change : changes_between(first, second)) result.push_back(to_text(change));
  return result;
}

TEST(Changes, NothingChanged) {
  EXPECT_TRUE(texts(integer(1), integer(1)).empty());
}

TEST(Changes, ScalarsAndUndefined) {
  EXPECT_EQ(texts(integer(1), integer(2)), std::vector<std::string>{"x: 1 -> 2"});
  EXPECT_EQ(texts(undefined(), name("RED")), std::vector<std::string>{"x: undefined -> RED"});
}

TEST(Changes, RecordsAndArraysPartByPart) {
  const Value before =
      record({{"a", integer(1)}, {"b", array({{"1", integer(0)}, {"2", integer(0)}, {"3", integer(7)}})}});
  const Value after =
      record({{"a", integer(1)}, {"b", array({{"1", integer(4)}, {"2", integer(4)}, {"3", integer(8)}})}});
  EXPECT_EQ(texts(before, after), (std::vector<std::string>{"x.b[1,2]: 0 -> 4", "x.b[3]: 7 -> 8"}));
}

TEST(Changes, LongSetsByTheirDifference) {
  const Value two = set({integer(1), integer(2)});
  const Value three = set({integer(1), integer(2), integer(3)});
  EXPECT_EQ(texts(set({}), two), std::vector<std::string>{"x: {} -> {1, 2}"});
  EXPECT_EQ(texts(two, three), std::vector<std::string>{"x: + 3"});
  EXPECT_EQ(texts(three, two), std::vector<std::string>{"x: - 3"});
  EXPECT_EQ(texts(three, set({})), std::vector<std::string>{"x: {1, 2, 3} -> {}"});
}

TEST(Changes, StatusAndMonitors) {
  StateDescription first{{{"p[1]", "p", "corr", {}}}, {}, {{"seen", set({})}}};
  StateDescription second{{{"p[1]", "p", "crashed", {}}}, {}, {{"seen", set({integer(1)})}}};
  const auto changes = changes_between(first, second);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_TRUE(changes[0].is_status());
  EXPECT_EQ(changes[0].process, "p[1]");
  EXPECT_EQ(changes[1].process, "");
  EXPECT_EQ(to_text(changes[1]), "seen: {} -> {1}");
}

TEST(MessageGroups, EqualMessagesAreOneGroup) {
  const TraceDescription trace = paxos_trace();
  const auto sent = group_by_recipients(trace.steps[0].sent);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0].partners, (std::vector<std::string>{"acceptor[1]", "acceptor[2]", "acceptor[3]"}));
  const auto taken = group_by_senders(trace.steps[3].consumed);
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].partners.size(), 2U);
}

TEST(MessageGroups, RuleArgumentsAreWhatNeitherProcessNorSendersAre) {
  StepDescription step;
  step.process = "acceptor[2]";
  step.consumed = {message("proposer[1]", "acceptor[2]", "VOTE"),
                   message("proposer[2]", "acceptor[2]", "VOTE")};
  step.transition = "vote(acceptor[2], {proposer[1], proposer[2]}, 3, {1, 2})";
  EXPECT_EQ(rule_arguments(step), (std::vector<std::string>{"3", "{1, 2}"}));
  step.transition = "vote";
  EXPECT_TRUE(rule_arguments(step).empty());
}

}  // namespace
}  // namespace quorate
