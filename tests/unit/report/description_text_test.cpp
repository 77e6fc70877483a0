// The texts of values and messages, declared in system/seam/description.hpp.
#include <gtest/gtest.h>

#include "report/example_trace.hpp"

namespace quorate {
namespace {

using namespace example;

TEST(DescriptionText, Scalars) {
  EXPECT_EQ(to_text(undefined()), "undefined");
  EXPECT_EQ(to_text(integer(-3)), "-3");
  EXPECT_EQ(to_text(boolean(true)), "true");
  EXPECT_EQ(to_text(name("READ")), "READ");
}

TEST(DescriptionText, SetsMergeTheNamesOfProcesses) {
  EXPECT_EQ(to_text(set({})), "{}");
  EXPECT_EQ(to_text(set({integer(1), integer(2), integer(3)})), "{1, 2, 3}");
  EXPECT_EQ(to_text(set({name("a[3]"), name("a[1]"), name("a[2]"), name("b[1]")})), "{a[1..3], b[1]}");
  EXPECT_EQ(to_text(set({name("RED"), name("BLUE")})), "{RED, BLUE}");
}

TEST(DescriptionText, RecordsAndArraysLeaveOutWhatIsUndefined) {
  EXPECT_EQ(to_text(record({{"number", integer(1)}, {"value", undefined()}})), "{number: 1}");
  EXPECT_EQ(to_text(record({{"number", undefined()}})), "undefined");
  EXPECT_EQ(to_text(array({{"1", integer(0)}, {"2", integer(5)}, {"3", integer(0)}, {"4", undefined()}})),
            "[1,3: 0; 2: 5]");
  EXPECT_EQ(to_text(array({{"a[1]", boolean(true)}, {"a[2]", boolean(true)}, {"a[3]", boolean(true)}})),
            "[a[1..3]: true]");
}

TEST(DescriptionText, MergedNames) {
  EXPECT_EQ(merged_names({}), "");
  EXPECT_EQ(merged_names({"acceptor[2]"}), "acceptor[2]");
  EXPECT_EQ(merged_names({"acceptor[1]", "acceptor[2]"}), "acceptor[1,2]");
  EXPECT_EQ(merged_names({"acceptor[1]", "p[7]", "acceptor[2]", "acceptor[3]", "acceptor[5]"}),
            "acceptor[1..3,5], p[7]");
  EXPECT_EQ(merged_names({"plain", "3", "4", "5", "x[y]"}), "plain, 3..5, x[y]");
}

TEST(DescriptionText, Messages) {
  MessageDescription promise =
      message("a[1]", "p[1]", "PROMISE", {{"number", integer(1)}, {"value", undefined()}});
  EXPECT_EQ(to_text(promise), "PROMISE(number: 1)");
  EXPECT_EQ(to_text(message("a[1]", "p[1]", "PING")), "PING");
  promise.absent = true;
  EXPECT_EQ(to_text(promise), "no PROMISE");
}

}  // namespace
}  // namespace quorate
