#include "verify/result/judgement.hpp"

#include <gtest/gtest.h>

#include "base/internal_error.hpp"

namespace quorate {
namespace {

TraceDescription trace_to(const std::string& failure) {
  TraceDescription trace;
  trace.failure = failure;
  return trace;
}

TEST(Judgement, IsOpenUntilSomethingIsKnown) {
  const Judgement nothing;
  EXPECT_EQ(nothing.verdict(), Verdict::inconclusive);
  EXPECT_EQ(nothing.reason(), "");
  EXPECT_EQ(nothing.trace(), nullptr);
}

TEST(Judgement, ViolatedWithItsTraceOnly) {
  const Judgement violated = Judgement::violated(trace_to("it"));
  EXPECT_EQ(violated.verdict(), Verdict::violated);
  EXPECT_EQ(violated.reason(), "");
  ASSERT_NE(violated.trace(), nullptr);
  EXPECT_EQ(violated.trace()->failure, "it");
  EXPECT_THROW(Judgement::violated(TraceDescription{}), InternalError);
}

TEST(Judgement, HoldsWithOrWithoutAWitness) {
  EXPECT_EQ(Judgement::holds(Evidence::proof()).verdict(), Verdict::holds);
  EXPECT_EQ(Judgement::holds(Evidence::proof()).trace(), nullptr);
  EXPECT_NE(Judgement::holds(Evidence::proof(), TraceDescription{}).trace(), nullptr);
}

TEST(Judgement, OpenForAReason) {
  const Judgement open = Judgement::open("an error", trace_to("of the model"));
  EXPECT_EQ(open.verdict(), Verdict::inconclusive);
  EXPECT_EQ(open.reason(), "an error");
  ASSERT_NE(open.trace(), nullptr);
  EXPECT_EQ(Judgement::open("late").trace(), nullptr);
}

}  // namespace
}  // namespace quorate
