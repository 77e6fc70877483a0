// Parametric Promela: parameters, shared variables, one proctype for each kind of process and formulas become
// a PromelaText. Names are resolved later (promela_checker.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "language/promela/promela_expressions.hpp"
#include "language/promela/promela_sequence.hpp"
#include "language/promela/promela_syntax.hpp"
#include "language/promela/promela_units.hpp"

namespace quorate {

namespace {

bool is_type_word(const PromelaToken& token) {
  static const std::set<std::string> words = {"int", "unsigned", "byte", "bit", "bool", "short"};
  return token.kind == PromelaKind::name && words.contains(token.text);
}

class PromelaParser {
 public:
  PromelaParser(PreprocessedPromela preprocessed, Diagnostics& diagnostics)
      : cursor_(std::move(preprocessed.tokens), diagnostics) {
    text_.pragmas = std::move(preprocessed.pragmas);
  }

  PromelaText run() {
    read_units(
        cursor_, [this] { unit(); }, [this] { return at_unit(); });
    return std::move(text_);
  }

 private:
  void unit() {
    const PromelaToken token = cursor_.peek();
    if (cursor_.accept("symbolic")) return parameters();
    if (is_type_word(token)) {
      cursor_.take();
      return declarations(text_.shared);
    }
    if (cursor_.accept("assume")) return assumption();
    if (cursor_.accept("atomic")) return proposition();
    if (cursor_.accept("active")) return process();
    if (cursor_.accept("ltl")) return property();
    if (cursor_.accept("mtype")) return status_names();
    if (token.is("proctype") || token.is("init") || token.is("inline") || token.is("never") ||
        token.is("chan")) {
      cursor_.fail(fmt::format("'{}' is not part of the language", token.text),
                   token.is("proctype") ? "declare how many there are: active[N] proctype ..." : "");
      cursor_.take();
      return;
    }
    cursor_.fail(fmt::format("'{}' does not begin a declaration", token.text),
                 "expected symbolic int, int, assume, atomic, active[...] proctype or ltl");
    cursor_.take();
  }

  [[nodiscard]] bool at_unit() const {
    static const std::array<const char*, 5> words = {"symbolic", "active", "ltl", "assume", "mtype"};
    return is_type_word(cursor_.peek()) || (cursor_.at("atomic") && !cursor_.peek(1).is("{")) ||
           std::ranges::any_of(words, [this](const char* word) { return cursor_.at(word); });
  }

  void parameters() {
    if (!cursor_.accept("int") && !cursor_.accept("unsigned")) {
      cursor_.fail("expected 'int' after 'symbolic'", "symbolic int N;");
      return;
    }
    declarations(text_.parameters);
    for (const auto& parameter : text_.parameters) {
      if (!parameter.initial.empty())
        cursor_.diagnostics().error(parameter.span, "a parameter has no initial value",
                                    "its values are restricted by assume(...) and chosen with --set");
    }
  }

  void declarations(std::vector<PromelaDeclaration>& into) {
    do {
      PromelaDeclaration declaration;
      if (!cursor_.expect_name(declaration.name, declaration.span, "a variable's name")) return;
      if (cursor_.at("[")) return cursor_.fail("arrays are not part of the language");
      // The width in bits is ignored.
      if (cursor_.at(":") && cursor_.peek(1).kind == PromelaKind::number) {
        cursor_.take();
        cursor_.take();
      }
      if (cursor_.accept("=")) declaration.initial.push_back(parse_promela_expression(cursor_));
      into.push_back(std::move(declaration));
    } while (!cursor_.failed() && cursor_.accept(","));
    if (!cursor_.failed()) cursor_.expect(";", "after the declaration");
  }

  void assumption() {
    if (!cursor_.expect("(", "after 'assume'")) return;
    text_.assumptions.push_back(parse_promela_expression(cursor_));
    cursor_.expect(")", "to close the condition");
  }

  void proposition() {
    PromelaProposition result;
    if (!cursor_.expect_name(result.name, result.span, "the proposition's name")) return;
    if (!cursor_.expect("=", "after the proposition's name")) return;
    const std::size_t begin = cursor_.position();
    result.expression = parse_promela_expression(cursor_);
    result.text = cursor_.text_since(begin);
    if (!cursor_.failed()) cursor_.expect(";", "after the proposition");
    text_.propositions.push_back(std::move(result));
  }

  void status_names() {
    read_names(cursor_, [this](const std::string& name, Span) { text_.status_names.push_back(name); });
  }

  void property() {
    PromelaProperty result;
    if (!cursor_.expect_name(result.name, result.span, "the formula's name")) return;
    if (read_property(cursor_, result, parse_promela_formula)) text_.properties.push_back(std::move(result));
  }

  void process() {
    PromelaProcess result;
    if (!cursor_.expect("[", "with the number of processes, as in active[N - F]")) return;
    result.count = parse_promela_expression(cursor_);
    if (!cursor_.expect("]", "after the number of processes")) return;
    if (!cursor_.expect("proctype", "after the number of processes")) return;
    if (read_process(cursor_, result, "here: a proctype has no parameters", [this] { return sequence(); }))
      text_.processes.push_back(std::move(result));
  }

  std::vector<PromelaStatement> sequence() {
    return sequences_.read([this] { return statement(); }, needs_no_separator);
  }

