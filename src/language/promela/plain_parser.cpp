// Promela of a fixed size, as SPIN reads it: declarations, active processes and formulas become a
// PlainText. Features of SPIN that are not supported are named, with what to write instead.
#include <fmt/format.h>

#include <array>
#include <map>
#include <set>

#include "language/promela/plain_syntax.hpp"
#include "language/promela/promela_sequence.hpp"
#include "language/promela/promela_units.hpp"

namespace quorate {

namespace {

struct PlainTypeWord {
  std::uint32_t bits;
  bool is_signed;
};

const std::map<std::string, PlainTypeWord>& plain_types() {
  static const std::map<std::string, PlainTypeWord> types = {
      {"bit", {1, false}},   {"bool", {1, false}},     {"byte", {8, false}}, {"pid", {8, false}},
      {"short", {16, true}}, {"unsigned", {0, false}}, {"int", {32, true}},  {"mtype", {8, false}}};
  return types;
}

bool is_plain_type(const PromelaToken& token) {
  return token.kind == PromelaKind::name && plain_types().contains(token.text);
}

class PlainParser {
 public:
  PlainParser(PreprocessedPromela preprocessed, Diagnostics& diagnostics)
      : cursor_(std::move(preprocessed.tokens), diagnostics) {}

  PlainText run() {
    read_units(
        cursor_, [this] { unit(); }, [this] { return at_unit(); });
    return std::move(text_);
  }

 private:
  void unit() {
    const PromelaToken token = cursor_.peek();
    if (token.is("mtype") && (cursor_.peek(1).is("=") || cursor_.peek(1).is("{"))) return mtype_names();
    cursor_.accept("hidden");
    if (is_plain_type(cursor_.peek())) return declarations(text_.globals);
    if (cursor_.accept("chan")) return channels();
    if (cursor_.accept("active")) return process();
    if (cursor_.accept("ltl")) return property();
    static const std::map<std::string, std::string> unsupported = {
        {"proctype", "declare how many there are: active [2] proctype ..."},
        {"init", "give variables initial values, and declare processes as active [n] proctype ..."},
        {"inline", "write the statements where they are used"},
        {"never", "write the formula: ltl name { ... }"},
        {"typedef", "declare each field as a variable"},
        {"trace", ""},
        {"notrace", ""},
        {"c_code", ""},
        {"c_decl", ""},
        {"local", "leave the word out"},
        {"show", "leave the word out"}};
    const auto known = unsupported.find(token.text);
    if (known != unsupported.end()) {
      cursor_.fail(fmt::format("'{}' is not supported", token.text), known->second);
    } else {
      cursor_.fail(fmt::format("'{}' does not begin a declaration", token.text),
                   "expected a variable, mtype, active proctype or ltl");
    }
    cursor_.take();
  }

  [[nodiscard]] bool at_unit() const {
    return is_plain_type(cursor_.peek()) || cursor_.at("active") || cursor_.at("ltl") || cursor_.at("chan");
  }

  void mtype_names() {
    cursor_.take();
    auto& names = text_.mtype_names.emplace_back();
    read_names(cursor_, [&](const std::string& name, Span span) { names.emplace_back(name, span); });
  }

