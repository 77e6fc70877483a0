// The spellings of the signs, and advice on signs of other languages. Read by the lexer only.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "language/ftdp/parse/token.hpp"

namespace quorate {

struct Spelling {
  std::string_view text;
  TokenKind kind;
};

// Every spelling is listed before its prefixes.
inline constexpr std::array kSigns = {
    Spelling{"<=>", TokenKind::iff},
    Spelling{"<->", TokenKind::iff},
    Spelling{"[]", TokenKind::box},
    Spelling{"<>", TokenKind::diamond},
    Spelling{":=", TokenKind::assign},
    Spelling{"..", TokenKind::dot_dot},
    Spelling{"&&", TokenKind::and_},
    Spelling{"||", TokenKind::or_},
    Spelling{"/\\", TokenKind::and_},
    Spelling{"\\/", TokenKind::or_},
    Spelling{"=>", TokenKind::implies},
    Spelling{"->", TokenKind::implies},
    Spelling{"==", TokenKind::equal},
    Spelling{"!=", TokenKind::not_equal},
    Spelling{"/=", TokenKind::not_equal},
    Spelling{"<=", TokenKind::less_equal},
    Spelling{">=", TokenKind::greater_equal},
    Spelling{"(", TokenKind::left_parenthesis},
    Spelling{")", TokenKind::right_parenthesis},
    Spelling{"[", TokenKind::left_bracket},
    Spelling{"]", TokenKind::right_bracket},
    Spelling{"{", TokenKind::left_brace},
    Spelling{"}", TokenKind::right_brace},
    Spelling{",", TokenKind::comma},
    Spelling{";", TokenKind::semicolon},
    Spelling{":", TokenKind::colon},
    Spelling{".", TokenKind::dot},
    Spelling{"|", TokenKind::bar},
    Spelling{"=", TokenKind::equal},
    Spelling{"<", TokenKind::less},
    Spelling{">", TokenKind::greater},
    Spelling{"+", TokenKind::plus},
    Spelling{"-", TokenKind::minus},
    Spelling{"*", TokenKind::star},
    Spelling{"/", TokenKind::slash},
    Spelling{"%", TokenKind::percent},
    Spelling{"\\", TokenKind::backslash},
    Spelling{"&", TokenKind::and_},
    Spelling{"!", TokenKind::not_},
    Spelling{"~", TokenKind::not_},
    Spelling{"∧", TokenKind::and_},
    Spelling{"∨", TokenKind::or_},
    Spelling{"¬", TokenKind::not_},
    Spelling{"⇒", TokenKind::implies},
    Spelling{"→", TokenKind::implies},
    Spelling{"⇔", TokenKind::iff},
    Spelling{"≠", TokenKind::not_equal},
    Spelling{"≤", TokenKind::less_equal},
    Spelling{"≥", TokenKind::greater_equal},
    Spelling{"∀", TokenKind::for_all},
    Spelling{"∃", TokenKind::exists},
    Spelling{"⌈", TokenKind::left_ceiling},
    Spelling{"⌉", TokenKind::right_ceiling},
    Spelling{"⌊", TokenKind::left_floor},
    Spelling{"⌋", TokenKind::right_floor},
    Spelling{"∅", TokenKind::empty_set},
    Spelling{"∪", TokenKind::set_union},
    Spelling{"∩", TokenKind::set_intersection},
    Spelling{"∈", TokenKind::in},
    Spelling{"∉", TokenKind::not_in},
    Spelling{"⊆", TokenKind::subset},
    Spelling{"□", TokenKind::always},
    Spelling{"◇", TokenKind::diamond},
};

// Signs that may be pasted from a paper or another language, and what to write instead.
inline constexpr std::array kForeign = {
    std::pair{"−", "write `-`"},
    std::pair{"–", "write `-`"},
    std::pair{"—", "write `-`"},
    std::pair{"×", "write `*`"},
    std::pair{"·", "write `*`"},
    std::pair{"∗", "write `*`"},
    std::pair{"∖", "write `\\`"},
    std::pair{"∣", "write `|`"},
    std::pair{"≔", "write `:=`"},
    std::pair{"⟹", "write `=>`"},
    std::pair{"⟶", "write `=>`"},
    std::pair{"⟺", "write `<=>`"},
    std::pair{"↔", "write `<=>`"},
    std::pair{"⊂", "write `⊆` or `subset`"},
    std::pair{"⩽", "write `<=`"},
    std::pair{"⩾", "write `>=`"},
    std::pair{"◊", "write `<>`"},
    std::pair{"⋄", "write `<>`"},
    std::pair{"…", "write the parts out, or count them: `count(i: T | ...) >= k`"},
    std::pair{"#", "`not equal` is written `!=`, and a comment starts with `//`"},
    std::pair{"⇝", "`p` leads to `q` is written `G (p => F q)`"},
    std::pair{"↝", "`p` leads to `q` is written `G (p => F q)`"},
    std::pair{"\"", "texts are not part of the language; an `enum` gives names to values"},
};

}  // namespace quorate
