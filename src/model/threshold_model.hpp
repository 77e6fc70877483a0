// A threshold-guarded algorithm in parametric Promela [Gmeiner 2015, 2.2 and 2.5]: parameters with a
// resilience condition, shared variables, identical processes that repeat one atomic step, and LTL formulas
// over quantified propositions. Plain values with every name resolved; of texts it knows only places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace quorate {

enum class TermKind {
  constant,
  parameter,  // index: ThresholdModel::parameters
  shared,     // index: ThresholdModel::shared
  local,      // index: ThresholdProcess::locals of `process`
  plus,
  minus,
  times,
  divide,  // truncates
  negate,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  logical_not,
  for_all,   // over the processes of `process`; in propositions only
  for_some,  // likewise
  count,     // how many processes of `process` satisfy the operand: card(...)
};

// Integers and truth values are one type, as in Promela: 0 is false.
struct ThresholdTerm {
  TermKind kind = TermKind::constant;
  Span span;
  std::int64_t value = 0;  // constant
  std::int32_t index = -1;
  std::int32_t process = -1;
  std::vector<ThresholdTerm> operands;
};

struct VariableRef {
  bool shared = false;
  std::int32_t index = -1;
};

enum class ThresholdActionKind {
  assign,
  havoc,   // any natural number; a following guard restricts it
  guard,   // the step is possible only if it holds; `assume` is one as well
  check,   // assert: a model error if it fails
  choice,  // exactly one of the branches
  finish,  // the step ends here
};

struct ThresholdAction {
  ThresholdActionKind kind = ThresholdActionKind::guard;
  Span span;
  VariableRef target;  // assign, havoc
  ThresholdTerm term;  // assign, guard, check
  std::vector<std::vector<ThresholdAction>> branches;
  bool has_else = false;  // choice: one of the branches is always possible
};

struct ThresholdVariable {
  std::string name;
  Span span;
  std::int64_t initial = 0;
  // Names that the text uses for numbers it compares with or assigns to the variable ("V0").
  std::map<std::int64_t, std::string> value_names;
};

struct ThresholdProcess {
  std::string name;
  Span span;
  ThresholdTerm count;  // over parameters
  std::vector<ThresholdVariable> locals;
  std::vector<ThresholdAction> initialisation;
  std::vector<ThresholdAction> step;
};

struct Proposition {
  std::string name;
  Span span;
  ThresholdTerm term;
};

enum class TemporalKind {
  proposition,
  truth,
  logical_not,
  logical_and,
  logical_or,
  implies,
  iff,
  always,
  eventually,
  until,
  release,
  weak_until,
};

struct TemporalFormula {
  TemporalKind kind = TemporalKind::truth;
  Span span;
  std::int32_t proposition = -1;
  std::vector<TemporalFormula> operands;
};

// Whether the formula has a temporal operator; otherwise it is about a single state.
inline bool has_temporal_operator(const TemporalFormula& formula) {
  switch (formula.kind) {
    case TemporalKind::always:
    case TemporalKind::eventually:
    case TemporalKind::until:
    case TemporalKind::release:
    case TemporalKind::weak_until:
      return true;
    default:
      return std::ranges::any_of(formula.operands, has_temporal_operator);
  }
}

struct ThresholdProperty {
  std::string name;
  Span span;
  TemporalFormula formula;
};

struct ThresholdParameter {
  std::string name;
  Span span;
};

struct ThresholdModel {
  std::string name;
  std::vector<ThresholdParameter> parameters;
  std::vector<ThresholdTerm> resilience;  // all of them hold
  std::vector<ThresholdVariable> shared;
  std::vector<ThresholdProcess> processes;
  std::vector<Proposition> propositions;
  std::vector<ThresholdProperty> properties;  // without the assumptions
  std::vector<ThresholdProperty> fairness;    // names that begin with "fairness"
  std::vector<std::int32_t> candidates;       // propositions whose name ends in "_inv"
  std::vector<ThresholdTerm> thresholds;  // given by the author (piaDom.thresholds); empty: from the guards

  [[nodiscard]] std::optional<std::int32_t> parameter_named(const std::string& wanted) const {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].name == wanted) return static_cast<std::int32_t>(i);
    }
    return {};
  }
};

}  // namespace quorate
