// Random well-typed expressions as text. Part of the generator in tests/differential.
//
// Unless the protocol is wild, an expression never fails: every number carries the interval it lies in
// and is kept inside its type, undefined places are read behind a test, choices are offered only where
// they are allowed. So most protocols run for long instead of stopping at the first model error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random_types.hpp"

namespace quorate {

// Something that can be read: a variable, a message's field, a bound name.
struct GenPlace {
  std::string text;
  GenType type;
  bool maybe_undefined = false;
  bool bound = false;  // a parameter, `let` or loop variable: no place in the sense of isundefined
};

struct GenScope {
  std::vector<GenPlace> places = {};
  bool choices = false;  // `any` and ties are allowed
  bool choosing = true;  // the words may be used at all: not in properties
  bool global = false;   // properties, monitors, init rules: the variables of every process are readable
  bool wild = false;     // model errors are allowed
  // A quorum rule's set of senders, and the messages' fields: `msg[j]` may be read for its elements j.
  std::string quorum = {};
  std::vector<GenVariable> quorum_fields = {};
  bool quorum_absent = false;  // `msg[j].absent` as well
};

struct GenNumber {
  std::string text;
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool literal = false;  // no variable in it: the checker knows its value
};

std::string literal(std::int64_t number);  // a negative one in parentheses

class ExpressionGenerator {
 public:
  ExpressionGenerator(Random& random, const GenProtocol& protocol) : random_(random), protocol_(protocol) {}

  // A value of a simple type, inside the type, defined.
  std::string value(const GenScope& scope, const GenType& type, int depth);
  std::string condition(const GenScope& scope, int depth);
  GenNumber number(const GenScope& scope, int depth);
  // A literal of the type; the empty set for a set.
  std::string constant(const GenType& type);
  // The same, but a process is not named where that would tell it apart: only one that has a name in the
  // scope, or any one where a choice is allowed.
  std::string unremarkable(const GenScope& scope, const GenType& type);
  // Whether `unremarkable` has a value to give.
  bool nameable(const GenScope& scope, const GenType& type);
  // Whether this may tell processes apart: always in protocols that are not symmetric.
  bool slips() { return !protocol_.symmetric || random_.percent(protocol_.slip_percent); }
  // A name that nobody has used yet.
  std::string fresh(const std::string& stem) { return stem + std::to_string(next_name_++); }
  // Whether value() can succeed: process types of empty roles have no values.
  [[nodiscard]] bool inhabited(const GenType& type) const;
  // A simple part of a place, indexed by simple things only; the place itself if it is simple. May be
  // none (the text is empty): an array over an empty role has no parts.
  GenPlace part(const GenScope& scope, const GenPlace& place);
  struct Domain {  // a type or set to quantify over
    std::string text;
    GenType element;
    std::int64_t most = 0;  // elements
    bool never_empty = false;
  };
  Domain domain(const GenScope& scope, int depth);
  // The scope with a bound name; in a global one also with the variables of the process it stands for,
  // and with the messages of a quorum's member if the name runs over one.
  [[nodiscard]] GenScope with(GenScope scope, const std::string& name, const GenType& type,
                              const std::string& runs_over = {}) const;
  static GenScope without_choices(GenScope scope);

 private:
  std::string defined(const GenScope& scope, const GenPlace& place, int depth);
  std::vector<GenPlace> parts_of_kind(const GenScope& scope, GenKind kind);
  std::string comparison(const GenScope& scope, int depth);
  std::string process_order(const GenScope& scope, int depth);
  std::string huge_sum(const GenScope& scope);
  std::vector<std::string> names_of(const GenScope& scope, const GenType& type);
  std::string equality(const GenScope& scope, int depth);
  std::string typed_set(const GenScope& scope, const GenType& type, int depth);
  std::string set_test(const GenScope& scope, int depth);
  std::string quantified(const GenScope& scope, int depth);
  std::string definedness(const GenScope& scope);
  // Whether to call the function here: the scope must allow it, and chance decides.
  bool calls(const GenScope& scope, const GenFunction& function, int depth, int chance);
  std::string call(const GenScope& scope, const GenFunction& function, int depth);
  std::string connective(const GenScope& scope, int depth);

  GenNumber arithmetic(const GenScope& scope, int depth);
  GenNumber counted(const GenScope& scope, int depth);
  GenNumber extremum(const GenScope& scope, int depth);
  std::string fitted(const GenScope& scope, const GenType& type, int depth);
  std::string process(const GenScope& scope, const GenType& type, int depth);
  std::string chosen(const GenScope& scope, const GenType& type, int depth);
  std::string set(const GenScope& scope, const GenType& type, int depth);

  Random& random_;
  const GenProtocol& protocol_;
  int next_name_ = 0;
};

}  // namespace quorate
