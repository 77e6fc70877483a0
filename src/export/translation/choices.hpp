// The choices in the body of a rule: `any`, and ties of argmax and argmin. A target cannot choose inside a
// step, so each choice becomes a parameter of the rule, and steps in which its value is no candidate are left
// out.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct Choice {
  const Expr* expression = nullptr;
  const Stmt* statement = nullptr;
  std::int64_t turns = 1;  // how often it is made: the turns of the loops around it
  bool free = false;       // every value of the domain's type is a candidate
  bool early = false;      // the candidates are known before the body: nothing before it changes them
  std::vector<Expr> path;  // it is evaluated only if these hold, in this order
  std::string problem;     // why it cannot become a parameter; empty if it can
};

std::vector<Choice> find_choices(const Model& model, const std::vector<Stmt>& body);

// Whether an expression's value can differ between the states before and after the statements.
bool affected_by(const Model& model, const Expr& expression, const std::vector<const Stmt*>& statements);

}  // namespace quorate