  // `int x = 1, y[3];` without the semicolon.
  void declarations(std::vector<PlainDeclaration>& into) {
    const std::string word = cursor_.take().text;
    const PlainTypeWord type = plain_types().at(word);
    do {
      PlainDeclaration one;
      one.variable.bits = type.bits;
      one.variable.is_signed = type.is_signed;
      one.variable.is_mtype = word == "mtype";
      if (!cursor_.expect_name(one.variable.name, one.variable.span, "a variable's name")) return;
      if (cursor_.accept(":")) {
        if (word != "unsigned") return cursor_.fail("only 'unsigned' has a width", "unsigned x : 3");
        if (cursor_.peek().kind != PromelaKind::number || cursor_.peek().number < 1 ||
            cursor_.peek().number > 31)
          return cursor_.fail("a width is a number from 1 to 31");
        one.variable.bits = static_cast<std::uint32_t>(cursor_.take().number);
      }
      if (one.variable.bits == 0) return cursor_.fail("'unsigned' needs a width", "unsigned x : 3");
      if (cursor_.accept("[")) {
        if (cursor_.peek().kind != PromelaKind::number || cursor_.peek().number < 1 ||
            cursor_.peek().number > 255)
          return cursor_.fail("the size of an array is a number from 1 to 255");
        one.variable.length = static_cast<std::int32_t>(cursor_.take().number);
        if (!cursor_.expect("]", "after the size of the array")) return;
      }
      if (cursor_.accept("=")) one.initial.push_back(parse_plain_expression(cursor_));
      into.push_back(std::move(one));
    } while (!cursor_.failed() && cursor_.accept(","));
  }

  void process() {
    PlainProcessText result;
    if (cursor_.accept("[")) {
      result.count.push_back(parse_plain_expression(cursor_));
      if (!cursor_.expect("]", "after the number of processes")) return;
    }
    if (!cursor_.expect("proctype", "after 'active'")) return;
    if (read_process(cursor_, result, "here: active processes have no parameters",
                     [this] { return sequence(); }))
      text_.processes.push_back(std::move(result));
  }

  void property() {
    PlainPropertyText result;
    result.span = cursor_.last_span();
    if (cursor_.at("{")) {
      result.name = fmt::format("ltl_{}", text_.properties.size());
    } else if (!cursor_.expect_name(result.name, result.span, "the formula's name")) {
      return;
    }
    if (read_property(cursor_, result, parse_plain_formula)) text_.properties.push_back(std::move(result));
  }

  std::vector<PlainStatement> sequence() {
    return sequences_.read([this] { return statement(); }, needs_no_separator);
  }

  static bool needs_no_separator(const PlainStatement& last) {
    using Kind = PlainStatement::Kind;
    return last.kind == Kind::choice || last.kind == Kind::loop || last.kind == Kind::atomic ||
           last.kind == Kind::d_step || last.kind == Kind::declaration;
  }

  PlainStatement statement() {
    PlainStatement result;
    while (cursor_.peek().kind == PromelaKind::name && cursor_.peek(1).is(":")) {
      result.labels.push_back(cursor_.take().text);
      cursor_.take();
    }
    const PromelaToken token = cursor_.peek();
    result.span = token.span;
    // A label at the end of a sequence labels an empty statement.
    if (!result.labels.empty() && (at_sequence_end(cursor_) || cursor_.at(";"))) return result;
    if (is_plain_type(token)) {
      result.kind = PlainStatement::Kind::declaration;
      declarations(result.declarations);
      if (!cursor_.failed() && !at_sequence_end(cursor_)) cursor_.expect(";", "after the declaration");
      if (!result.labels.empty()) cursor_.fail_at(token.span, "a label cannot stand before a declaration");
    } else if (cursor_.at("if") || cursor_.at("do")) {
      branches(result);
    } else if (cursor_.at("atomic") || cursor_.at("d_step")) {
      block(result);
    } else {
      simple_statement(result, token);
    }
    result.span = join(token.span, cursor_.last_span());
    return result;
  }

  void branches(PlainStatement& result) {
    const bool loop = cursor_.take().text == "do";
    result.kind = loop ? PlainStatement::Kind::loop : PlainStatement::Kind::choice;
    if (!cursor_.at("::")) return cursor_.fail("expected '::' before the first branch");
    while (cursor_.accept("::")) {
      const Span place = cursor_.last_span();
      result.branches.push_back(sequence());
      if (result.branches.back().empty() && !cursor_.failed())
        return cursor_.fail_at(place, "a branch without statements", "write skip");
    }
    cursor_.expect(loop ? "od" : "fi", "after the branches");
  }

