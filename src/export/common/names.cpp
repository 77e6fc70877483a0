// A name is kept if it is legal and free in the target. Otherwise illegal characters become underscores, and
// a number is appended until the name is free.
#include "export/common/names.hpp"

#include <algorithm>
#include <cctype>

namespace quorate {

namespace {

std::string legal(const std::string& wanted) {
  std::string name;
  for (const char c : wanted) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0) name = "x" + name;
  return name;
}

}  // namespace

Names::Names(std::set<std::string> keywords, bool ignore_case, bool shared_apart)
    : keywords_(std::move(keywords)), ignore_case_(ignore_case), shared_apart_(shared_apart), scopes_(1) {}

bool Names::keyword(const std::string& name) const {
  std::string key = name;
  if (ignore_case_) {
    std::transform(key.begin(), key.end(), key.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  }
  return keywords_.count(key) > 0;
}

bool Names::taken(const std::string& name) const {
  if (!shared_apart_ && shared_.count(name) > 0) return true;
  return std::any_of(scopes_.begin(), scopes_.end(),
                     [&](const std::set<std::string>& scope) { return scope.count(name) > 0; });
}

std::string Names::free_name(const std::string& wanted) const {
  const std::string base = legal(wanted);
  std::string name = base;
  for (int k = 2; keyword(name) || taken(name); ++k) name = base + "_" + std::to_string(k);
  return name;
}

std::string Names::fresh(const std::string& wanted) {
  return fresh_at(depth(), wanted);
}

std::string Names::fresh_at(std::size_t depth, const std::string& wanted) {
  return *scopes_[depth].insert(free_name(wanted)).first;
}

std::string Names::shared(const std::string& wanted) {
  std::string name = legal(wanted);
  while (keyword(name)) name += "_";
  shared_.insert(name);
  return name;
}

}  // namespace quorate
