// What is refused, and hostile names. The exported texts are judged by rumur and spin (tests/cross).
#include "export/export.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/checked_model.hpp"

namespace quorate {
namespace {

constexpr const char* counter = R"(
protocol counter
channels reliable, unordered
role a[2] var begin: 0..3 := 0
rule step of a me: when me.begin < 3 do me.begin := me.begin + 1
invariant small: all(x: a | x.begin < 3)
)";

TEST(Export, KeywordsOfTheTargetAreRenamed) {
  const CheckedModel checked = check_text(counter);
  ASSERT_TRUE(checked.model) << checked.text();
  for (const auto& result : {export_murphi(*checked.model, {}), export_promela(*checked.model, {})}) {
    EXPECT_TRUE(result.exported());
    EXPECT_NE(result.text.find("small"), std::string::npos);
  }
}

TEST(Export, TheNameOfAFileCannotLeaveTheComment) {
  const CheckedModel checked = check_text(counter);
  ASSERT_TRUE(checked.model) << checked.text();
  ExportOptions options;
  options.source = "x */ evil\nline";
  const ExportResult result = export_promela(*checked.model, options);
  EXPECT_EQ(result.text.find("*/ evil"), std::string::npos);
  EXPECT_EQ(result.text.find("\nline"), std::string::npos);
}

TEST(Export, MoreMessagesThanCanBeNumberedAreRefused) {
  const CheckedModel checked = check_text(R"(
protocol wide
channels reliable, unordered
role a[2] var t: 0..1 := 0
message M(x: 0..1000000, y: 0..1000000, z: 0..1000000)
rule r of a me: when me.t = 0 do me.t := 1; send M(1, 2, 3) to all a
rule s of a me on M from a q: do me.t := 1
invariant i: all(x: a | x.t <= 1)
)");
  ASSERT_TRUE(checked.model) << checked.text();
  const ExportResult result = export_promela(*checked.model, {});
  EXPECT_FALSE(result.exported());
  EXPECT_TRUE(result.text.empty());
}

// A text without them would hold where the model is violated.
TEST(Export, MoreForgedMessagesThanStepsCanBeWrittenAreRefused) {
  for (const bool many : {false, true}) {
    const CheckedModel checked = check_text(fmt::format(R"(
protocol forged
channels reliable, unordered
faults at most 1 of a byzantine
role a
role b var got: 0..4999 := 0
message M(v: 0..{})
rule s of a me: when false do send M(0) to all b
rule r of b me on M from a q: do me.got := msg.v
invariant nothing: all(x: b | x.got = 0)
)",
                                                        many ? 4999 : 3));
    ASSERT_TRUE(checked.model) << checked.text();
    EXPECT_NE(export_promela(*checked.model, {}).exported(), many);
    EXPECT_TRUE(export_murphi(*checked.model, {}).exported());
  }
}

}  // namespace
}  // namespace quorate
