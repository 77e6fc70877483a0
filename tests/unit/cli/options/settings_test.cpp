// The values of --set and -D.
#include "cli/options/settings.hpp"

#include <gtest/gtest.h>

namespace quorate {

namespace {

TEST(Settings, ListsAndRepetition) {
  ParameterValues values;
  EXPECT_EQ(parse_settings({"n=3,m=2", "k=-1"}, values), "");
  EXPECT_EQ(values, (ParameterValues{{"n", 3}, {"m", 2}, {"k", -1}}));
  EXPECT_EQ(parse_settings({"n=3"}, values), "");
  EXPECT_EQ(parse_settings({"n=4"}, values), "--set n=4: n is set to 3 already");
}

TEST(Settings, Malformed) {
  const auto said = [](const std::string& text) {
    ParameterValues values;
    return parse_settings({text}, values);
  };
  EXPECT_EQ(said(""), "--set \"\": expected NAME=NUMBER, as in --set n=3,m=2");
  for (const char* const text : {"n", "n=", "=3", "n=x", "n=3x", "n==3", "n=3.5", "n=99999999999999999999",
                                 "n=-9223372036854775808", "n=+3", "n= 3", "n=3,"})
    EXPECT_EQ(said(text), std::string("--set ") + text + ": expected NAME=NUMBER, as in --set n=3,m=2");
  EXPECT_EQ(said("m=1,n"), "--set n: expected NAME=NUMBER, as in --set n=3,m=2");
  EXPECT_EQ(said("m=1,,n=2"), "--set : expected NAME=NUMBER, as in --set n=3,m=2");
}

TEST(Definitions, NamesAndValues) {
  Definitions definitions;
  EXPECT_EQ(parse_definitions({"A", "B=", "_c1=x=y", "A=2"}, definitions), "");
  EXPECT_EQ(definitions, (Definitions{{"A", "2"}, {"B", ""}, {"_c1", "x=y"}}));
  for (const char* const text : {"", "=1", "1a", "a b", "a-b=2"})
    EXPECT_EQ(parse_definitions({text}, definitions),
              std::string("-D ") + text + ": expected NAME or NAME=VALUE");
}

}  // namespace

}  // namespace quorate
