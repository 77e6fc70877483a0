// Resolves expressions of parametric Promela: which name is what at a place, and what may be written there.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "language/promela/promela_syntax.hpp"
#include "model/threshold_model.hpp"

namespace quorate {

// Where an expression stands decides what it may mention.
enum class PromelaPlace {
  parameters,   // conditions on parameters, numbers of processes, thresholds
  statement,    // everything but quantifiers
  proposition,  // shared variables and parameters; locals inside quantifiers
};

class PromelaResolver {
 public:
  PromelaResolver(ThresholdModel& model, Diagnostics& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  // The proctype whose statements are resolved; -1: none.
  void enter(std::int32_t process) { process_ = process; }
  void add_status_name(const std::string& name) {
    const auto number = static_cast<std::int64_t>(status_names_.size()) + 1;
    status_names_.emplace(name, number);
  }
  // Entered before they are checked, so that an error can say what the name is.
  void add_proposition(const std::string& name) { propositions_.insert(name); }
  void add_label(std::int32_t process, const std::string& label) { labels_[process].push_back(label); }

  // An arithmetic expression or a truth value; errors are reported and a constant is returned.
  ThresholdTerm number(const PromelaExpression& expression, PromelaPlace place);
  ThresholdTerm truth(const PromelaExpression& expression, PromelaPlace place);
  // The right side of an assignment: a number or a status name.
  ThresholdTerm assigned(const PromelaExpression& expression, VariableRef target);
  std::optional<VariableRef> variable(const std::string& name, Span span);
  [[nodiscard]] bool has_label(std::int32_t process, const std::string& label) const;
  [[nodiscard]] std::optional<std::int32_t> process_named(const std::string& name) const;
  // Warns once of names that were taken as status values, and gives copies of a variable the same names.
  void finish();

  // A result that is too large to compute with is an error.
  std::optional<std::int64_t> constant_value(const ThresholdTerm& term);
  static ThresholdTerm constant(std::int64_t value, Span span);

 private:
  ThresholdTerm operation(const PromelaExpression& expression, PromelaPlace place);
  ThresholdTerm comparison(const PromelaExpression& expression, PromelaPlace place);
  ThresholdTerm product(ThresholdTerm left, ThresholdTerm right, TermKind kind, Span span);
  ThresholdTerm quantified(const PromelaExpression& expression, PromelaPlace place);
  ThresholdTerm name(const PromelaExpression& expression, PromelaPlace place);
  ThresholdTerm member(const PromelaExpression& expression);
  ThresholdTerm at_label(const PromelaExpression& expression);
  // Status values stand alone on one side of a comparison or assignment.
  std::optional<ThresholdTerm> status_value(const PromelaExpression& expression);
  void remember_name(const ThresholdTerm& variable, const PromelaExpression& value, std::int64_t number);
  [[nodiscard]] std::vector<std::string> known_names(PromelaPlace place) const;
  void report_undeclared(const std::string& name, Span span, PromelaPlace place);
  ThresholdVariable* variable_of(const ThresholdTerm& term);
  bool refuse_mistyped(const std::string& name, Span span);
  void share_value_names();
  ThresholdTerm error(Span span, std::string message, std::string hint = {});

  ThresholdModel& model_;
  Diagnostics& diagnostics_;
  std::int32_t process_ = -1;
  bool inside_quantifier_ = false;
  std::int32_t quantified_process_ = -1;
  std::map<std::string, std::int64_t> status_names_;
  std::set<std::string> propositions_;
  std::vector<std::pair<std::string, Span>> undeclared_;  // names taken as status values
  std::vector<std::pair<std::string, ThresholdTerm>>
      used_with_;  // names, and variables that they are values of
  std::map<std::int32_t, std::vector<std::string>> labels_;
  std::vector<std::pair<VariableRef, std::int32_t>> copies_;  // of the process: target, source local
  std::vector<std::int32_t> copy_process_;
};

bool is_truth(const ThresholdTerm& term);

}  // namespace quorate
