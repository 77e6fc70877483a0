// The words of FTDP: which are reserved, which open a section, which close a block, and the nearest one
// to a misspelt word. Used by the parser, and by the checker for its suggestions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quorate {

// `role`, `rule`, `invariant`, ...: the words that start a part of a model.
bool is_section_word(std::string_view word);
// `endif`, `else`, ...: the words that end a list of statements.
bool is_closing_word(std::string_view word);
// `if`, `send`, ...: the words that start a statement.
bool is_statement_word(std::string_view word);
// `and`, `in`, `union`, ...: the words that stand between two operands.
bool is_infix_word(std::string_view word);
// Words that cannot be names. Most words with a meaning are not among them: where the grammar can tell,
// `set`, `max` or `from` are names like any other.
bool is_reserved_word(std::string_view word);
// `G`, `F`, `X`, `A`, `E`: a word that may be a temporal operator before an operand.
bool is_temporal_prefix_word(std::string_view word);

// The word that was probably meant, or empty: the same letters in another case or order, or a word near it.
std::string meant_word(std::string_view word, const std::vector<std::string>& candidates);

const std::vector<std::string>& section_words();
const std::vector<std::string>& statement_words();
const std::vector<std::string>& closing_words();
const std::vector<std::string>& quantifier_words();

}  // namespace quorate
