// The outermost level of a text, and parts that both dialects have in common: units one after the other,
// lists of names, named formulas. After an error parsing goes on with the next unit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "language/promela/promela_cursor.hpp"

namespace quorate {

// `unit` reads one; `begins` says whether one begins here.
template <typename Unit, typename Begins>
void read_units(PromelaCursor& cursor, const Unit& unit, const Begins& begins) {
  while (!cursor.at_end()) {
    if (cursor.accept(";")) continue;
    unit();
    if (!cursor.failed()) continue;
    int depth = 0;
    while (!cursor.at_end() && (depth > 0 || !begins())) {
      if (cursor.at("{")) ++depth;
      if (cursor.at("}")) --depth;
      cursor.take();
    }
    cursor.recovered();
  }
}

// `{ a, b, c }`, with or without '=' before it.
template <typename Add>
void read_names(PromelaCursor& cursor, const Add& add) {
  cursor.accept("=");
  if (!cursor.expect("{", "before the names")) return;
  do {
    std::string name;
    Span span;
    if (!cursor.expect_name(name, span, "a name")) return;
    add(name, span);
  } while (cursor.accept(","));
  cursor.expect("}", "after the names");
}

// `{ formula }`, into a property whose name has been read. False if there is no formula.
template <typename Property, typename Parse>
bool read_property(PromelaCursor& cursor, Property& property, const Parse& parse) {
  if (!cursor.expect("{", "before the formula")) return false;
  const std::size_t begin = cursor.position();
  property.formula = parse(cursor);
  property.text = cursor.text_since(begin);
  if (!cursor.failed()) cursor.expect("}", "after the formula");
  return true;
}

// `Name() { body }`, after `proctype`; `no_parameters` says why there are none. False if it cannot be read.
template <typename Process, typename Body>
bool read_process(PromelaCursor& cursor, Process& process, const char* no_parameters, const Body& body) {
  if (!cursor.expect_name(process.name, process.span, "the name of the proctype")) return false;
  if (!cursor.expect("(", "after the name of the proctype")) return false;
  if (!cursor.expect(")", no_parameters)) return false;
  if (!cursor.expect("{", "before the body")) return false;
  process.body = body();
  // Errors inside of the body were reported; its end is still read.
  return cursor.expect("}", "to close the body of the proctype");
}

// Whether a name follows, as the beginning of an expression; otherwise an error is reported.
inline bool expect_expression(PromelaCursor& cursor) {
  const PromelaToken& token = cursor.peek();
  if (token.kind == PromelaKind::name) return true;
  cursor.fail(token.kind == PromelaKind::end ? "the text ends where an expression is expected"
                                             : "expected an expression, not '" + token.text + "'");
  return false;
}

// The value of a word that is a constant.
inline std::optional<std::int64_t> truth_word(const std::string& word) {
  if (word == "true" || word == "skip") return 1;
  if (word == "false") return 0;
  return std::nullopt;
}

template <typename Formula, typename Kind>
Formula joined_formula(Kind kind, Formula left, Formula right) {
  Formula result;
  result.kind = kind;
  result.span = join(left.span, right.span);
  result.operands.push_back(std::move(left));
  result.operands.push_back(std::move(right));
  return result;
}

}  // namespace quorate
