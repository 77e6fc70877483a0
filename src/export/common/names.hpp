// Names of the Model made legal and unique in a target language, and kept as they are wherever possible.
// Knows nothing of what is named.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace quorate {

class Names {
 public:
  // Keywords are given in lower case if the target ignores case in them. Shared names (fields of records)
  // have a name space of their own if `shared_apart` is set; otherwise no other name may equal one.
  Names(std::set<std::string> keywords, bool ignore_case, bool shared_apart);

  // A legal name that is free in all open scopes; it is taken from now on.
  std::string fresh(const std::string& wanted);
  // The same, taken until the scope of this depth is left; depth 0 is never left.
  std::string fresh_at(std::size_t depth, const std::string& wanted);
  // A legal name that may be used several times, such as a record's field.
  std::string shared(const std::string& wanted);

  // Names taken after enter are free again after leave.
  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }
  [[nodiscard]] std::size_t depth() const { return scopes_.size() - 1; }

 private:
  [[nodiscard]] std::string free_name(const std::string& wanted) const;
  [[nodiscard]] bool keyword(const std::string& name) const;
  [[nodiscard]] bool taken(const std::string& name) const;

  std::set<std::string> keywords_;
  bool ignore_case_;
  bool shared_apart_;
  std::set<std::string> shared_;
  std::vector<std::set<std::string>> scopes_;
};

}  // namespace quorate
