// The steps of a threshold algorithm as guarded rules: one for each path of the control-flow automaton and
// each valuation of the variables with finitely many values ("status"). Both the instances at fixed
// parameters and the abstraction work on these; neither sees statements.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "parameterized/automaton/linear.hpp"

namespace quorate {

// Guards and updates are over the values before the step: parameters, quotients, shared variables, the
// process's counting variables (as locals) and fresh numbers.
struct ThresholdRule {
  std::int32_t process = 0;
  std::int32_t from = -1;  // status; -1: an initialisation
  std::int32_t to = 0;
  Condition guard;
  std::vector<Linear> counters;  // after the step, by position in RuleProcess::counters
  std::vector<Linear> shared;    // after the step
  std::int32_t fresh = 0;        // how many arbitrary numbers it uses
  bool fails = false;            // an assertion fails: no step, but an error at `span`
  Span span;
};

// One kind of process. A status is a valuation of the variables that are only ever assigned constants or each
// other; the other variables are the counting ones. Variables that are written before they are read in every
// step and occur in no proposition are not part of a state.
struct RuleProcess {
  std::vector<std::int32_t> status_variables;       // locals
  std::vector<std::int32_t> counters;               // locals
  std::vector<std::vector<std::int64_t>> statuses;  // values of the status variables
  Linear count;

  [[nodiscard]] std::int64_t status_value(std::int32_t status, std::int32_t local) const;
};

// How many processes of a kind satisfy a condition. Quantified propositions are conditions on such numbers.
struct CountTerm {
  std::int32_t process = 0;
  ThresholdTerm body;
  bool negated = false;
};

struct RuleSystem {
  std::shared_ptr<const ThresholdModel> model;
  std::vector<Quotient> quotients;
  std::vector<Condition> resilience;
  std::vector<RuleProcess> processes;
  std::vector<ThresholdRule> initial;         // from -1
  std::vector<ThresholdRule> failing_starts;  // likewise, with an assertion that fails: to is -1 as well
  std::vector<ThresholdRule> rules;
  std::vector<std::vector<std::vector<std::size_t>>> rules_from;  // [process][status]
  std::vector<Linear> thresholds;  // over parameters, from guards or from the author
  std::vector<CountTerm> counts;
  std::vector<Condition> propositions;  // over shared variables, parameters and counts

  // [count][status]: whether a process in the status is counted, a condition on its counting variables and
  // the shared ones.
  std::vector<std::vector<Condition>> counted;

  [[nodiscard]] std::string status_name(std::int32_t process, std::int32_t status) const;
  [[nodiscard]] std::string rule_name(const ThresholdRule& rule) const;
  [[nodiscard]] SymbolName symbol_names(std::int32_t process) const;
};

// The constant that a rule adds to a shared variable; none if its update is another one.
std::optional<std::int64_t> increment(const ThresholdRule& rule, std::size_t shared);

// Why the order of the initialisations matters, which only instances can follow; empty if it does not.
std::string initialisation_problem(const RuleSystem& rules);

// Errors (far too many paths) are reported and give nothing.
std::shared_ptr<const RuleSystem> make_rules(const ThresholdModel& model, Diagnostics& diagnostics);

}  // namespace quorate
