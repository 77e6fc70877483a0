// Expressions and formulas with SPIN's operators and precedences: from -> and <-> (loosest) over ||, && and
// U V W R to [] and <>, which bind like a negation, and the operators of C. Inside of a formula a
// parenthesis may begin an expression or a formula: has_temporal_operand() looks ahead to its end.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>

#include "language/promela/plain_syntax.hpp"
#include "language/promela/promela_operators.hpp"
#include "language/promela/promela_units.hpp"

namespace quorate {

namespace {

constexpr int kBitOr = 2;  // the loosest operator of C below && and ||

constexpr std::array<PromelaBinary<PlainOperator>, 20> kPlainBinary = {{
    {"||", 0, PlainOperator::logical_or},    {"or", 0, PlainOperator::logical_or},
    {"&&", 1, PlainOperator::logical_and},   {"and", 1, PlainOperator::logical_and},
    {"|", kBitOr, PlainOperator::bit_or},    {"^", 3, PlainOperator::bit_xor},
    {"&", 4, PlainOperator::bit_and},        {"==", 5, PlainOperator::equal},
    {"!=", 5, PlainOperator::not_equal},     {"<", 6, PlainOperator::less},
    {"<=", 6, PlainOperator::less_equal},    {">", 6, PlainOperator::greater},
    {">=", 6, PlainOperator::greater_equal}, {"<<", 7, PlainOperator::shift_left},
    {">>", 7, PlainOperator::shift_right},   {"+", 8, PlainOperator::plus},
    {"-", 8, PlainOperator::minus},          {"*", 9, PlainOperator::times},
    {"/", 9, PlainOperator::divide},         {"%", 9, PlainOperator::remainder},
}};

class PlainExpressionParser {
 public:
  explicit PlainExpressionParser(PromelaCursor& cursor) : cursor_(cursor) {}

  PlainSyntax binary(int level) {
    return read_binary<PlainSyntax>(
        cursor_, kPlainBinary, level, [this] { return unary(); },
        [](PlainOperator op, PlainSyntax left, PlainSyntax right) {
          PlainSyntax both = operation(op, join(left.span, right.span));
          both.operands.push_back(std::move(left));
          both.operands.push_back(std::move(right));
          return both;
        });
  }

  PlainSyntax unary() {
    const NestingGuard guard(cursor_, depth_, "expression");
    const Span begin = cursor_.peek().span;
    if (cursor_.failed()) return {};
    for (const auto& [sign, op] :
         {std::pair("!", PlainOperator::logical_not), std::pair("-", PlainOperator::negate),
          std::pair("~", PlainOperator::complement)}) {
      if (!cursor_.accept(sign)) continue;
      PlainSyntax result = operation(op, begin);
      result.operands.push_back(unary());
      result.span = join(begin, result.operands[0].span);
      grown_too_high(cursor_, result, "expression");
      return result;
    }
    if (!cursor_.accept("(")) return primary();
    PlainSyntax result = binary(0);
    if (cursor_.accept("->")) {
      PlainSyntax chosen = operation(PlainOperator::conditional, begin);
      chosen.operands.push_back(std::move(result));
      ++conditionals_;
      chosen.operands.push_back(binary(0));
      --conditionals_;
      cursor_.expect(":", "before the other value of a conditional expression");
      chosen.operands.push_back(binary(0));
      result = std::move(chosen);
      grown_too_high(cursor_, result, "expression");
    }
    cursor_.expect(")", "to close the parenthesis");
    result.span = join(begin, cursor_.last_span());
    return result;
  }

 private:
  PlainSyntax primary() {
    PlainSyntax result;
    const PromelaToken token = cursor_.peek();
    result.span = token.span;
    if (token.kind == PromelaKind::number) {
      result.value = cursor_.take().number;
      return result;
    }
    if (!expect_expression(cursor_)) return result;
    cursor_.take();
    if (const auto truth = truth_word(token.text)) {
      result.value = *truth;
      return result;
    }
    if (cursor_.at("(") && is_channel_word(token.text)) {
      Span span;
      cursor_.take();
      result.kind = PlainSyntax::Kind::channel;
      result.member = token.text;
      cursor_.expect_name(result.name, span, "a channel");
      cursor_.expect(")", "after the channel");
      result.span = join(token.span, cursor_.last_span());
      return result;
    }
    if (cursor_.at("(")) {
      cursor_.fail_at(token.span, fmt::format("'{}(...)' is not supported", token.text),
                      hint_for(token.text));
      return result;
    }
    result.kind = PlainSyntax::Kind::name;
    result.name = token.text;
    if (cursor_.accept("[")) {
      result.indexed = true;
      result.operands.push_back(binary(0));
      cursor_.expect("]", "after the index");
      result.span = join(token.span, cursor_.last_span());
      grown_too_high(cursor_, result, "expression");
    }
    if (cursor_.at("."))
      cursor_.fail("structures (typedef) are not supported", "declare each field as a variable");
    remote(result);
    return result;
  }

  // Proc@label, Proc[1]@label, Proc:variable
  void remote(PlainSyntax& result) {
    const bool label = cursor_.at("@");
    const bool variable = cursor_.at(":") && cursor_.peek(1).kind == PromelaKind::name && conditionals_ == 0;
    if (!label && !variable) return;
    cursor_.take();
    result.kind = label ? PlainSyntax::Kind::remote_label : PlainSyntax::Kind::remote_variable;
    Span member;
    cursor_.expect_name(result.member, member, label ? "a label after '@'" : "a variable after ':'");
    result.span = join(result.span, member);
  }

  static bool is_channel_word(const std::string& word) {
    return word == "len" || word == "empty" || word == "full" || word == "nempty" || word == "nfull";
  }