  void block(PlainStatement& result) {
    const std::string word = cursor_.take().text;
    result.kind = word == "atomic" ? PlainStatement::Kind::atomic : PlainStatement::Kind::d_step;
    if (!cursor_.expect("{", "to begin the block")) return;
    result.branches.push_back(sequence());
    cursor_.expect("}", "to close the block");
    if (result.branches[0].empty() && !cursor_.failed())
      cursor_.fail_at(result.span, "an empty block", "write skip");
  }

  void simple_statement(PlainStatement& result, const PromelaToken& token) {
    using Kind = PlainStatement::Kind;
    static const std::map<std::string, std::string> unsupported = {
        {"run", "write active [n] proctype instead of run"},
        {"for", "write a do ... od loop with a counter"},
        {"select", "write an if ... fi with one branch for each value"},
        {"timeout", "wait for a condition on variables"},
        {"unless", ""},
        {"chan", "declare channels outside of the proctypes"},
        {"xr", ""},
        {"xs", ""},
        {"c_code", ""},
        {"c_expr", ""},
        {"typedef", ""}};
    if (const auto known = unsupported.find(token.text);
        token.kind == PromelaKind::name && known != unsupported.end()) {
      cursor_.fail(fmt::format("'{}' is not supported", token.text), known->second);
    } else if (cursor_.accept("else")) {
      result.kind = Kind::else_;
    } else if (cursor_.accept("break")) {
      result.kind = Kind::leave;
    } else if (cursor_.accept("goto")) {
      Span span;
      result.kind = Kind::jump;
      cursor_.expect_name(result.name, span, "a label after 'goto'");
    } else if (token.is("printf") || token.is("printm")) {
      cursor_.take();
      print();
    } else if (token.is("assert")) {
      cursor_.take();
      result.kind = Kind::check;
      result.expression = parse_plain_expression(cursor_);
    } else if (cursor_.at("{")) {
      cursor_.fail("a block of its own is not supported", "write its statements without the braces");
    } else {
      assignment_or_guard(result, token);
    }
  }

  void print() {
    if (!cursor_.expect("(", "after 'printf'")) return;
    if (cursor_.peek().kind == PromelaKind::string) {
      cursor_.take();
    } else {
      parse_plain_expression(cursor_);
    }
    while (!cursor_.failed() && cursor_.accept(",")) parse_plain_expression(cursor_);
    cursor_.expect(")", "to close 'printf'");
  }

  // c!e,e or c?x,e; the first of several may stand before a parenthesis: c!KIND(e).
  void message(PlainStatement& result) {
    using Kind = PlainStatement::Kind;
    result.name = cursor_.take().text;
    const bool sends = cursor_.take().text == "!";
    result.kind = sends ? Kind::send : Kind::receive;
    if (cursor_.at("!") || cursor_.at("?") || cursor_.at("[") || cursor_.at("<"))
      return cursor_.fail(
          "of the operations on channels, only c!x and c?x are supported",
          sends ? "put a negation into parentheses" : "use len(c), and receive messages in order");
    const bool prefixed =
        cursor_.peek().kind == PromelaKind::name && cursor_.peek(1).is("(") && !cursor_.at("eval");
    if (prefixed) {
      PlainSyntax first;
      first.kind = PlainSyntax::Kind::name;
      first.span = cursor_.peek().span;
      first.name = cursor_.take().text;
      cursor_.take();
      result.arguments.push_back({first, false});
    }
    do {
      PlainArgumentText argument;
      argument.evaluated = cursor_.at("eval") && cursor_.peek(1).is("(");
      if (argument.evaluated) cursor_.take();
      argument.expression = parse_plain_expression(cursor_);
      result.arguments.push_back(std::move(argument));
    } while (!cursor_.failed() && cursor_.accept(","));
    if (prefixed) cursor_.expect(")", "after the message");
  }

