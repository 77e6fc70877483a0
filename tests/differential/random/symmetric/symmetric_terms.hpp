// Places, values and conditions of the random symmetric protocols. Part of the generator in
// tests/differential.
#pragma once

#include <string>
#include <vector>

#include "random_types.hpp"

namespace quorate {

// Something readable: bound names are processes and always defined.
struct SymPlace {
  std::string text;
  GenType type;
  bool bound = false;
};
using SymScope = std::vector<SymPlace>;

class SymmetricTerms {
 public:
  SymmetricTerms(Random& random, const GenProtocol& protocol) : random_(random), protocol_(protocol) {}

  // Booleans, processes, and sets, arrays and records of them.
  GenType type();
  std::string fresh(const std::string& stem) { return stem + std::to_string(next_++); }
  // Of a simple type: a scope has a bound name of every role.
  std::string value(const SymScope& scope, const GenType& type, int depth);
  std::string condition(const SymScope& scope, int depth);
  std::string process(const SymScope& scope, const GenType& type);
  // A random simple part, by bound names; empty text if there is none.
  SymPlace part(const SymScope& scope, SymPlace place);
  // Something readable of exactly this type; empty text if there is none.
  SymPlace like(const SymScope& scope, const GenType& type, const std::string& other_than);

 private:
  const GenType& role_type() { return random_.pick(protocol_.roles).type; }
  bool slips() { return random_.percent(protocol_.slip_percent); }
  std::string slip(const SymScope& scope);
  std::string quantified(const SymScope& scope, int depth);
  std::string whole_arrays(const SymScope& scope);
  std::string read(const SymScope& scope, const SymPlace& place);
  std::string set(const SymScope& scope, const GenType& type, int depth);
  std::string test(const SymScope& scope, const SymPlace& place, int depth);

  Random& random_;
  const GenProtocol& protocol_;
  int next_ = 0;
};

}  // namespace quorate
