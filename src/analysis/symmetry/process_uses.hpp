// Where an expression distinguishes the processes of a role: rules C1 to C4, by kind of expression. Loops
// (C5) are statements: turn_conflicts.hpp.
#pragma once

#include <set>

#include "analysis/symmetry/break_list.hpp"

namespace quorate {

// Walks expressions, and the bodies of the functions that they call, each once.
class ProcessUses {
 public:
  ProcessUses(const Model& model, BreakList& breaks) : model_(model), breaks_(breaks) {}

  void expression(const Expr& whole) { visit(whole, nullptr, 0); }

 private:
  void visit(const Expr& e, const Expr* parent, std::size_t position);
  void named_process(const Expr& e, bool is_index);
  void named_set(const Expr& e);
  void number_of_process(const Expr& e, const Expr* parent);
  void quantifier(const Expr& e);
  void operands(const Expr& e);

  // Every process type inside a type breaks the rule.
  void break_all(TypeId type, ScalarsetRule rule, Span span, const BreakList::Reason& reason);

  const Model& model_;
  BreakList& breaks_;
  std::set<FunctionId> followed_;
};

// Whether values of this type are, or contain, processes.
bool holds_processes(const Model& model, TypeId type);

}  // namespace quorate
