// A transition of a rule with everything that is constant for it, which suffices to evaluate parts of its
// guard and body without a state. Used to find out what a transition can send and how it moves single
// variables.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/failure.hpp"
#include "model/model.hpp"
#include "system/seam/transition.hpp"

namespace quorate {

// The result of evaluating an expression that is known in part.
struct Known {
  enum class Kind { unknown, value, error };
  Kind kind = Kind::unknown;
  std::int64_t number = 0;  // undefined_value of system/compile/layout.hpp if undefined

  static Known unknown() { return {}; }
  static Known error() { return {Kind::error, 0}; }
  static Known of(std::int64_t number) { return {Kind::value, number}; }
  [[nodiscard]] bool is(std::int64_t wanted) const { return kind == Kind::value && number == wanted; }
};

// One scalar of the executing process whose value is assumed.
struct AssumedScalar {
  std::int32_t variable = -1;  // position in Role::variables; -1: nothing is assumed
  std::uint32_t offset = 0;    // among the variable's scalars
  std::int64_t value = 0;
};

// One field of the consumed message (of every one, in a quorum) whose value is assumed.
struct AssumedField {
  std::int32_t field = -1;
  std::int64_t value = 0;
};

// The scalars of the executing process to which a place may refer.
struct ScalarRange {
  std::int32_t variable = -1;  // -1: it is no variable of the process
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool exact = false;  // the place is all of them; otherwise one of them

  [[nodiscard]] bool covers(const AssumedScalar& scalar) const {
    return variable >= 0 && variable == scalar.variable && scalar.offset >= first &&
           scalar.offset < first + count;
  }
};

class RuleInstance {
 public:
  // The references must outlive the instance. definedness: of rules, see instance_effects.hpp.
  RuleInstance(const Model& model, const Transition& transition, const Definedness& definedness);

  AssumedScalar scalar;
  AssumedField field;

  [[nodiscard]] const Rule& rule() const { return rule_; }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] Known evaluate(const Expr& expression) const;
  [[nodiscard]] ScalarRange range_of(const Expr& place) const;
  void bind(LocalId local, Known value) { locals_[local.index()] = value; }

 private:
  [[nodiscard]] Known evaluate_place(const Expr& expression) const;
  [[nodiscard]] Known evaluate_logical(const Expr& expression) const;
  [[nodiscard]] Known evaluate_arithmetic(const Expr& expression) const;
  [[nodiscard]] bool cannot_fail(const Expr& expression) const;

  const Model& model_;
  const Rule& rule_;
  const Definedness& definedness_;
  ProcessId self_;
  std::vector<ProcessId> senders_;
  std::vector<Known> locals_;
};

}  // namespace quorate
