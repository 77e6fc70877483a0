// Any bytes: the parser ends, reports, and leaves a tree that can be walked and destroyed.
#include <gtest/gtest.h>

#include <random>

#include "language/sample_models.hpp"
#include "language/syntax_printer.hpp"

namespace quorate::test {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

// Walks the whole tree, so that a missing part or too high a tree would show.
void walk(const SyntaxModel& model) {
  std::size_t size = 0;
  for (const auto& property : model.properties) {
    if (property.formula) size += show(*property.formula).size();
  }
  for (const auto* rules : {&model.initial_rules, &model.rules}) {
    for (const auto& rule : *rules) {
      size += show(rule.body).size();
      if (rule.guard) size += show(*rule.guard).size();
    }
  }
  EXPECT_LT(size, std::string::npos);
}

TEST(ParserRobustness, LongChainsAreBounded) {
  const int times = 100000;
  for (const std::string before :
       {"property p: ", "invariant i: x = ", "role r var x: ", "init l: ", "rules [](i: T) l: x := ",
        "rule r of a p: do ", "function f(): bool = ", ""}) {
    for (const std::string part : {"(",
                                   "¬",
                                   "[]",
                                   "-",
                                   "{",
                                   "a[",
                                   "f(",
                                   "∀(i: T) ",
                                   "x + ",
                                   "a => ",
                                   "x.y.",
                                   "G ",
                                   "if x then ",
                                   "for i: T do ",
                                   "if a then skip elsif ",
                                   "x U ",
                                   "record a, b: ",
                                   "array[",
                                   "set of ",
                                   "let x = ",
                                   ";",
                                   "a, ",
                                   "[](i: T)",
                                   "end "}) {
      const Parsed parsed(before + repeated(part, times / 50));
      walk(parsed.model);
      EXPECT_LE(parsed.diagnostics.error_count(), 110U) << before << part;
    }
  }
}

TEST(ParserRobustness, VeryLongChainsAreBounded) {
  for (const std::string part : {"(", "¬", "[]", "x + ", "if x then "}) {
    const Parsed parsed("property p: " + repeated(part, 100000) + "\nproperty q: G )");
    EXPECT_EQ(parsed.diagnostics.error_count(), 2U) << part;
  }
}

TEST(ParserRobustness, DeepButReasonableNestingIsFine) {
  EXPECT_EQ(expression(repeated("(", 150) + "x" + repeated(")", 150)), "x");
  const std::string sum = expression("x" + repeated(" + 1", 300));
  EXPECT_EQ(sum.substr(sum.size() - 10), " + 1) + 1)");
  const Parsed too_long("invariant i: x" + repeated(" + 1", 500) + " > 0\ninvariant j: )");
  EXPECT_EQ(too_long.diagnostics.error_count(), 2U) << too_long.messages();
}

TEST(ParserRobustness, TruncatedModels) {
  for (const char* sample : {kPrintedPaxos, kPrintedOralMessages, kShortPaxos}) {
    const std::string text = sample;
    for (std::size_t length = 0; length < text.size(); length += 3) {
      const Parsed parsed(text.substr(0, length));
      walk(parsed.model);
      EXPECT_LE(parsed.diagnostics.error_count(), 5U) << parsed.messages();
    }
  }
}

TEST(ParserRobustness, RandomBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::string text(random() % 400, ' ');
    for (char& c : text) c = static_cast<char>(random() % (round % 2 == 0 ? 256 : 128));
    walk(Parsed(text).model);
  }
}

TEST(ParserRobustness, RandomTokens) {
  const std::vector<std::string> words = {
      "protocol", "parameter", "type",    "var",      "init",    "rules",   "channels", "faults",
      "role",     "group",     "message", "function", "rule",    "monitor", "observe",  "invariant",
      "property", "if",        "then",    "else",     "elsif",   "endif",   "for",      "do",
      "endfor",   "end",       "let",     "send",     "to",      "all",     "undefine", "skip",
      "when",     "on",        "from",    "quorum",   "of",      "record",  "enum",     "array",
      "set",      "ELSE",      "any",     "in",       "not",     "and",     "G",        "U",
      "x",        "y",         "T",       "1",        "2leader", "(",       ")",        "[",
      "]",        "[]",        "{",       "}",        ",",       ";",       ":",        ":=",
      ".",        "..",        "|",       "=",        "<",       "+",       "-",        "*",
      "∀",        "∃",         "¬",       "∧",        "⌈",       "⌉",       "<>",       "at",
      "most",     "crash"};
  std::mt19937 random(2);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::size_t i = random() % 60; i > 0; --i)
      text += words[random() % words.size()] + (random() % 8 == 0 ? "\n" : " ");
    walk(Parsed(text).model);
  }
}

TEST(ParserRobustness, ModelsWithBytesChanged) {
  std::mt19937 random(3);
  for (const char* sample : {kPrintedPaxos, kPrintedOralMessages, kShortPaxos}) {
    for (int round = 0; round < 300; ++round) {
      std::string text = sample;
      for (int i = 0; i < 3; ++i) {
        const std::size_t at = random() % text.size();
        switch (random() % 3) {
          case 0:
            text.erase(at, 1 + random() % 10);
            break;
          case 1:
            text[at] = static_cast<char>(random() % 256);
            break;
          default:
            text.insert(at, text.substr(random() % text.size(), random() % 20));
            break;
        }
      }
      walk(Parsed(text).model);
    }
  }
}

}  // namespace
}  // namespace quorate::test
