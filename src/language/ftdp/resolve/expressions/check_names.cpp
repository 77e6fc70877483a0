// What a name means, from the innermost scope outwards: bound name, variable of the rule's own process,
// monitor variable, parameter, role, function, type, literal. A literal may belong to several enumerations;
// the expected type decides between them. An unknown name is reported once for a body, with the nearest
// known one.
#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

template <typename Map>
void add_keys(std::vector<std::string>& words, const Map& map) {
  for (const auto& entry : map) words.push_back(entry.first);
}

std::vector<std::string> visible_names(const FtdpScope& scope) {
  const FtdpChecker& checker = scope.checker;
  std::vector<std::string> words;
  for (const auto& binding : scope.bindings) {
    if (!binding.name.empty()) words.push_back(binding.name);
  }
  if (scope.role.valid()) {
    for (auto& name : variable_names(checker.model.role(scope.role))) words.push_back(std::move(name));
  }
  add_keys(words, checker.monitors);
  add_keys(words, checker.parameters);
  add_keys(words, checker.roles);
  add_keys(words, checker.functions);
  add_keys(words, checker.literals);
  if (scope.receive.kind != ReceiveKind::none) words.emplace_back("msg");
  return words;
}

// A name that some role declares, written without a process where none is implied.
std::string owner_hint(const FtdpChecker& checker, const std::string& name) {
  for (const Role& role : checker.model.roles) {
    if (find_variable(role, name) >= 0) {
      return fmt::format("`{}` is a variable of every {}: write `{}[i].{}`", name, role.name, role.name,
                         name);
    }
  }
  return {};
}

// Words of other languages, and what they mean here.
std::string foreign_word_hint(const std::string& word) {
  for (const char* nothing : {"null", "NULL", "nil", "none", "None", "undef", "bottom"}) {
    if (word == nothing) return "the undefined value is written `undefined`; `isundefined(x)` tests for it";
  }
  for (const char* status : {"correct", "alive", "dead", "failed", "faulty"}) {
    if (word == status) return "the status of a process is `corr`, `crash`, `byz` or `crashed`";
  }
  return {};
}

// Why a name is no constant: it has no value before the search begins.
std::string not_constant(const FtdpChecker& checker, const std::string& name) {
  for (const auto& parameter : checker.syntax.parameters) {
    if (parameter.name.text == name)
      return fmt::format("the parameter `{}` is declared after its use here", name);
  }
  for (const auto& role : checker.syntax.roles) {
    for (const auto& variable : role.variables) {
      if (variable.name.text == name)
        return fmt::format("`{}` is a variable of {}, but a constant is needed here", name, role.name.text);
    }
  }
  return {};
}

// Whether a variable or field follows, as in `p.x` (`p..x` is a range).
bool before_dot(const FtdpChecker& checker, Span span) {
  const std::string_view text = checker.source.text();
  const std::string_view rest = text.substr(std::min<std::size_t>(span.end, text.size()));
  return rest.starts_with('.') && !rest.starts_with("..");
}

void report_no_value(FtdpScope& scope, const Name& name, const std::string& free_hint) {
  FtdpChecker& checker = scope.checker;
  const std::string reason = not_constant(checker, name.text);
  std::string use = "use numbers, and parameters that are declared before";
  if (!scope.otherwise.empty()) use += "; " + scope.otherwise;
  if (!reason.empty()) {
    checker.error(name.span, reason, use);
  } else {
    checker.error(name.span, fmt::format("`{}` has no value", name.text),
                  suggest(name.text, visible_names(scope), before_dot(checker, name.span) ? use : free_hint));
  }
}

// The process of the rule has no name, which was reported: `p.x` is not reported as well.
bool self_unnamed(const FtdpScope& scope) {
  return scope.body == BodyKind::rule && scope.self.valid() && scope.frame[scope.self.index()].name.empty();
}