  static std::string hint_for(const std::string& word) {
    if (word == "run") return "write active [n] proctype instead of run";
    if (word == "all" || word == "some" || word == "card")
      return "this text is read as Promela of a fixed size; parametric Promela begins with symbolic int N;";
    return "the operators of C are supported, and macros without parameters";
  }

  static PlainSyntax operation(PlainOperator op, Span span) {
    PlainSyntax result;
    result.kind = PlainSyntax::Kind::operation;
    result.op = op;
    result.span = span;
    return result;
  }

  PromelaCursor& cursor_;
  int depth_ = 0;
  int conditionals_ = 0;  // whose ':' has not been read yet
};

class PlainFormulaParser {
 public:
  explicit PlainFormulaParser(PromelaCursor& cursor) : cursor_(cursor) {}

  PlainFormula parse() {
    PlainFormula left = joined_by(0);
    while (!cursor_.failed() && (at_any({"->", "implies"}) || at_any({"<->", "equivalent"}))) {
      const bool implies = at_any({"->", "implies"});
      cursor_.take();
      left =
          joined_formula(implies ? TemporalKind::implies : TemporalKind::iff, std::move(left), joined_by(0));
      if (grown_too_high(cursor_, left, "formula")) break;
    }
    return left;
  }

 private:
  bool at_any(std::initializer_list<const char*> words) const {
    for (const char* word : words) {
      if (cursor_.at(word)) return true;
    }
    return false;
  }

  PlainFormula joined_by(int level) {
    if (level == 2) return until();
    PlainFormula left = joined_by(level + 1);
    while (!cursor_.failed() && (level == 0 ? at_any({"||", "or"}) : at_any({"&&", "and"}))) {
      cursor_.take();
      left = joined_formula(level == 0 ? TemporalKind::logical_or : TemporalKind::logical_and,
                            std::move(left), joined_by(level + 1));
      if (grown_too_high(cursor_, left, "formula")) break;
    }
    return left;
  }

  PlainFormula prefixed() {
    const NestingGuard guard(cursor_, depth_, "formula");
    const Span begin = cursor_.peek().span;
    if (cursor_.failed()) return {};
    const bool always = at_any({"[]", "always"});
    if (!always && !at_any({"<>", "eventually"})) return part();
    cursor_.take();
    PlainFormula result;
    result.kind = always ? TemporalKind::always : TemporalKind::eventually;
    result.operands.push_back(prefixed());
    result.span = join(begin, result.operands[0].span);
    grown_too_high(cursor_, result, "formula");
    return result;
  }

  [[nodiscard]] std::optional<TemporalKind> until_sign() const {
    if (at_any({"U", "until", "stronguntil"})) return TemporalKind::until;
    if (at_any({"W", "weakuntil"})) return TemporalKind::weak_until;
    if (at_any({"V", "R", "release"})) return TemporalKind::release;
    return {};
  }

  PlainFormula until() {
    PlainFormula left = prefixed();
    while (!cursor_.failed()) {
      const auto kind = until_sign();
      if (!kind) break;
      cursor_.take();
      left = joined_formula(*kind, std::move(left), prefixed());
      if (grown_too_high(cursor_, left, "formula")) break;
    }
    return left;
  }

  // A negation, a formula in parentheses, or an expression.
  PlainFormula part() {
    const NestingGuard guard(cursor_, depth_, "formula");
    const Span begin = cursor_.peek().span;
    PlainFormula result;
    if (cursor_.failed()) return result;
    if (at_any({"X", "next"})) {
      cursor_.fail("the operator X (next) is not supported",
                   "a formula must not depend on how many steps other processes take in between");
      return result;
    }
    if (cursor_.at("!") && has_temporal_operand(1)) {
      cursor_.take();
      result.kind = TemporalKind::logical_not;
      result.operands.push_back(prefixed());
      result.span = join(begin, result.operands[0].span);
      grown_too_high(cursor_, result, "formula");
      return result;
    }
    if (cursor_.at("(") && has_temporal_operand(0)) {
      cursor_.take();
      result = parse();
      cursor_.expect(")", "to close the parenthesis");
      result.span = join(begin, cursor_.last_span());
      return result;
    }
    result.kind = TemporalKind::proposition;
    result.expression = PlainExpressionParser(cursor_).binary(kBitOr);
    result.span = result.expression.span;
    return result;
  }

  // Whether the part that begins `ahead` of here, up to its closing parenthesis, contains a temporal
  // operator.
  [[nodiscard]] bool has_temporal_operand(std::size_t ahead) const {
    while (cursor_.peek(ahead).is("!")) ++ahead;
    if (is_temporal(cursor_.peek(ahead))) return true;
    int depth = 0;
    for (; cursor_.peek(ahead).kind != PromelaKind::end; ++ahead) {
      const PromelaToken& token = cursor_.peek(ahead);
      if (token.is("(")) ++depth;
      if (depth == 0) return false;
      if (token.is(")") && --depth == 0) return false;
      // A conditional expression has an arrow as well; in formulas it is an implication.
      if (is_temporal(token)) return true;
    }
    return false;
  }

  static bool is_temporal(const PromelaToken& token) {
    for (const char* word :
         {"[]", "<>", "U", "V", "W", "R", "X", "->", "<->", "always", "eventually", "until", "stronguntil",
          "weakuntil", "release", "next", "implies", "equivalent"}) {
      if (token.is(word)) return true;
    }
    return false;
  }

  PromelaCursor& cursor_;
  int depth_ = 0;
};

}  // namespace

PlainSyntax parse_plain_expression(PromelaCursor& cursor) {
  return PlainExpressionParser(cursor).binary(0);
}

PlainFormula parse_plain_formula(PromelaCursor& cursor) {
  return PlainFormulaParser(cursor).parse();
}

}  // namespace quorate
