// What a correct text is read as: precedence, spellings, every construct of docs/language.md, spans.
#include "language/ftdp/parse/parser.hpp"

#include <gtest/gtest.h>

#include "language/syntax_printer.hpp"

namespace quorate::test {
namespace {

TEST(ParserExpression, GroupsByPrecedence) {
  EXPECT_EQ(expression("a + b * c"), "(a + (b * c))");
  EXPECT_EQ(expression("a - b - c"), "((a - b) - c)");
  EXPECT_EQ(expression("a * b / c mod d % e"), "((((a * b) / c) mod d) mod e)");
  EXPECT_EQ(expression("-a * b"), "((- a) * b)");
  EXPECT_EQ(expression("-a.x[1]"), "(- a.x[1])");
  EXPECT_EQ(expression("a + 1 = b - 1"), "((a + 1) = (b - 1))");
  EXPECT_EQ(expression("not a = b"), "(not (a = b))");
  EXPECT_EQ(expression("not a and b"), "((not a) and b)");
  EXPECT_EQ(expression("a or b and c"), "(a or (b and c))");
  EXPECT_EQ(expression("a and b or c and d"), "((a and b) or (c and d))");
  EXPECT_EQ(expression("a => b => c"), "(a => (b => c))");
  EXPECT_EQ(expression("a or b => c and d"), "((a or b) => (c and d))");
  EXPECT_EQ(expression("a => b <=> c => d"), "((a => b) <=> (c => d))");
  EXPECT_EQ(expression("(a or b) and c"), "((a or b) and c)");
  EXPECT_EQ(expression("a = not b and c"), "((a = (not b)) and c)");
  EXPECT_EQ(expression("not not a"), "(not (not a))");
}

TEST(ParserExpression, AcceptsEverySpelling) {
  for (const char* text : {"a and b", "a & b", "a && b", "a /\\ b", "a ∧ b"}) {
    EXPECT_EQ(expression(text), "(a and b)");
  }
  for (const char* text : {"a or b", "a || b", "a \\/ b", "a ∨ b"}) EXPECT_EQ(expression(text), "(a or b)");
  for (const char* text : {"not a", "!a", "~a", "¬a"}) EXPECT_EQ(expression(text), "(not a)");
  for (const char* text : {"a => b", "a -> b", "a implies b", "a ⇒ b", "a → b"}) {
    EXPECT_EQ(expression(text), "(a => b)");
  }
  for (const char* text : {"a <=> b", "a <-> b", "a iff b", "a ⇔ b"})
    EXPECT_EQ(expression(text), "(a <=> b)");
  for (const char* text : {"a != b", "a /= b", "a ≠ b"}) EXPECT_EQ(expression(text), "(a != b)");
  for (const char* text : {"a = b", "a == b"}) EXPECT_EQ(expression(text), "(a = b)");
  for (const char* text : {"a <= b", "a ≤ b"}) EXPECT_EQ(expression(text), "(a <= b)");
  for (const char* text : {"a >= b", "a ≥ b"}) EXPECT_EQ(expression(text), "(a >= b)");
  for (const char* text : {"a in b", "a ∈ b"}) EXPECT_EQ(expression(text), "(a in b)");
  for (const char* text : {"a not in b", "a ∉ b", "a ¬ in b"}) EXPECT_EQ(expression(text), "(a not in b)");
  for (const char* text : {"a subset b", "a ⊆ b"}) EXPECT_EQ(expression(text), "(a subset b)");
  for (const char* text : {"a union b", "a ∪ b"}) EXPECT_EQ(expression(text), "(a union b)");
  for (const char* text : {"a intersect b", "a ∩ b"}) EXPECT_EQ(expression(text), "(a intersect b)");
  for (const char* text : {"TRUE", "true"}) EXPECT_EQ(expression(text), "true");
  for (const char* text : {"FALSE", "false"}) EXPECT_EQ(expression(text), "false");
  EXPECT_EQ(expression("⌈ (n+1)/2 ⌉"), "ceil(((n + 1) / 2))");
  EXPECT_EQ(expression("⌊n/2⌋ + floor(n/3)"), "(floor((n / 2)) + floor((n / 3)))");
}

TEST(ParserExpression, ReadsSets) {
  EXPECT_EQ(expression("{} = ∅"), "({} = {})");
  EXPECT_EQ(expression("a + {b, c} * d \\ e"), "((a + ({b, c} * d)) \\ e)");
  EXPECT_EQ(expression("{i: 1..m | i > 2} subset s"), "(set(i: 1..m | (i > 2)) subset s)");
  EXPECT_EQ(expression("size({i: acceptor | true}) > 1"), "(size(set(i: acceptor | true)) > 1)");
}

TEST(ParserExpression, ReadsQuantifiersInBothNotations) {
  const std::string all = "all(i: T | (i > 0))";
  for (const char* text :
       {"∀ (i: T) i > 0", "forall (i: T) i > 0", "all(i: T | i > 0)", "forall(i: T | i > 0)"}) {
    EXPECT_EQ(expression(text), all);
  }
  const std::string some = "some(i: T | (i > 0))";
  for (const char* text :
       {"∃(i: T) i > 0", "exists(i: T) i > 0", "some(i: T | i > 0)", "exists(i: T | i > 0)"}) {
    EXPECT_EQ(expression(text), some);
  }
  EXPECT_EQ(expression("a and ∃ (i: T) b or c => d"), "(a and some(i: T | ((b or c) => d)))");
  EXPECT_EQ(expression("¬∃ (i: T) a and b"), "(not some(i: T | (a and b)))");
  EXPECT_EQ(expression("all(i: T | a) and b"), "(all(i: T | a) and b)");
  EXPECT_EQ(expression("∀ (i: T) ∀ (j: 0..n - 1) i = j"), "all(i: T | all(j: 0..(n - 1) | (i = j)))");
  EXPECT_EQ(expression("count(i: Q where i != p | msg[i].x = 1) >= 2"),
            "(count(i: Q where (i != p) | (msg[i].x = 1)) >= 2)");
  EXPECT_EQ(expression("max(i: S \\ {p} | i.x else 0) = 1"), "(max(i: (S \\ {p}) | i.x else 0) = 1)");
  EXPECT_EQ(expression("argmin(j: Q where j in S | x else p) = q"),
            "(argmin(j: Q where (j in S) | x else p) = q)");
  EXPECT_EQ(expression("any(q: r) = p"), "(any(q: r | true) = p)");
  EXPECT_EQ(expression("any(q: r where q != p | q.x = 1) = p"), "(any(q: r where (q != p) | (q.x = 1)) = p)");
  EXPECT_EQ(expression("msg[any Q].value = 1"), "(msg[(any Q)].value = 1)");
  EXPECT_EQ(expression("any p.peers = q"), "((any p.peers) = q)");
  EXPECT_EQ(expression("all(b: bool | b or not b)"), "all(b: bool | (b or (not b)))");
}

TEST(ParserExpression, ReadsConditionalsAndLet) {
  EXPECT_EQ(expression("if a then b else c + 1"), "(if a then b else (c + 1))");
  EXPECT_EQ(expression("1 + if a then b else if c then d else e"),
            "(1 + (if a then b else (if c then d else e)))");
  EXPECT_EQ(expression("let x = a + 1 in x in s"), "(let x = (a + 1) in (x in s))");
  EXPECT_EQ(expression("let x = (a in s) in let y := x in y"), "(let x = (a in s) in (let y = x in y))");
}

TEST(ParserExpression, LeavesQuantifierWordsToNames) {
  EXPECT_EQ(expression("max(a, b, 3) > min + count"), "(max(a, b, 3) > (min + count))");
  EXPECT_EQ(expression("any = set and sum > size(all)"), "((any = set) and (sum > size(all)))");
  EXPECT_EQ(expression("msg.type = p.init and p.end > q.if"), "((msg.type = p.init) and (p.end > q.if))");
  EXPECT_EQ(expression("to + from + on + of + bound + distinct + value"),
            "((((((to + from) + on) + of) + bound) + distinct) + value)");
  EXPECT_EQ(expression("isundefined(p.x) and majority(n) > acceptor(1)"),
            "(isundefined(p.x) and (majority(n) > acceptor(1)))");
  EXPECT_EQ(expression("G and F or X = A - E"), "((G and F) or (X = (A - E)))");
}

TEST(ParserFormula, ReadsTemporalOperators) {
  EXPECT_EQ(formula("G p"), "(G p)");
  EXPECT_EQ(formula("[] p"), "(G p)");
  EXPECT_EQ(formula("□ p"), "(G p)");
  EXPECT_EQ(formula("[]<> p"), "(G (F p))");
  EXPECT_EQ(formula("◇ □ p"), "(F (G p))");
  EXPECT_EQ(formula("G p => F q"), "((G p) => (F q))");
  EXPECT_EQ(formula("G (p => F q)"), "(G (p => (F q)))");
  EXPECT_EQ(formula("G x = 1"), "(G (x = 1))");
  EXPECT_EQ(formula("not p U q"), "((not p) U q)");
  EXPECT_EQ(formula("p and q U r or s"), "((p and (q U r)) or s)");
  EXPECT_EQ(formula("p U q U r"), "(p U (q U r))");
  EXPECT_EQ(formula("p R q W r"), "(p R (q W r))");
  EXPECT_EQ(formula("A G E F p"), "(A (G (E (F p))))");
  EXPECT_EQ(formula("X X p"), "(X (X p))");
  EXPECT_EQ(formula("∀ (v: 1..2) G (∃ (i: T) i.x = v)"), "all(v: 1..2 | (G some(i: T | (i.x = v))))");
  EXPECT_EQ(formula("F ∀ (i: T) a ∧ b ⇒ c"), "(F all(i: T | ((a and b) => c)))");
}

TEST(ParserFormula, LeavesLettersThatAreNamesAlone) {
  EXPECT_EQ(formula("G(x) = F", "function G(x: 1..2): bool = true "), "(G(x) = F)");
  EXPECT_EQ(formula("F F", "function G(x: 1..2): bool = true "), "(F F)");
  EXPECT_EQ(formula("X = 1 and F X > 0", "protocol p (X := 1) "), "((X = 1) and (F (X > 0)))");
  EXPECT_EQ(formula("all(A: acceptor | G A.x = E)"), "all(A: acceptor | (G (A.x = E)))");
  EXPECT_EQ(formula("s = A or G t = U", "role r var s: enum {A, U, B} "), "((s = A) or (G (t = U)))");
  EXPECT_EQ(formula("x = E and y = F"), "((x = E) and (y = F))");
  const Parsed later("property p: G(1) = 2 function G(x: 1..2): 1..2 = x");
  EXPECT_EQ(later.messages(), "");
  EXPECT_EQ(show(*later.model.properties.at(0).formula), "(G(1) = 2)");
}

TEST(ParserFormula, ReadsEveryKindOfProperty) {
  const Parsed parsed(
      "invariant a: x = 1\nproperty b: G x under fair;\nproperty c: no deadlock\n"
      "property d: no deadlock unless all(i: r | i.done)\nE: G x\nF: F y");
  ASSERT_EQ(parsed.messages(), "");
  const auto& properties = parsed.model.properties;
  ASSERT_EQ(properties.size(), 6U);
  EXPECT_EQ(properties[0].kind, SyntaxPropertyKind::invariant);
  EXPECT_EQ(properties[1].under.value().text, "fair");
  EXPECT_EQ(properties[2].kind, SyntaxPropertyKind::no_deadlock);
  EXPECT_FALSE(properties[2].formula.has_value());
  EXPECT_EQ(show(properties[3].formula.value()), "all(i: r | i.done)");
  EXPECT_EQ(properties[4].name.text, "E");
  EXPECT_EQ(show(properties[5].formula.value()), "(F y)");
}

TEST(ParserStatement, ReadsEveryKind) {
  EXPECT_EQ(statements("x := 1; p.y[2].z := 3; 2leader[k].val := 4;"),
            "x := 1; p.y[2].z := 3; 2leader[k].val := 4");
  EXPECT_EQ(statements("undefine x; undefine (p.y); skip"), "undefine x; undefine p.y; skip");
  EXPECT_EQ(statements("let x := 1; let y = x in s"), "let x := 1; let y := (x in s)");
  EXPECT_EQ(statements("send M to p; send M() to all acceptor; send M(1, v: x) to all Q"),
            "send M to p; send M() to all acceptor; send M(1, v: x) to all Q");
  EXPECT_EQ(statements("send M(if a then b else c) to any Q"), "send M((if a then b else c)) to (any Q)");
  EXPECT_EQ(statements("for k: acceptor do x := 1; y := 2 endfor; for i: 1..3 do skip end"),
            "for k: acceptor do x := 1; y := 2 endfor; for i: 1..3 do skip endfor");
  EXPECT_EQ(statements("if a then x := 1 elsif b then x := 2; elseif c then x := 3 else x := 4 endif"),
            "if a then x := 1 else if b then x := 2 else if c then x := 3 else x := 4 endif endif endif");
  EXPECT_EQ(statements("if a then x := 1 else if b then x := 2 endif; y := 3 end; z := 4"),
            "if a then x := 1 else if b then x := 2 endif; y := 3 endif; z := 4");
}

TEST(ParserType, ReadsEveryKind) {
  EXPECT_EQ(type("1..m*L"), "1..(m * L)");
  EXPECT_EQ(type("0..⌈(n+1)/2⌉"), "0..ceil(((n + 1) / 2))");
  EXPECT_EQ(type("bool"), "bool");
  EXPECT_EQ(type("Boolean"), "bool");
  EXPECT_EQ(type("enum {a, b}"), "enum {a,b}");
  EXPECT_EQ(type("set of acceptor"), "set of acceptor");
  EXPECT_EQ(type("array[1..2] of array[r] of bool"), "array[1..2] of array[r] of bool");
  EXPECT_EQ(type("record a, b: 0..1; type: bool; end: set of r end"),
            "record a: 0..1; b: 0..1; type: bool; end: set of r; end");
  EXPECT_EQ(type("-1..1"), "(- 1)..1");
}

TEST(ParserDeclaration, ReadsShortForms) {
  const Parsed parsed(
      "protocol p (m := 2, n := m + 1)\nparameter f := 1, k := 2;\n"
      "role a[n] var x, y: 0..m := any; s: set of 1..m := {}\n  monitor seen: bool := false\n"
      "role b\ngroup g = a + b group h = a or b\n"
      "message M(x, y: 0..1, type: bool), N message O()\n"
      "function f2(u: 0..1, v: bool): 0..n = u + 1\nfunction zero(): 0..n := 0");
  ASSERT_EQ(parsed.messages(), "");
  const SyntaxModel& model = parsed.model;
  EXPECT_EQ(model.name.value().text, "p");
  ASSERT_EQ(model.parameters.size(), 4U);
  EXPECT_EQ(show(model.parameters[1].value.value()), "(m + 1)");
  ASSERT_EQ(model.roles.size(), 2U);
  ASSERT_EQ(model.roles[0].variables.size(), 3U);
  EXPECT_EQ(model.roles[0].variables[1].name.text, "y");
  EXPECT_EQ(show(model.roles[0].variables[1].initial.value()), "any");
  EXPECT_EQ(model.roles[0].monitors.size(), 1U);
  EXPECT_FALSE(model.roles[1].count.has_value());
  ASSERT_EQ(model.groups.size(), 2U);
  EXPECT_EQ(model.groups[1].roles.size(), 2U);
  ASSERT_EQ(model.messages.size(), 3U);
  EXPECT_EQ(model.messages[0].fields.size(), 3U);
  ASSERT_EQ(model.functions.size(), 2U);
  EXPECT_EQ(show(model.functions[0].body), "(u + 1)");
}

TEST(ParserDeclaration, TellsDurableVariablesFromSetsToChooseFrom) {
  const Parsed parsed(
      "role a\n  var x: bool := any\n  durable y: bool := any\n  durable z, durable: bool\nrole b");
  ASSERT_EQ(parsed.messages(), "");
  const SyntaxRole& role = parsed.model.roles[0];
  ASSERT_EQ(role.variables.size(), 4U);
  EXPECT_EQ(show(role.variables[0].initial.value()), "any");
  EXPECT_FALSE(role.variables[0].durable);
  EXPECT_TRUE(role.variables[1].durable);
  EXPECT_EQ(role.variables[3].name.text, "durable");
}

TEST(ParserDeclaration, ReadsTheEnvironment) {
  const Parsed parsed(
      "channels asynchronous, lossy, out-of-order, FIFO, no duplication, bound n + 1\n"
      "faults a, b: at most (n - 1) / 2 crash, exactly 1 of c Byzantine;\n  up to f of d + e or g byzantine; "
      "at most 1 crash\n"
      "safety: G x");
  ASSERT_EQ(parsed.messages(), "");
  ASSERT_EQ(parsed.model.channels.size(), 1U);
  std::string words;
  for (const Name& word : parsed.model.channels[0].words) words += word.text + ";";
  EXPECT_EQ(words, "asynchronous;lossy;unordered;fifo;no duplication;");
  EXPECT_EQ(show(parsed.model.channels[0].bound.value()), "(n + 1)");
  const auto& faults = parsed.model.faults;
  ASSERT_EQ(faults.size(), 4U);
  EXPECT_EQ(faults[0].roles.size(), 2U);
  EXPECT_EQ(show(faults[0].count), "((n - 1) / 2)");
  EXPECT_TRUE(faults[1].exactly);
  EXPECT_EQ(faults[1].word, "byzantine");
  EXPECT_EQ(faults[2].roles.size(), 3U);
  EXPECT_TRUE(faults[3].roles.empty());
  EXPECT_EQ(parsed.model.properties.size(), 1U);
}

TEST(ParserDeclaration, TellsTheMonitorOfARoleFromTheModels) {
  const Parsed parsed(
      "role a monitor x: bool := false; y: bool\nrole b monitor z: bool := false;\nobserve: z := true\n"
      "monitor var u: 0..1 := 0 observe u := 1; z := false\nmonitor v: bool");
  ASSERT_EQ(parsed.messages(), "");
  EXPECT_EQ(parsed.model.roles[0].monitors.size(), 2U);
  EXPECT_EQ(parsed.model.roles[1].monitors.size(), 0U);
  EXPECT_EQ(parsed.model.monitor_variables.size(), 3U);
  EXPECT_EQ(show(parsed.model.observe), "z := true; u := 1; z := false");
}

TEST(ParserRule, ReadsShortHeadings) {
  const Parsed parsed(
      "rule a of r p: do skip end\n"
      "rule b(v: 1..3, w: bool) of byzantine r p on M from s q: when x do skip endrule\n"
      "rule c of r p on M from quorum Q[>= n - f] of g: when x = 1 do if y then skip endif\n"
      "rule d of byzantine p on M from quorum q: do skip");
  ASSERT_EQ(parsed.messages(), "");
  const auto& rules = parsed.model.rules;
  ASSERT_EQ(rules.size(), 4U);
  EXPECT_FALSE(rules[0].guard || rules[0].printed || rules[0].sender || rules[0].byzantine);
  EXPECT_EQ(rules[0].self->name.text, "p");
  EXPECT_EQ(show(rules[0].self->type), "r");
  EXPECT_TRUE(rules[1].byzantine);
  EXPECT_EQ(rules[1].parameters.size(), 2U);
  EXPECT_EQ(rules[1].sender->name.text, "q");
  EXPECT_EQ(rules[1].message_kind->text, "M");
  EXPECT_TRUE(rules[2].sender->quorum && rules[2].sender->at_least);
  EXPECT_EQ(show(*rules[2].sender->quorum_size), "(n - f)");
  EXPECT_EQ(show(rules[2].body), "if y then skip endif");
  EXPECT_FALSE(rules[3].byzantine || rules[3].sender->quorum);
}

TEST(ParserRule, ReadsPrintedHeadings) {
  const Parsed parsed(
      "init start: x := 1 [] [](i: T) other: if i = 1 then x := 2 endif;\n"
      "rules [](v: 1..2)[](i: T)[](j: U) a on M: if g then x := 1; y := 2 endif\n"
      "[] [(i: T)[(j: U) b: if g then x := 1 else skip endif;\n"
      "[] []:(i: T) c: x := 1; y := 2; [](i: T)[](Q: quorum[>= 2] of U) d: skip [] ELSE;\n"
      "p: x = 1");
  ASSERT_EQ(parsed.messages(), "");
  ASSERT_EQ(parsed.model.initial_rules.size(), 2U);
  EXPECT_EQ(show(parsed.model.initial_rules[1].guard.value()), "(i = 1)");
  const auto& rules = parsed.model.rules;
  ASSERT_EQ(rules.size(), 4U);
  EXPECT_EQ(rules[0].parameters.size(), 3U);
  EXPECT_EQ(rules[0].message_kind->text, "M");
  EXPECT_EQ(show(rules[0].guard.value()), "g");
  EXPECT_EQ(show(rules[0].body), "x := 1; y := 2");
  EXPECT_FALSE(rules[1].guard.has_value());
  EXPECT_EQ(rules[1].parameters.size(), 2U);
  EXPECT_EQ(show(rules[2].body), "x := 1; y := 2");
  EXPECT_TRUE(rules[3].parameters[1].quorum && rules[3].parameters[1].at_least);
  EXPECT_TRUE(parsed.model.has_else);
  EXPECT_EQ(parsed.model.properties.size(), 1U);
}

TEST(ParserSpans, CoverWhatWasWritten) {
  const Parsed parsed(
      "rule r of a p:\n  when (p.x + 1) * f(y) > all(i: T | i.z) do\n  if b then x := 1; endif end");
  ASSERT_EQ(parsed.messages(), "");
  const auto text = [&](Span span) { return std::string(parsed.source.excerpt(span)); };
  const SyntaxRule& rule = parsed.model.rules.at(0);
  EXPECT_EQ(text(rule.span), std::string(parsed.source.text()));
  const SyntaxExpr& guard = rule.guard.value();
  EXPECT_EQ(text(guard.span), "(p.x + 1) * f(y) > all(i: T | i.z)");
  EXPECT_EQ(text(guard.children[0].span), "(p.x + 1) * f(y)");
  EXPECT_EQ(text(guard.children[0].children[0].span), "(p.x + 1)");
  EXPECT_EQ(text(guard.children[0].children[0].children[0].span), "p.x");
  EXPECT_EQ(text(guard.children[0].children[1].span), "f(y)");
  EXPECT_EQ(text(guard.children[1].span), "all(i: T | i.z)");
  EXPECT_EQ(text(guard.children[1].bound.span), "i");
  EXPECT_EQ(text(guard.children[1].domain[0].span), "T");
  EXPECT_EQ(text(rule.body.at(0).span), "if b then x := 1; endif");
  EXPECT_EQ(text(rule.body.at(0).body.at(0).span), "x := 1");
}

}  // namespace
}  // namespace quorate::test
