// Expressions of parametric Promela by their precedences, and formulas over named propositions. Formulas
// bind, loosest first: -> and <->, ||, &&, [] and <>, U V W, !. Comparisons are not read inside a formula:
// a proposition is declared by `atomic p = ...`.
#include "language/promela/promela_expressions.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "language/promela/promela_operators.hpp"
#include "language/promela/promela_units.hpp"

namespace quorate {

namespace {

constexpr std::array<PromelaBinary<TermKind>, 14> kBinaryOperators = {{
    {"||", 0, TermKind::logical_or},
    {"or", 0, TermKind::logical_or},
    {"&&", 1, TermKind::logical_and},
    {"and", 1, TermKind::logical_and},
    {"==", 2, TermKind::equal},
    {"!=", 2, TermKind::not_equal},
    {"<", 3, TermKind::less},
    {"<=", 3, TermKind::less_equal},
    {">", 3, TermKind::greater},
    {">=", 3, TermKind::greater_equal},
    {"+", 4, TermKind::plus},
    {"-", 4, TermKind::minus},
    {"*", 5, TermKind::times},
    {"/", 5, TermKind::divide},
}};

class ExpressionParser {
 public:
  explicit ExpressionParser(PromelaCursor& cursor) : cursor_(cursor) {}

  PromelaExpression parse() { return binary(0); }

 private:
  PromelaExpression binary(int level) {
    return read_binary<PromelaExpression>(
        cursor_, kBinaryOperators, level, [this] { return unary(); },
        [](TermKind kind, PromelaExpression left, PromelaExpression right) {
          const Span span = join(left.span, right.span);
          return operation(kind, span, std::move(left), std::move(right));
        });
  }

  PromelaExpression unary() {
    const NestingGuard guard(cursor_, depth_, "expression");
    PromelaExpression result;
    const Span begin = cursor_.peek().span;
    if (cursor_.failed()) {
      result.span = begin;
    } else if (cursor_.accept("!")) {
      PromelaExpression operand = unary();
      const Span span = join(begin, operand.span);
      result = operation(TermKind::logical_not, span, std::move(operand));
      grown_too_high(cursor_, result, "expression");
    } else if (cursor_.accept("-")) {
      PromelaExpression operand = unary();
      const Span span = join(begin, operand.span);
      result = operation(TermKind::negate, span, std::move(operand));
      grown_too_high(cursor_, result, "expression");
    } else if (cursor_.accept("(")) {
      result = binary(0);
      cursor_.expect(")", "to close the parenthesis");
      result.span = join(begin, cursor_.last_span());
    } else {
      result = primary();
    }
    return result;
  }

  PromelaExpression primary() {
    PromelaExpression result;
    const PromelaToken token = cursor_.peek();
    result.span = token.span;
    if (token.kind == PromelaKind::number) {
      cursor_.take();
      result.value = token.number;
      result.macro = token.macro;
      return result;
    }
    if (!expect_expression(cursor_)) return result;
    cursor_.take();
    if (const auto truth = truth_word(token.text)) {
      result.value = *truth;
      return result;
    }
    if (cursor_.at("(")) return quantified(token);
    if (cursor_.at("[")) {
      cursor_.fail("arrays are not part of the language",
                   "count processes and messages in integer variables");
      return result;
    }
    result.kind = PromelaExpressionKind::name;
    result.name = token.text;
    Span member;
    if (cursor_.at(":") && cursor_.peek(1).kind == PromelaKind::name) {
      cursor_.take();
      result.kind = PromelaExpressionKind::member;
      cursor_.expect_name(result.member, member, "a variable after ':'");
      result.span = join(token.span, member);
    } else if (cursor_.accept("@")) {
      result.kind = PromelaExpressionKind::at_label;
      cursor_.expect_name(result.member, member, "a label after '@'");
      result.span = join(token.span, member);
    }
    return result;
  }

  PromelaExpression quantified(const PromelaToken& word) {
    PromelaExpression result;
    result.kind = PromelaExpressionKind::operation;
    if (word.text == "all") {
      result.operation = TermKind::for_all;
    } else if (word.text == "some") {
      result.operation = TermKind::for_some;
    } else if (word.text == "card") {
      result.operation = TermKind::count;
    } else {
      cursor_.fail_at(word.span, fmt::format("'{}' is not a function of the language", word.text),
                      "the quantifiers of propositions are all(...), some(...) and card(...)");
      result.kind = PromelaExpressionKind::number;
      return result;
    }
    cursor_.take();
    result.operands.push_back(binary(0));
    cursor_.expect(")", "to close the quantifier");
    result.span = join(word.span, cursor_.last_span());
    grown_too_high(cursor_, result, "expression");
    return result;
  }

  static PromelaExpression operation(TermKind kind, Span span, PromelaExpression first) {
    PromelaExpression result;
    result.kind = PromelaExpressionKind::operation;
    result.operation = kind;
    result.span = span;
    result.operands.push_back(std::move(first));
    return result;
  }
  static PromelaExpression operation(TermKind kind, Span span, PromelaExpression first,
                                     PromelaExpression second) {
    PromelaExpression result = operation(kind, span, std::move(first));
    result.operands.push_back(std::move(second));
    return result;
  }

  PromelaCursor& cursor_;
  int depth_ = 0;
};

class FormulaParser {
 public:
  explicit FormulaParser(PromelaCursor& cursor) : cursor_(cursor) {}

