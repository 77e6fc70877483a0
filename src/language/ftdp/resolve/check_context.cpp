// Scopes are a stack of bindings over one frame: a name is visible until its block ends, its local stays in
// the frame. Nesting is limited because the checker and all later stages recurse over trees.
#include "language/ftdp/resolve/check_context.hpp"

#include <fmt/format.h>

#include "language/ftdp/parse/words.hpp"

namespace quorate {

bool FtdpChecker::declare(std::map<std::string, Span>& table, const Name& name, const std::string& what) {
  const auto [entry, fresh] = table.emplace(name.text, name.span);
  if (fresh) return true;
  error(name.span, fmt::format("{} `{}` is declared twice", what, name.text),
        fmt::format("the first declaration of `{}` is in line {}", name.text, line(entry->second)));
  return false;
}

LocalId FtdpScope::bind(const std::string& name, TypeId type) {
  const LocalId local(static_cast<std::int64_t>(frame.size()));
  frame.push_back({name, type});
  bindings.push_back({name, local});
  return local;
}

LocalId FtdpScope::find(const std::string& name) const {
  for (auto binding = bindings.rbegin(); binding != bindings.rend(); ++binding) {
    if (binding->name == name) return binding->local;
  }
  return {};
}

bool FtdpNesting::exceeded(Span span) const {
  if (scope_.depth <= kMaxNesting) return false;
  if (scope_.unknown.insert("(nesting)").second) {
    scope_.checker.error(span, fmt::format("this is nested more than {} deep", kMaxNesting),
                         "split it with `let` or with functions");
  }
  return true;
}

std::string suggest(const std::string& word, const std::vector<std::string>& candidates,
                    const std::string& otherwise) {
  const std::string near = meant_word(word, candidates);
  return near.empty() ? otherwise : fmt::format("did you mean `{}`?", near);
}

std::string list_words(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += fmt::format("`{}`", words[i]);
  }
  return text;
}

KindId find_kind(FtdpChecker& checker, const Name& name, const std::string& if_none) {
  const auto found = checker.kinds.find(name.text);
  if (found != checker.kinds.end()) return found->second;
  std::vector<std::string> known;
  for (const MessageKind& kind : checker.model.messages) known.push_back(kind.name);
  checker.error(name.span, fmt::format("there is no message `{}`", name.text),
                suggest(name.text, known,
                        known.empty() ? if_none : fmt::format("the messages are {}", list_words(known))));
  return {};
}

void report_unknown_role(FtdpChecker& checker, const Name& name) {
  if (name.text.empty()) return;  // missing, which the parser has reported
  std::vector<std::string> known;
  for (const Role& role : checker.model.roles) known.push_back(role.name);
  std::string hint = fmt::format("declare it with `role {}`", name.text);
  if (!known.empty()) hint += fmt::format("; the model has {}", list_words(known));
  for (const auto& [word, entry] : checker.types) {
    if (checker.is(entry.type, TypeKind::process)) known.push_back(word);
  }
  checker.error(name.span, fmt::format("there is no role `{}`", name.text), suggest(name.text, known, hint));
}

}  // namespace quorate
