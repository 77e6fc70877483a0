// The printed models of the FTDP paper and the short form are read completely.
#include <gtest/gtest.h>

#include "language/sample_models.hpp"
#include "language/syntax_printer.hpp"

namespace quorate::test {
namespace {

TEST(ParserFigures, ReadsThePrintedPaxos) {
  const Parsed parsed(kPrintedPaxos);
  ASSERT_EQ(parsed.messages(), "");
  const SyntaxModel& model = parsed.model;
  ASSERT_EQ(model.types.size(), 3U);
  EXPECT_EQ(show(model.types[1].type), "role[n]");
  EXPECT_EQ(show(model.types[2].type),
            "record msgType: enum {READ,READ_REPL,WRITE}; propNo: 1..(m * L); currPropNo: 0..(m * L); "
            "val: 0..m; end");
  ASSERT_EQ(model.variables.size(), 2U);
  EXPECT_EQ(model.variables[0].type.parts.at(1).fields.size(), 5U);
  EXPECT_EQ(show(model.variables[0].type.parts.at(1).fields.at(3).type), "0..ceil(((n + 1) / 2))");
  EXPECT_EQ(model.variables[1].type.parts.at(1).fields.size(), 3U);
  ASSERT_EQ(model.initial_rules.size(), 1U);
  EXPECT_EQ(model.initial_rules[0].parameters.size(), 4U);
  EXPECT_EQ(show(model.initial_rules[0].guard.value()), "((i1 != i2) and (j1 != j2))");
  EXPECT_EQ(model.initial_rules[0].body.size(), 13U);
  EXPECT_EQ(
      show(model.initial_rules[0].body.back()),
      "for k: acceptorID do acceptor[k].currPropNo := 0; acceptor[k].highestPropNo := 0; "
      "if ((k = j1) or (k = j2)) then acceptor[k].status := corr else acceptor[k].status := crash endif "
      "endfor");
  ASSERT_EQ(model.rules.size(), 4U);
  EXPECT_EQ(model.rules[0].parameters.size(), 1U);
  EXPECT_EQ(show(model.rules[0].guard.value()), "(leader[i].propNoID < L)");
  EXPECT_EQ(show(model.rules[0].body.back()),
            "for k: acceptorID do 2acceptor[k].msgType := READ; "
            "2acceptor[k].propNo := leader[i].propNoPool[leader[i].propNoID] endfor");
  EXPECT_EQ(model.rules[2].name.text, "onReceiveREAD_REPL");
  EXPECT_EQ(model.rules[2].parameters.size(), 2U);
  EXPECT_EQ(show(model.rules[3].guard.value()), "(msg.msgType = WRITE)");
  ASSERT_EQ(model.properties.size(), 1U);
  EXPECT_EQ(
      show(model.properties[0].formula.value()),
      "all(val: 1..2 | (G some(p: 1..(m * L) | ((count(i: acceptorID | ((acceptor[i].currPropNo = p) and "
      "(acceptor[i].acceptedVal = val))) >= ceil(((n + 1) / 2))) => (not (F some(q: 1..(m * L) | "
      "(count(j: acceptorID | ((acceptor[j].currPropNo = q) and (acceptor[j].acceptedVal != val))) >= "
      "ceil(((n + 1) / 2))))))))))");
}

TEST(ParserFigures, ReadsThePrintedOralMessages) {
  const Parsed parsed(kPrintedOralMessages);
  ASSERT_EQ(parsed.messages(), "");
  const SyntaxModel& model = parsed.model;
  ASSERT_EQ(model.types.size(), 3U);
  EXPECT_EQ(show(model.types[2].type), "record comm: bool; end");
  ASSERT_EQ(model.variables.size(), 2U);
  ASSERT_EQ(model.initial_rules.size(), 2U);
  EXPECT_EQ(show(model.initial_rules[0].parameters.at(1).type), "bool");
  EXPECT_FALSE(model.initial_rules[0].guard.has_value());
  EXPECT_EQ(model.initial_rules[1].body.size(), 4U);
  ASSERT_EQ(model.rules.size(), 3U);
  EXPECT_EQ(show(model.rules[0].guard.value()), "(not commander[i].hasProposed)");
  EXPECT_EQ(show(model.rules[2].body.at(1)),
            "if all(k: lieutenantID | (not isundefined(lieutenant[i].commands[k]))) then "
            "if (count(k: lieutenantID | (lieutenant[i].commands[k] != defVal)) >= ceil(((n + 1) / 2))) then "
            "lieutenant[i].decision := (not defVal) else lieutenant[i].decision := defVal endif endif");
  EXPECT_TRUE(model.has_else);
  ASSERT_EQ(model.properties.size(), 2U);
  EXPECT_EQ(show(model.properties[1].formula.value()),
            "(G all(i: commanderID | all(j: lieutenantID | (((commander[i].status = corr) and (not "
            "isundefined(lieutenant[j].decision))) => (commander[i].command = lieutenant[j].decision)))))");
}

TEST(ParserFigures, ReadsTheShortPaxos) {
  const Parsed parsed(kShortPaxos);
  ASSERT_EQ(parsed.messages(), "");
  const SyntaxModel& model = parsed.model;
  EXPECT_EQ(model.parameters.size(), 2U);
  EXPECT_EQ(model.channels.at(0).words.size(), 3U);
  EXPECT_EQ(show(model.faults.at(0).count), "((n - 1) / 2)");
  ASSERT_EQ(model.roles.size(), 3U);
  EXPECT_EQ(show(model.roles[0].variables.at(0).initial.value()), "distinct");
  EXPECT_EQ(model.roles[1].variables.size(), 3U);
  EXPECT_EQ(model.messages.size(), 4U);
  ASSERT_EQ(model.rules.size(), 5U);
  EXPECT_EQ(show(model.rules[2].guard.value()),
            "((p.phase = preparing) and all(j: Q | (msg[j].number = p.number)))");
  EXPECT_EQ(show(model.rules[2].body),
            "p.phase := proposing; let best := argmax(j: Q | msg[j].accepted); "
            "send ACCEPT(p.number, (if (msg[best].accepted > 0) then msg[best].vote else p.number)) to all "
            "acceptor");
  EXPECT_EQ(show(*model.rules[4].sender->quorum_size), "majority(n)");
  EXPECT_EQ(show(model.rules[4].body), "l.learned := (l.learned + {msg[(any Q)].value})");
  ASSERT_EQ(model.properties.size(), 2U);
  EXPECT_EQ(model.properties[1].under.value().text, "fair");
}

// A file may mix the notations.
TEST(ParserFigures, ReadsBothNotationsInOneFile) {
  const Parsed mixed(std::string(kShortPaxos) +
                     "rules [](i: acceptor) idle: skip\nlive: F done\nrule x of a p: do skip");
  EXPECT_EQ(mixed.messages(), "");
  EXPECT_EQ(mixed.model.rules.size(), 7U);
  EXPECT_EQ(mixed.model.properties.size(), 3U);
}

}  // namespace
}  // namespace quorate::test