  // chan c = [3] of { byte, mtype };
  void channels() {
    do {
      PlainChannel channel;
      if (!cursor_.expect_name(channel.name, channel.span, "the channel's name")) return;
      if (cursor_.at("["))
        return cursor_.fail("arrays of channels are not supported", "declare a channel for each element");
      if (!cursor_.expect("=", "after the channel's name") || !cursor_.expect("[", "before its capacity"))
        return;
      if (cursor_.peek().kind != PromelaKind::number || cursor_.peek().number > 100)
        return cursor_.fail("the capacity of a channel is a number up to 100");
      channel.capacity = static_cast<std::int32_t>(cursor_.take().number);
      if (channel.capacity == 0)
        return cursor_.fail_at(channel.span, "channels without a buffer (rendezvous) are not supported",
                               "give it a capacity, or hand over through shared variables");
      if (!cursor_.expect("]", "after the capacity") ||
          !cursor_.expect("of", "before the types of a message") ||
          !cursor_.expect("{", "before the types of a message"))
        return;
      do {
        const PromelaToken type = cursor_.peek();
        if (!is_plain_type(type) || type.is("unsigned")) return cursor_.fail("expected the type of a field");
        cursor_.take();
        PlainVariable field;
        field.name = fmt::format("{}", channel.fields.size());
        field.bits = plain_types().at(type.text).bits;
        field.is_signed = plain_types().at(type.text).is_signed;
        field.is_mtype = type.is("mtype");
        channel.fields.push_back(field);
      } while (cursor_.accept(","));
      if (!cursor_.expect("}", "after the types of a message")) return;
      text_.channels.push_back(std::move(channel));
    } while (cursor_.accept(","));
  }

  void assignment_or_guard(PlainStatement& result, const PromelaToken& token) {
    using Kind = PlainStatement::Kind;
    const PromelaToken& next = cursor_.peek(1);
    if (token.kind == PromelaKind::name && (next.is("!") || next.is("?"))) return message(result);
    result.kind = Kind::guard;
    result.expression = parse_plain_expression(cursor_);
    if (cursor_.failed()) return;
    const bool assigns = cursor_.at("=") || cursor_.at("++") || cursor_.at("--");
    if (cursor_.at("?") || cursor_.at("!"))
      return cursor_.fail("arrays of channels are not supported", "declare a channel for each element");
    if (!assigns) return;
    if (result.expression.kind != PlainSyntax::Kind::name)
      return cursor_.fail("only a variable can be assigned");
    result.kind = Kind::assign;
    result.target = std::move(result.expression);
    result.expression = {};
    const std::string sign = cursor_.take().text;
    if (sign == "=") {
      result.expression = parse_plain_expression(cursor_);
      return;
    }
    PlainSyntax one;
    one.value = 1;
    one.span = cursor_.last_span();
    result.expression.kind = PlainSyntax::Kind::operation;
    result.expression.op = sign == "++" ? PlainOperator::plus : PlainOperator::minus;
    result.expression.span = join(result.target.span, one.span);
    result.expression.operands = {result.target, one};
  }

  PromelaCursor cursor_;
  PlainText text_;
  PromelaSequences<PlainStatement> sequences_{cursor_};
};

}  // namespace

bool is_plain_promela(const std::vector<PromelaToken>& tokens) {
  bool has_process = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const PromelaToken& token = tokens[i];
    if (token.kind != PromelaKind::name) continue;
    if (i + 1 == tokens.size()) break;
    const PromelaToken& next = tokens[i + 1];
    if ((token.text == "symbolic" || token.text == "atomic") && next.kind == PromelaKind::name) return false;
    if ((token.text == "assume" || token.text == "havoc" || token.text == "card") && next.is("("))
      return false;
    has_process = has_process || token.text == "proctype";
  }
  return has_process;
}

PlainText parse_plain_promela(PreprocessedPromela preprocessed, Diagnostics& diagnostics) {
  return PlainParser(std::move(preprocessed), diagnostics).run();
}

}  // namespace quorate
