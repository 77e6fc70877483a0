// Whether some run of some instance violates a property, as one question about numbers: for algorithms
// whose processes only go forward. Proves properties that the abstraction is too coarse for; a solution of
// the question suggests parameters to check and is no verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parameterized/schema/move_groups.hpp"
#include "parameterized/threshold_property.hpp"

namespace quorate {

struct SchemaAnswer {
  bool proved = false;     // no run of any instance violates the property
  std::string reason;      // why not
  std::size_t pieces = 0;  // into which runs were cut
  std::optional<std::vector<std::int64_t>>
      parameters;  // of a run of few processes that could not be ruled out
};

class RunSchema {
 public:
  // Both outlive this object.
  RunSchema(SmtSession& session, const KnownInvariants& known);

  [[nodiscard]] const MoveGroups& moves() const { return moves_; }
  // Gives up after so many seconds for a path of the automaton, or when the budget is spent.
  SchemaAnswer check(ViolationQuestion& question, double seconds);

 private:
  SmtSession& session_;
  const KnownInvariants& known_;
  MoveGroups moves_;
};

}  // namespace quorate
