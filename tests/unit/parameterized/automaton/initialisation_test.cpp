#include "parameterized/automaton/initialisation.hpp"

#include "parameterized/param_check.hpp"
#include "parameterized/threshold_text.hpp"

namespace quorate {

namespace {

// Processes that start as `start` says and move on once.
std::string starting(const std::string& start, const std::string& shared = "int x;",
                     const std::string& more = "") {
  return "symbolic int N, T;\nassume(N >= 1 && T >= 0 && T < N);\n" + shared +
         "\nactive[N] proctype P() {\n  byte pc; int c;\n  " + start +
         "\n  end: do :: atomic { if :: pc == 0 && c >= 0 -> pc = 1; :: else; fi } od\n}\n" + more +
         "atomic bad = some(P:pc == 5);\nltl safe { []!bad }\n";
}

struct Answers {
  std::string failure;
  bool exist = false;
  std::optional<BlockedStart> blocked;
  Verdict verdict = Verdict::inconclusive;
};

Answers answers(const std::string& text) {
  const auto rules = rules_from(text);
  SmtSession session(*rules);
  Answers result{initialisation_failure(session), initial_states_exist(session), start_that_blocks(session),
                 ParamChecker(rules, {}).check(rules->model->properties[0]).verdict()};
  return result;
}

TEST(Initialisation, NothingGoesWrongAsARule) {
  const Answers found = answers(starting("if :: pc = 0; x++; :: pc = 1; c = T; fi;"));
  EXPECT_EQ(found.failure, "");
  EXPECT_TRUE(found.exist);
  EXPECT_FALSE(found.blocked);
  EXPECT_EQ(found.verdict, Verdict::holds);
}

TEST(Initialisation, AssertionsAreLookedAt) {
  for (const std::string start : {"assert(T < 2);", "if :: pc = 0; :: pc = 1; assert(N > T + 1); fi;",
                                  "havoc(c); assert(c != 7);", "x++; assert(x <= T);"}) {
    const Answers found = answers(starting(start));
    EXPECT_EQ(found.failure, "an assertion may fail in the initialisation") << start;
    EXPECT_EQ(found.verdict, Verdict::inconclusive) << start;
  }
  for (const std::string start :
       {"assert(T < N);", "assume(T < 2); assert(T < 2);", "havoc(c); assume(c > T); assert(c >= 1);"}) {
    const Answers found = answers(starting(start));
    EXPECT_EQ(found.failure, "") << start;
    EXPECT_EQ(found.verdict, Verdict::holds) << start;
  }
}

TEST(Initialisation, VariablesBelowZeroAreNoticed) {
  for (const std::string start :
       {"c = T - 3;", "c = 2 - N;", "havoc(c); c = c - 1;", "if :: pc = 0; x = x - 1; :: pc = 1; fi;"}) {
    const Answers found = answers(starting(start, "int x = 1;"));
    EXPECT_NE(found.failure.find("negative"), std::string::npos) << start;
    EXPECT_EQ(found.verdict, Verdict::inconclusive) << start;
  }
  for (const std::string start :
       {"c = N - T;", "assume(T >= 3); c = T - 3;", "havoc(c); assume(c > T); c = c - 1;"}) {
    const Answers found = answers(starting(start, "int x = 1;"));
    EXPECT_EQ(found.failure, "") << start;
    EXPECT_EQ(found.verdict, Verdict::holds) << start;
  }
}

TEST(Initialisation, OneThatBlocksIsNotTakenForAProof) {
  for (const std::string start :
       {"assume(T > N);", "havoc(c); assume(c > N && c < T);", "if :: N < T -> pc = 1; fi;"}) {
    const Answers found = answers(starting(start));
    EXPECT_FALSE(found.exist) << start;
    EXPECT_EQ(found.verdict, Verdict::inconclusive) << start;
  }
  const Answers some = answers(starting("assume(T >= 1);"));
  EXPECT_TRUE(some.exist);
  ASSERT_TRUE(some.blocked);
  EXPECT_EQ(some.blocked->parameters, (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(some.verdict, Verdict::holds);
  // Nobody is there to be blocked.
  const Answers none =
      answers(starting("pc = 0;", "int x;",
                       "active[T] proctype Q() { byte qc; assume(T >= 1); end: do :: atomic { "
                       "qc = 1 } od }\n"));
  EXPECT_TRUE(none.exist);
  EXPECT_FALSE(none.blocked);
}

}  // namespace

}  // namespace quorate
