// Random statements as lines of text: the bodies of rules, init rules and monitors. Part of the
// generator in tests/differential.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "random_expression.hpp"

namespace quorate {

// Where statements stand. A body sends to each role at most once on every path, so that two messages
// to one process happen in wild protocols only.
struct GenBody {
  GenScope scope;
  std::vector<GenPlace> writable;
  bool may_send = false;
  std::string self;  // rules
  std::size_t role = 0;
  std::vector<GenPlace> correspondents;  // processes to answer to: senders
  std::set<std::size_t> sent;            // roles that may have got a message
  bool named = false;                    // the messages it takes have names: there is no `msg`
};

using Lines = std::vector<std::string>;

// A kind of message that some rule sends from one role to another.
struct GenFlow {
  std::size_t message = 0;
  std::size_t from = 0;
  std::size_t to = 0;
};

class BodyGenerator {
 public:
  BodyGenerator(Random& random, const GenProtocol& protocol, ExpressionGenerator& expressions)
      : random_(random), protocol_(protocol), expressions_(expressions) {}

  // At least one statement, separated by semicolons.
  Lines block(GenBody& body, std::int64_t statements, int depth);
  // A body that sends, to a random recipient; empty when every role has got something already.
  Lines send(GenBody& body);
  // Everything sent so far, so that later rules can receive it.
  [[nodiscard]] const std::vector<GenFlow>& flows() const { return flows_; }

 private:
  Lines statement(GenBody& body, int depth);
  Lines assign(GenBody& body);
  Lines copy(GenBody& body);
  Lines branch(GenBody& body, int depth);
  Lines loop(GenBody& body, int depth);
  Lines fold(GenBody& body, const GenPlace& turn);
  Lines send_to_turn(GenBody& body, const GenBody& inner, const std::string& turn, const GenType& type);
  Lines let(GenBody& body);
  Lines send_whole(GenBody& body, const GenMessage& message, std::size_t role);
  Lines forward(const GenBody& body, std::size_t role);
  Lines send_assembled(GenBody& body, const GenMessage& message, std::size_t role);
  std::string arguments(const GenBody& body, const GenMessage& message);
  std::string argument(const GenBody& body, const GenVariable& field);

  Random& random_;
  const GenProtocol& protocol_;
  ExpressionGenerator& expressions_;
  std::vector<GenFlow> flows_;
};

// The lines with two more spaces in front of each.
Lines indented(const Lines& lines);
std::string joined(const Lines& lines);  // one text, a line each

}  // namespace quorate