  PromelaFormula parse() {
    PromelaFormula left = binary(0);
    while (!cursor_.failed() && (cursor_.at("->") || cursor_.at("<->"))) {
      const bool implies = cursor_.take().text == "->";
      left = joined_formula(implies ? TemporalKind::implies : TemporalKind::iff, std::move(left), binary(0));
      if (grown_too_high(cursor_, left, "formula")) break;
    }
    return left;
  }

 private:
  PromelaFormula binary(int level) {
    if (level == 2) return temporal();
    PromelaFormula left = binary(level + 1);
    while (!cursor_.failed() && cursor_.accept(level == 0 ? "||" : "&&")) {
      const TemporalKind kind = level == 0 ? TemporalKind::logical_or : TemporalKind::logical_and;
      left = joined_formula(kind, std::move(left), binary(level + 1));
      if (grown_too_high(cursor_, left, "formula")) break;
    }
    return left;
  }

  PromelaFormula temporal() {
    const Span begin = cursor_.peek().span;
    const NestingGuard guard(cursor_, depth_, "formula");
    PromelaFormula result;
    if (!cursor_.failed() && (cursor_.at("[]") || cursor_.at("<>"))) {
      result.kind = cursor_.take().text == "[]" ? TemporalKind::always : TemporalKind::eventually;
      result.operands.push_back(temporal());
      result.span = join(begin, result.operands[0].span);
      grown_too_high(cursor_, result, "formula");
    } else {
      result = until();
    }
    return result;
  }

  PromelaFormula until() {
    PromelaFormula left = negation();
    while (!cursor_.failed() && (cursor_.at("U") || cursor_.at("V") || cursor_.at("W"))) {
      const std::string sign = cursor_.take().text;
      const TemporalKind kind = sign == "U"   ? TemporalKind::until
                                : sign == "V" ? TemporalKind::release
                                              : TemporalKind::weak_until;
      left = joined_formula(kind, std::move(left), negation());
      if (grown_too_high(cursor_, left, "formula")) break;
    }
    return left;
  }

  PromelaFormula negation() {
    const NestingGuard guard(cursor_, depth_, "formula");
    const Span begin = cursor_.peek().span;
    PromelaFormula result;
    if (cursor_.accept("!")) {
      result.kind = TemporalKind::logical_not;
      result.operands.push_back(cursor_.at("[]") || cursor_.at("<>") ? temporal() : negation());
      result.span = join(begin, result.operands[0].span);
      grown_too_high(cursor_, result, "formula");
      return result;
    }
    if (cursor_.accept("(")) {
      result = parse();
      cursor_.expect(")", "to close the parenthesis");
      result.span = join(begin, cursor_.last_span());
      return result;
    }
    if (cursor_.at("[]") || cursor_.at("<>")) return temporal();
    return atom();
  }

  PromelaFormula atom() {
    PromelaFormula result;
    result.span = cursor_.peek().span;
    if (cursor_.at("X")) {
      cursor_.fail("the operator X (next) is not part of the language",
                   "a formula must not depend on how many steps other processes take in between");
      return result;
    }
    if (cursor_.peek().kind == PromelaKind::number) {
      result.kind = TemporalKind::truth;
      if (cursor_.take().number == 0) result = negated(std::move(result));
      return result;
    }
    if (cursor_.accept("true")) return result;
    if (cursor_.accept("false")) return negated(std::move(result));
    if (cursor_.peek(1).is("(") && (cursor_.at("all") || cursor_.at("some") || cursor_.at("card"))) {
      const std::string word = cursor_.peek().text;
      cursor_.fail(fmt::format("'{}' cannot be written inside a formula", word),
                   fmt::format("give it a name: atomic p = {}(...); and write p here", word));
      return result;
    }
    if (!cursor_.expect_name(result.name, result.span, "a proposition, or a parenthesis")) return result;
    result.kind = TemporalKind::proposition;
    if (cursor_.accept("@")) {
      Span label;
      cursor_.expect_name(result.label, label, "a label after '@'");
      result.span = join(result.span, label);
    }
    for (const char* sign : {"==", "!=", "<", "<=", ">", ">=", ":", "(", "+", "-"}) {
      if (cursor_.at(sign))
        cursor_.fail("comparisons cannot be written inside a formula",
                     "give it a name: atomic p = (...); and write p here");
    }
    return result;
  }

  static PromelaFormula negated(PromelaFormula operand) {
    PromelaFormula result;
    result.kind = TemporalKind::logical_not;
    result.span = operand.span;
    result.operands.push_back(std::move(operand));
    return result;
  }
  PromelaCursor& cursor_;
  int depth_ = 0;
};

}  // namespace

PromelaExpression parse_promela_expression(PromelaCursor& cursor) {
  return ExpressionParser(cursor).parse();
}

PromelaFormula parse_promela_formula(PromelaCursor& cursor) {
  return FormulaParser(cursor).parse();
}

std::vector<PromelaExpression> parse_promela_expressions(const std::string& text, Span place,
                                                         Diagnostics& diagnostics) {
  Diagnostics inner;
  const SourceText source("option", text);
  std::vector<PromelaToken> tokens = lex_promela(source, inner);
  for (auto& token : tokens) token.span = place;
  PromelaCursor cursor(std::move(tokens), diagnostics);
  std::vector<PromelaExpression> result;
  do {
    result.push_back(parse_promela_expression(cursor));
  } while (cursor.accept(","));
  if (!cursor.at_end()) cursor.fail("expected expressions over the parameters, separated by commas");
  if (cursor.failed() || inner.has_errors()) result.clear();
  return result;
}

}  // namespace quorate