  static bool needs_no_separator(const PromelaStatement& last) {
    using Kind = PromelaStatementKind;
    return last.kind == Kind::choice || last.kind == Kind::loop || last.kind == Kind::atomic ||
           last.kind == Kind::label || last.kind == Kind::declaration;
  }

  PromelaStatement statement() {
    PromelaStatement result;
    const PromelaToken token = cursor_.peek();
    result.span = token.span;
    if (is_type_word(token)) {
      cursor_.take();
      result.kind = PromelaStatementKind::declaration;
      declarations(result.declarations);
    } else if (cursor_.at("if") || cursor_.at("do")) {
      branches(result);
    } else if (cursor_.accept("atomic") || cursor_.accept("d_step")) {
      result.kind = PromelaStatementKind::atomic;
      result.branches.emplace_back();
      if (cursor_.expect("{", "after 'atomic'")) {
        result.branches[0] = sequence();
        cursor_.expect("}", "to close 'atomic'");
      }
    } else if (token.kind == PromelaKind::name && cursor_.peek(1).is(":")) {
      result.kind = PromelaStatementKind::label;
      result.name = cursor_.take().text;
      result.name_span = token.span;
      cursor_.take();
    } else {
      simple_statement(result);
    }
    result.span = join(token.span, cursor_.last_span());
    return result;
  }

  void branches(PromelaStatement& result) {
    const bool loop = cursor_.take().text == "do";
    result.kind = loop ? PromelaStatementKind::loop : PromelaStatementKind::choice;
    const char* const end = loop ? "od" : "fi";
    cursor_.accept(";");
    if (!cursor_.at("::")) return cursor_.fail(fmt::format("expected '::' before the first branch"));
    while (cursor_.accept("::")) result.branches.push_back(sequence());
    cursor_.expect(end, "after the branches");
  }

  void simple_statement(PromelaStatement& result) {
    const PromelaToken token = cursor_.peek();
    if (cursor_.accept("else")) {
      result.kind = PromelaStatementKind::else_;
    } else if (cursor_.accept("skip")) {
      result.kind = PromelaStatementKind::nothing;
    } else if (cursor_.accept("goto")) {
      result.kind = PromelaStatementKind::jump;
      cursor_.expect_name(result.name, result.name_span, "a label after 'goto'");
    } else if (cursor_.accept("printf")) {
      print();
    } else if (cursor_.accept("havoc")) {
      result.kind = PromelaStatementKind::havoc;
      if (!cursor_.expect("(", "after 'havoc'")) return;
      if (!cursor_.expect_name(result.name, result.name_span, "a variable")) return;
      cursor_.expect(")", "after the variable");
    } else if (token.is("assume") || token.is("assert")) {
      cursor_.take();
      result.kind = token.is("assume") ? PromelaStatementKind::assume : PromelaStatementKind::assert_;
      if (!cursor_.expect("(", "after this word")) return;
      result.expression = parse_promela_expression(cursor_);
      cursor_.expect(")", "to close the condition");
    } else if (token.is("break") || token.is("run") || token.is("for") || token.is("select")) {
      cursor_.fail(fmt::format("'{}' is not part of the language", token.text),
                   "a process repeats one atomic step without loops inside");
    } else {
      assignment_or_guard(result, token);
    }
  }

  void print() {
    if (!cursor_.expect("(", "after 'printf'")) return;
    if (cursor_.peek().kind != PromelaKind::string) return cursor_.fail("expected a string");
    cursor_.take();
    while (!cursor_.failed() && cursor_.accept(",")) parse_promela_expression(cursor_);
    cursor_.expect(")", "to close 'printf'");
  }

  void assignment_or_guard(PromelaStatement& result, const PromelaToken& token) {
    const PromelaToken& next = cursor_.peek(1);
    if (token.kind == PromelaKind::name && (next.is("!") || next.is("?"))) {
      return cursor_.fail("channels are not part of the language", "count sent messages in shared variables");
    }
    if (token.kind == PromelaKind::name && (next.is("=") || next.is("++") || next.is("--"))) {
      result.kind = PromelaStatementKind::assign;
      result.name = cursor_.take().text;
      result.name_span = token.span;
      const std::string sign = cursor_.take().text;
      if (sign == "=") {
        result.expression = parse_promela_expression(cursor_);
        return;
      }
      result.expression.kind = PromelaExpressionKind::operation;
      result.expression.operation = sign == "++" ? TermKind::plus : TermKind::minus;
      result.expression.span = join(token.span, cursor_.last_span());
      PromelaExpression variable;
      variable.kind = PromelaExpressionKind::name;
      variable.name = token.text;
      variable.span = token.span;
      PromelaExpression one;
      one.value = 1;
      one.span = token.span;
      result.expression.operands = {variable, one};
      return;
    }
    result.kind = PromelaStatementKind::expression;
    result.expression = parse_promela_expression(cursor_);
  }

  PromelaCursor cursor_;
  PromelaText text_;
  PromelaSequences<PromelaStatement> sequences_{cursor_};
};

}  // namespace

PromelaText parse_promela(PreprocessedPromela preprocessed, Diagnostics& diagnostics) {
  return PromelaParser(std::move(preprocessed), diagnostics).run();
}

}  // namespace quorate