// What an unknown name that cannot be a parameter may be; empty if it may be one.
std::string meant_hint(const FtdpScope& scope, const Name& name) {
  const FtdpChecker& checker = scope.checker;
  if (checker.kinds.contains(name.text)) return fmt::format("`{}` is a message, not a value", name.text);
  if (scope.body == BodyKind::property && (name.text == "channel" || name.text == "channels"))
    return "properties cannot look into channels; only a `lemma` can, with `waiting`";
  if (before_dot(checker, name.span)) {
    if (scope.body == BodyKind::rule) return "the heading of a rule names its process: `rule NAME of ROLE p`";
    if (scope.body == BodyKind::property || scope.body == BodyKind::observe)
      return fmt::format("a quantifier names processes: `all({}: ROLE | ...)`", name.text);
  }
  const std::string_view text = checker.source.text();
  const bool alone = name.span.begin > 0 && text[name.span.begin - 1] == '{' && name.span.end < text.size() &&
                     text[name.span.end] == '}';
  if (scope.receive.kind == ReceiveKind::quorum && alone)
    return fmt::format("the senders are the set `{}`", scope.frame[scope.receive.sender.index()].name);
  return {};
}

}  // namespace

std::int32_t find_variable(const Role& role, const std::string& name) {
  for (std::size_t i = 0; i < role.variables.size(); ++i) {
    if (role.variables[i].name == name) return static_cast<std::int32_t>(i);
  }
  return -1;
}

std::vector<std::string> variable_names(const Role& role) {
  std::vector<std::string> names;
  for (const auto& variable : role.variables) names.push_back(variable.name);
  return names;
}

NameMeaning meaning_of(const FtdpScope& scope, const std::string& name) {
  const FtdpChecker& checker = scope.checker;
  if (scope.find(name).valid()) return NameMeaning::local;
  if (scope.role.valid() && find_variable(checker.model.role(scope.role), name) >= 0) {
    return NameMeaning::own_variable;
  }
  if (checker.monitors.contains(name)) return NameMeaning::monitor_variable;
  if (checker.parameters.contains(name)) return NameMeaning::parameter;
  if (checker.roles.contains(name)) return NameMeaning::role;
  if (checker.functions.contains(name)) return NameMeaning::function;
  const auto type = checker.types.find(name);
  if (type != checker.types.end()) {
    return type->second.syntax == nullptr ? NameMeaning::group : NameMeaning::type;
  }
  if (checker.literals.contains(name)) return NameMeaning::literal;
  return NameMeaning::nothing;
}

Expr unknown_name(FtdpScope& scope, const Name& name) {
  FtdpChecker& checker = scope.checker;
  if (name.text.empty() || checker.misplaced.contains(name.text)) return broken(name.span);
  const std::string free_hint = fmt::format(
      "if it is a parameter, declare it with `parameter {} := 2` or give its value with `--set {}=2`",
      name.text, name.text);
  if (scope.body == BodyKind::constant) {
    if (checker.reported_free.insert(name.text).second) report_no_value(scope, name, free_hint);
    return broken(name.span);
  }
  if (checker.reported_free.contains(name.text) || !scope.unknown.insert(name.text).second) {
    return broken(name.span);
  }
  if (self_unnamed(scope) && before_dot(checker, name.span)) return broken(name.span);
  const std::string meant = meant_hint(scope, name);
  std::string hint = owner_hint(checker, name.text);
  if (hint.empty()) hint = foreign_word_hint(name.text);
  if (hint.empty()) hint = suggest(name.text, visible_names(scope), meant.empty() ? free_hint : meant);
  checker.error(name.span, fmt::format("there is no `{}` here", name.text), hint);
  return broken(name.span);
}

Expr check_literal(FtdpScope& scope, const Name& name, TypeId expected) {
  FtdpChecker& checker = scope.checker;
  const auto& candidates = checker.literals.at(name.text);
  const auto literal_of = [&](TypeId type) {
    const auto& literals = checker.type(type).literals;
    return constant(type, std::ranges::find(literals, name.text) - literals.begin(), name.span);
  };
  for (const TypeId candidate : candidates) {
    if (expected.valid() && same_type(checker, candidate, expected)) return literal_of(expected);
  }
  std::vector<TypeId> different;  // the predefined status only if no declared type has the literal
  for (const TypeId candidate : candidates) {
    const bool known =
        std::ranges::any_of(different, [&](TypeId t) { return same_type(checker, t, candidate); });
    if (!known && candidate != checker.model.status_type) different.push_back(candidate);
  }
  if (different.empty()) different.push_back(checker.model.status_type);
  if (different.size() > 1 && !expected.valid()) {
    std::vector<std::string> spellings;
    for (const TypeId type : different) spellings.push_back(spell(checker, type));
    checker.error(name.span,
                  fmt::format("`{}` may belong to several types here: {}", name.text, list_words(spellings)),
                  "compare it with a variable, or rename one of the values");
    return broken(name.span);
  }
  return literal_of(different.front());
}

}  // namespace quorate
