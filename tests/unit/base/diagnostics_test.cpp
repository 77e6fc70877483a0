#include "base/diagnostics.hpp"

#include <gtest/gtest.h>

namespace quorate {
namespace {

TEST(Source, CountsColumnsInCharacters) {
  const SourceText source("m.ftdp", "a ∧ b\nc\n");
  EXPECT_EQ(source.locate(6).line, 1U);
  EXPECT_EQ(source.locate(6).column, 5U);  // the sign takes three bytes
  EXPECT_EQ(source.locate(8).line, 2U);
  EXPECT_EQ(source.line(2), "c");
}

TEST(Diagnostics, ShowTheLineAndACaret) {
  const SourceText source("m.ftdp", "x := ∧ yy\n");
  EXPECT_EQ(render({Severity::error, {9, 11}, "wrong", "write zz"}, source),
            "m.ftdp:1:8: error: wrong\n    1 | x := ∧ yy\n      |        ^~\n      = write zz\n");
}

TEST(Diagnostics, AreSortedAndNotRepeated) {
  Diagnostics diagnostics;
  diagnostics.error({5, 6}, "b");
  diagnostics.error({1, 2}, "a");
  diagnostics.error({5, 6}, "b");
  ASSERT_EQ(diagnostics.sorted().size(), 2U);
  EXPECT_EQ(diagnostics.sorted()[0].message, "a");
}

TEST(NearestWord, FindsTyposAndNothingElse) {
  EXPECT_EQ(nearest_word("promissed", {"promised", "accepted"}), "promised");
  EXPECT_EQ(nearest_word("xyz", {"promised", "accepted"}), "");
}

}  // namespace
}  // namespace quorate
