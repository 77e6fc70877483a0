// Random rules as text, in both notations. Part of the generator in tests/differential.
#pragma once

#include <optional>
#include <string>

#include "random_body.hpp"

namespace quorate {

class RuleGenerator {
 public:
  RuleGenerator(Random& random, const GenProtocol& protocol, ExpressionGenerator& expressions,
                BodyGenerator& bodies)
      : random_(random), protocol_(protocol), expressions_(expressions), bodies_(bodies) {}

  // An internal rule that sends: something for the others to react to.
  std::string starting_rule(std::size_t role) { return rule(role, Form::internal, false, true, {}); }
  std::string any_rule();
  std::string byzantine_rule(std::size_t role);
  // Some rules take messages of several kinds, or several of one sender.
  void use_compound(Random random) { compound_ = random; }

 private:
  enum class Form { internal, single, quorum };
  struct Heading {  // everything before the body
    std::string parameters;
    std::string receive;
    std::string sender;
    GenType senders;
    std::string guard;
  };

  // What a rule receives: something that is sent, mostly, or anything.
  GenFlow random_flow();
  std::string rule(std::size_t role, Form form, bool byzantine, bool sends, const GenFlow& flow);
  GenBody body_of(std::size_t role, const std::string& self);
  void add_parameter(GenBody& body, Heading& heading);
  void add_receive(GenBody& body, Heading& heading, Form form, const GenFlow& flow);
  void add_compound(GenBody& body, Heading& heading, const GenFlow& flow);
  std::string add_together(GenBody& body, const GenMessage& message, const GenType& senders,
                           std::int64_t most);
  void add_named(GenBody& body, Heading& heading, const GenFlow& flow, bool first);
  void add_member(GenBody& body, const Heading& heading, Lines& lines);
  std::string short_rule(const GenBody& body, const Heading& heading, const Lines& lines, bool byzantine);
  std::string printed_rule(const GenBody& body, const Heading& heading, const Lines& lines, Form form);

  Random& random_;
  const GenProtocol& protocol_;
  ExpressionGenerator& expressions_;
  BodyGenerator& bodies_;
  std::optional<Random> compound_;
};

}  // namespace quorate
