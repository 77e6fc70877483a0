#include "export/common/names.hpp"

#include <gtest/gtest.h>

namespace quorate {
namespace {

TEST(ExportNames, KeepsWhatIsLegalAndFree) {
  Names names({"begin", "end"}, true, false);
  EXPECT_EQ(names.fresh("ballot"), "ballot");
  const std::string second = names.fresh("ballot");
  EXPECT_NE(second, "ballot");
  EXPECT_NE(names.fresh("ballot"), second);
}

TEST(ExportNames, AvoidsKeywordsInAnyCase) {
  Names names({"begin", "end"}, true, false);
  EXPECT_NE(names.fresh("begin"), "begin");
  EXPECT_NE(names.fresh("Begin"), "Begin");
  Names exact({"begin"}, false, false);
  EXPECT_EQ(exact.fresh("Begin"), "Begin");
}

TEST(ExportNames, NamesOfAScopeAreFreeAfterIt) {
  Names names({}, false, false);
  names.enter();
  EXPECT_EQ(names.fresh("x"), "x");
  names.leave();
  EXPECT_EQ(names.fresh("x"), "x");
}

TEST(ExportNames, SharedNamesMayBeUsedTwice) {
  Names names({}, false, false);
  EXPECT_EQ(names.shared("value"), "value");
  EXPECT_EQ(names.shared("value"), "value");
  EXPECT_NE(names.fresh("value"), "value");  // and exclude the others
  Names apart({}, false, true);
  EXPECT_EQ(apart.shared("value"), "value");
  EXPECT_EQ(apart.fresh("value"), "value");
}

}  // namespace
}  // namespace quorate
