#include "parameterized/schema/run_schema.hpp"

#include "parameterized/instance/instance_check.hpp"
#include "parameterized/threshold_text.hpp"

namespace quorate {

namespace {

class Schemas {
 public:
  explicit Schemas(const std::string& text)
      : rules_(rules_from(text)), session_(*rules_), known_(session_), schema_(session_, known_) {}

  [[nodiscard]] const ThresholdProperty& property(const std::string& name) const {
    return *std::ranges::find(rules_->model->properties, name, &ThresholdProperty::name);
  }
  SchemaAnswer check(const std::string& name) {
    const auto question = violation_question(*rules_, property(name), FairnessUse::all);
    return schema_.check(*question, 20);
  }
  [[nodiscard]] const MoveGroups& moves() const { return schema_.moves(); }
  [[nodiscard]] const std::shared_ptr<const RuleSystem>& rules() const { return rules_; }

 private:
  std::shared_ptr<const RuleSystem> rules_;
  SmtSession session_;
  KnownInvariants known_;
  RunSchema schema_;
};

// Everybody votes; who has seen every vote commits, who has seen a "no" aborts.
std::string commitment(const std::string& need) {
  return "symbolic int N; assume(N >= 2);\nint yes, no;\n"
         "atomic all_yes = all(P:pc == 1);\natomic committed = some(P:pc == 3);\n"
         "atomic aborted = some(P:pc == 4);\natomic decided = all(P:pc >= 3);\n"
         "atomic in_transit = some(P:y < yes || P:n < no);\natomic voting = some(P:pc < 2);\n"
         "active[N] proctype P() {\n  byte pc; int y, n;\n  if :: pc = 0; :: pc = 1; fi;\n"
         "end: do :: atomic {\n"
         "  if :: pc == 2 && y < yes -> y++; :: skip; fi;\n  if :: pc == 2 && n < no -> n++; :: skip; fi;\n"
         "  if :: pc == 0 -> pc = 2; no++;\n     :: pc == 1 -> pc = 2; yes++;\n"
         "     :: pc == 2 && n >= 1 -> pc = 4;\n     :: pc == 2 && n == 0 && y >= " +
         need +
         " -> pc = 3;\n     :: else;\n  fi } od }\n"
         "ltl fairness { []<>(!in_transit) && []<>(!voting) }\n"
         "ltl agreement { [](!committed || !aborted) }\nltl validity { all_yes || []!committed }\n"
         "ltl ends { <>decided }\n";
}

TEST(RunSchema, ProvesBroadcast) {
  Schemas schemas(broadcast());
  EXPECT_EQ(schemas.moves().problem, "");
  EXPECT_TRUE(schemas.check("relay").proved) << schemas.check("relay").reason;
  EXPECT_TRUE(schemas.check("unforg").proved) << schemas.check("unforg").reason;
}

TEST(RunSchema, WhatCannotBeRuledOutSuggestsParameters) {
  Schemas schemas(broadcast("N >= 3 * T && T >= 1 && 0 <= F && F <= T"));
  const SchemaAnswer answer = schemas.check("relay");
  ASSERT_FALSE(answer.proved);
  ASSERT_TRUE(answer.parameters);
  EXPECT_EQ((*answer.parameters)[0], 3 * (*answer.parameters)[1]);
}

TEST(RunSchema, CountsVotesExactly) {
  Schemas schemas(commitment("N"));
  for (const char* const name : {"agreement", "validity", "ends"})
    EXPECT_TRUE(schemas.check(name).proved) << name << ": " << schemas.check(name).reason;
}

TEST(RunSchema, OneVoteLessIsNotEnough) {
  Schemas schemas(commitment("N - 1"));
  for (const char* const name : {"agreement", "validity"}) {
    const SchemaAnswer answer = schemas.check(name);
    EXPECT_FALSE(answer.proved) << name;
    ASSERT_TRUE(answer.parameters);
    const InstanceResult instance =
        check_instance(schemas.rules(), *answer.parameters, schemas.property(name), {});
    EXPECT_EQ(instance.verdict(), Verdict::violated) << name;
  }
}

// Processes in status 0 that make these moves; whether status 9 is said to be out of reach.
bool proved_unreachable(const std::string& moves) {
  Schemas schemas(
      "symbolic int N; assume(N >= 2);\nint a, b, c, d;\natomic there = some(P:pc == 9);\n"
      "active[N] proctype P() {\n  byte pc;\nend: do :: atomic { if\n" +
      moves + "  :: else;\n  fi } od }\nltl never { []!there }\n");
  EXPECT_EQ(schemas.moves().problem, "");
  const bool proved = schemas.check("never").proved;
  const bool violated =
      check_instance(schemas.rules(), {3}, schemas.property("never"), {}).verdict() == Verdict::violated;
  EXPECT_FALSE(proved && violated) << moves;
  return proved;
}

// Every wave waits for the end of the one before: as many pieces as waves.
TEST(RunSchema, CutsRunsOftenEnough) {
  const std::string waves =
      "  :: pc == 0 -> pc = 1; a++;\n  :: pc == 1 && a >= N -> pc = 2; b++;\n"
      "  :: pc == 2 && b >= N -> pc = 3; c++;\n  :: pc == 3 && c >= N -> pc = 4; d++;\n";
  EXPECT_FALSE(proved_unreachable(waves + "  :: pc == 4 && d >= N -> pc = 9;\n"));
  EXPECT_TRUE(proved_unreachable(waves + "  :: pc == 4 && d > N -> pc = 9;\n"));
}

// A move that is possible once: it is so before it is made, and not after.
TEST(RunSchema, MovesMayPreventThemselves) {
  const std::string first = "  :: pc == 0 && a < 1 -> pc = 1; a++;\n";
  EXPECT_FALSE(proved_unreachable(first + "  :: pc == 1 -> pc = 9;\n"));
  EXPECT_TRUE(proved_unreachable(first + "  :: pc == 1 && a >= 2 -> pc = 9;\n"));
  EXPECT_FALSE(proved_unreachable(first + "  :: pc == 0 && a >= 1 && b < 1 -> pc = 2; b++;\n"
                                          "  :: pc == 2 && b >= 1 && a < 2 -> pc = 9;\n"));
}

// Everybody leaves status 0 by a move that nothing depends on; all do in the end.
bool proved_of_leaving(const std::string& formula) {
  Schemas schemas(
      "symbolic int N; assume(N >= 2);\natomic waiting = some(P:pc == 0);\natomic moved = some(P:pc == 1);\n"
      "active[N] proctype P() {\n  byte pc;\nend: do :: atomic { if :: pc == 0 -> pc = 1; :: else; fi } od "
      "}\n"
      "ltl fairness { []<>(!waiting) }\nltl it { " +
      formula + " }\n");
  EXPECT_EQ(schemas.moves().problem, "");
  return schemas.check("it").proved;
}

// Some have moved and some have not: between moves that are always possible, and go on.
TEST(RunSchema, CutsRunsWhereThePropertyAsksForIt) {
  EXPECT_FALSE(proved_of_leaving("[](!waiting || !moved)"));
  EXPECT_FALSE(proved_of_leaving("([](!waiting || !moved)) || (<>[]waiting)"));
  EXPECT_TRUE(proved_of_leaving("[](waiting || moved)"));
}

// `p until q`: p need not hold in the state in which q does.
TEST(RunSchema, UntilEndsBeforeItsEnd) {
  EXPECT_FALSE(proved_of_leaving("!(waiting U !waiting)"));
  EXPECT_FALSE(proved_of_leaving("!(!moved U moved)"));
}

// Two ways to the same status, of which only one can be the first.
TEST(RunSchema, EveryRuleOfAMoveCounts) {
  const std::string other = "  :: pc == 0 -> pc = 1; b++;\n";
  const std::string later = "  :: pc == 0 && a >= 1 -> pc = 9; a++;\n";
  const std::string first = "  :: pc == 0 && b >= 1 -> pc = 9; a++;\n";
  EXPECT_FALSE(proved_unreachable(other + later + first));
  EXPECT_FALSE(proved_unreachable(other + first + later));
  EXPECT_TRUE(proved_unreachable(other + later));
}

// Guards that become false: a piece for each.
TEST(RunSchema, CountsGuardsThatBecomeFalse) {
  EXPECT_FALSE(proved_unreachable(
      "  :: pc == 0 && a < 1 -> pc = 1; a++;\n  :: pc == 0 && a >= 1 && b < 1 -> pc = 1; b++;\n"
      "  :: pc == 1 && b >= 1 && c < 1 -> pc = 2; c++;\n  :: pc == 1 && c >= 1 && d < 1 -> pc = 2; d++;\n"
      "  :: pc == 2 && d >= 1 && d < 2 -> pc = 9;\n"));
}

TEST(RunSchema, OtherAlgorithmsAreLeftToTheAbstraction) {
  const auto problem = [](const std::string& step) {
    return Schemas(
               "symbolic int N; assume(N >= 1);\nint g;\nactive[N] proctype P() {\n  byte pc; int x;\n"
               "end: do :: atomic { " +
               step + " } od }\n")
        .moves()
        .problem;
  };
  EXPECT_EQ(problem("if :: pc == 0 -> pc = 1 :: pc == 1 -> pc = 0 fi"),
            "processes return to a status that they left");
  EXPECT_EQ(problem("g++"), "a process sends again and again in one status");
  EXPECT_EQ(problem("if :: pc == 0 -> pc = 1; g = g + N fi"),
            "a shared variable changes otherwise than by adding a positive constant");
  EXPECT_EQ(problem("if :: pc == 0 && g != 3 && g != 5 && g != 7 -> pc = 1; g++ fi"),
            "a condition on shared variables can change again and again");
  EXPECT_EQ(problem("if :: pc == 0 && (g < 3 || g > 5) -> pc = 1; g++ fi"),
            "a condition on shared variables can change again and again");
  EXPECT_EQ(problem("if :: pc == 0 && g >= 3 && g < 5 -> pc = 1; g++ fi"), "");
}

}  // namespace

}  // namespace quorate
