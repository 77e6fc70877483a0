// Tables of words. A misspelt word is matched by case, then by its letters in another order, then by edit
// distance (nearest_word).
#include "language/ftdp/parse/words.hpp"

#include <algorithm>
#include <cctype>

#include "base/diagnostics.hpp"

namespace quorate {

namespace {

using Words = std::vector<std::string>;

bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string lower_case(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

const Words& section_words() {
  static const Words words = {"protocol", "parameter", "type",  "var",      "init",     "rules",  "channels",
                              "faults",   "role",      "group", "message",  "function", "rule",   "monitor",
                              "observe",  "invariant", "lemma", "property", "fairness", "network"};
  return words;
}

const Words& statement_words() {
  static const Words words = {"if", "for", "let", "send", "undefine", "skip"};
  return words;
}

const Words& closing_words() {
  static const Words words = {"endif", "endfor", "end", "endrule", "else", "elsif", "elseif"};
  return words;
}

const Words& quantifier_words() {
  static const Words words = {"all", "some", "exists", "forall", "count", "sum",
                              "max", "min",  "argmax", "argmin", "any"};
  return words;
}

bool is_section_word(std::string_view word) {
  return contains(section_words(), word);
}
bool is_closing_word(std::string_view word) {
  return contains(closing_words(), word);
}
bool is_statement_word(std::string_view word) {
  return contains(statement_words(), word);
}

bool is_infix_word(std::string_view word) {
  static const Words words = {"and", "or", "implies", "iff", "in", "mod", "union", "intersect", "subset"};
  return contains(words, word);
}

bool is_reserved_word(std::string_view word) {
  static const Words words = {"then", "do",    "and", "or",  "not",   "true", "false",
                              "TRUE", "FALSE", "in",  "mod", "where", "when", "ELSE"};
  return contains(words, word) || is_section_word(word) || is_closing_word(word) || is_statement_word(word);
}

bool is_temporal_prefix_word(std::string_view word) {
  return word.size() == 1 && std::string_view("GFXAE").find(word[0]) != std::string_view::npos;
}

std::string meant_word(std::string_view word, const Words& candidates) {
  const auto sorted = [](std::string letters) {
    std::sort(letters.begin(), letters.end());
    return letters;
  };
  const std::string lower = lower_case(word);
  for (const std::string& candidate : candidates) {
    if (lower == lower_case(candidate)) return candidate;
  }
  for (const std::string& candidate : candidates) {
    if (word.size() > 1 && sorted(lower) == sorted(candidate)) return candidate;
  }
  return nearest_word(std::string(word), candidates);
}

}  // namespace quorate
