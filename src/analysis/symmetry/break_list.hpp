// The breaks found so far in one piece of a Model. Drops those of roles with fewer than two processes, and
// repetitions (a function called twice, an array compared element by element).
#pragma once

#include <functional>

#include "analysis/symmetry/interchangeability.hpp"

namespace quorate {

class BreakList {
 public:
  explicit BreakList(const Model& model) : model_(model) {}

  // The reason as a function of the role's name.
  using Reason = std::function<std::string(const std::string&)>;

  void add(RoleId role, ScalarsetRule rule, Span span, const std::string& reason);
  // For every role of a process type.
  void add(TypeId process_type, ScalarsetRule rule, Span span, const Reason& reason);

  // Ordered by place, then by role.
  [[nodiscard]] std::vector<SymmetryBreak> sorted() const;

 private:
  const Model& model_;
  std::vector<SymmetryBreak> all_;
};

}  // namespace quorate
