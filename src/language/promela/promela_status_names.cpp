// Names of numbers, for traces and explanations: macros, and status values that are not declared, which
// papers use without a definition. A name in capital letters that nothing declares is taken as such a
// value, with a warning that lists the numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "language/promela/promela_names.hpp"

namespace quorate {

std::optional<ThresholdTerm> PromelaResolver::status_value(const PromelaExpression& expression) {
  if (expression.kind != PromelaExpressionKind::name) return {};
  const std::string& name = expression.name;
  if (const auto known = status_names_.find(name); known != status_names_.end())
    return constant(known->second, expression.span);
  const bool upper = std::ranges::all_of(name, [](char c) {
    return (std::isupper(static_cast<unsigned char>(c)) != 0) ||
           (std::isdigit(static_cast<unsigned char>(c)) != 0) || c == '_';
  });
  if (!upper || propositions_.contains(name) || variable(name, {}) || model_.parameter_named(name)) return {};
  if (std::ranges::find(model_.shared, name, &ThresholdVariable::name) != model_.shared.end()) return {};
  // If some names are declared, the others are numbered after them; otherwise from 0.
  const bool some_declared = status_names_.size() > undeclared_.size();
  const auto number = static_cast<std::int64_t>(status_names_.size()) + (some_declared ? 1 : 0);
  undeclared_.emplace_back(name, expression.span);
  status_names_.emplace(name, number);
  return constant(number, expression.span);
}

void PromelaResolver::remember_name(const ThresholdTerm& variable, const PromelaExpression& value,
                                    std::int64_t number) {
  ThresholdVariable* const target = variable_of(variable);
  if (target == nullptr) return;
  if (value.kind == PromelaExpressionKind::name) used_with_.emplace_back(value.name, variable);
  const std::string& name = value.kind == PromelaExpressionKind::name ? value.name : value.macro;
  if (!name.empty()) target->value_names.emplace(number, name);
}

ThresholdVariable* PromelaResolver::variable_of(const ThresholdTerm& term) {
  if (term.index < 0) return nullptr;
  const auto index = static_cast<std::size_t>(term.index);
  if (term.kind == TermKind::shared) return &model_.shared[index];
  if (term.kind != TermKind::local || term.process < 0) return nullptr;
  return &model_.processes[static_cast<std::size_t>(term.process)].locals[index];
}

std::optional<VariableRef> PromelaResolver::variable(const std::string& name, Span span) {
  if (process_ >= 0) {
    const auto& locals = model_.processes[static_cast<std::size_t>(process_)].locals;
    const auto local = std::ranges::find(locals, name, &ThresholdVariable::name);
    if (local != locals.end()) return VariableRef{false, static_cast<std::int32_t>(local - locals.begin())};
  }
  const auto shared = std::ranges::find(model_.shared, name, &ThresholdVariable::name);
  if (shared != model_.shared.end())
    return VariableRef{true, static_cast<std::int32_t>(shared - model_.shared.begin())};
  if (span == Span{}) return {};
  if (model_.parameter_named(name)) {
    diagnostics_.error(span, fmt::format("{} is a parameter and never changes", name));
    return {};
  }
  report_undeclared(name, span, PromelaPlace::statement);
  return {};
}

bool PromelaResolver::has_label(std::int32_t process, const std::string& label) const {
  const auto known = labels_.find(process);
  return known != labels_.end() && std::ranges::find(known->second, label) != known->second.end();
}

std::optional<std::int32_t> PromelaResolver::process_named(const std::string& name) const {
  const auto found = std::ranges::find(model_.processes, name, &ThresholdProcess::name);
  if (found == model_.processes.end()) return {};
  return static_cast<std::int32_t>(found - model_.processes.begin());
}

std::vector<std::string> PromelaResolver::known_names(PromelaPlace place) const {
  std::vector<std::string> names;
  for (const auto& parameter : model_.parameters) names.push_back(parameter.name);
  if (place == PromelaPlace::parameters) return names;
  for (const auto& shared : model_.shared) names.push_back(shared.name);
  if (place == PromelaPlace::statement && process_ >= 0) {
    for (const auto& local : model_.processes[static_cast<std::size_t>(process_)].locals)
      names.push_back(local.name);
  }
  return names;
}

// Where other values of the variable have names by #define, one that has none is a mistyped one: as a status
// it would get a number that another has already.
bool PromelaResolver::refuse_mistyped(const std::string& name, Span span) {
  for (const auto& [used, variable] : used_with_) {
    const ThresholdVariable* const target = used == name ? variable_of(variable) : nullptr;
    if (target == nullptr) continue;
    std::vector<std::string> defined;
    for (const auto& [number, other] : target->value_names) {
      if (!status_names_.contains(other)) defined.push_back(other);
    }
    if (defined.empty()) continue;
    const std::string near = nearest_word(name, defined);
    diagnostics_.error(span, fmt::format("{} is not declared", name),
                       near.empty() ? fmt::format("write #define {} N, with a number that {} does not have",
                                                  name, fmt::join(defined, ", "))
                                    : fmt::format("did you mean {}?", near));
    return true;
  }
  return false;
}

void PromelaResolver::finish() {
  share_value_names();
  std::vector<std::string> parts;
  for (const auto& [name, span] : undeclared_) {
    if (!refuse_mistyped(name, span)) parts.push_back(fmt::format("{} = {}", name, status_names_[name]));
  }
  if (parts.empty()) return;
  diagnostics_.warning(
      undeclared_[0].second,
      fmt::format("{}: {}",
                  parts.size() == 1 ? "this name is not declared, and is taken as a status value"
                                    : "these names are not declared, and are taken as status values",
                  fmt::join(parts, ", ")),
      "write #define V0 0 and so on to choose their numbers");
}

void PromelaResolver::share_value_names() {
  // Variables that are copied to each other (pc and next_pc) have the same value names.
  for (std::size_t round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      auto& locals = model_.processes[static_cast<std::size_t>(copy_process_[i])].locals;
      auto& target = locals[static_cast<std::size_t>(copies_[i].first.index)].value_names;
      auto& source = locals[static_cast<std::size_t>(copies_[i].second)].value_names;
      target.insert(source.begin(), source.end());
      source.insert(target.begin(), target.end());
    }
  }
}

}  // namespace quorate
