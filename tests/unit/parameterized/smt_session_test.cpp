#include "parameterized/smt_session.hpp"

#include <limits>

#include "parameterized/threshold_text.hpp"
#include "parameterized/why_ended.hpp"

namespace quorate {

namespace {

const std::string text =
    "symbolic int N;\nassume(N >= 1);\nactive[N] proctype P() {\n  byte pc;\n"
    "  end: do :: atomic { if :: pc == 0 -> pc = 1; :: else; fi } od\n}\n"
    "atomic bad = some(P:pc == 5);\nltl safe { []!bad }\n";

TEST(SmtSession, WhatAScopeAssumesEndsWithIt) {
  const auto rules = rules_from(text);
  SmtSession session(*rules);
  const z3::expr x = session.variable("x");
  {
    const SmtSession::Scope outer(session);
    session.assume(x == 1);
    EXPECT_TRUE(session.impossible({x == 2}));
    {
      const SmtSession::Scope inner(session);
      session.assume(x == 2);
      EXPECT_FALSE(session.check_now());
    }
    EXPECT_TRUE(session.check_now());
  }
  EXPECT_TRUE(session.possible({x == 2}));
}

TEST(SmtSession, AnExceptionEndsAScope) {
  const auto rules = rules_from(text);
  SmtSession session(*rules);
  const z3::expr x = session.variable("x");
  EXPECT_EQ(why_ended([&] {
              const SmtSession::Scope scope(session);
              session.assume(x == 1);
              throw SolverGaveUp();
            }),
            "the SMT solver gave up on a question");
  EXPECT_TRUE(session.possible({x == 2}));
}

TEST(SmtSession, ValuesThatDoNotFitAreNoAnswer) {
  const auto rules = rules_from(text);
  SmtSession session(*rules);
  const z3::expr x = session.variable("x");
  session.assume(x > session.number(std::numeric_limits<std::int64_t>::max()));
  ASSERT_TRUE(session.check_now());
  const z3::model model = session.solver().get_model();
  EXPECT_THROW(static_cast<void>(session.value(model, x)), SolverGaveUp);
}

TEST(WhyEnded, EveryReasonHasItsWords) {
  EXPECT_EQ(why_ended([] {}), std::nullopt);
  EXPECT_EQ(why_ended([] { throw BudgetSpent(Spent::time); }), "the limit on time was reached");
  EXPECT_EQ(why_ended([] { throw NumberTooLarge(); }), "a number leaves the 64-bit range");
  EXPECT_EQ(why_ended([] { throw z3::exception("out of memory"); }), "the solver failed: out of memory");
}

}  // namespace
}  // namespace quorate
