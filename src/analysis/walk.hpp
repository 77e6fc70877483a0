// Visits every expression of a piece of a Model, including the bodies of functions that it calls.
#pragma once

#include <functional>

#include "model/model.hpp"

namespace quorate {

using ExprVisitor = std::function<void(const Expr&)>;

void visit_expressions(const Model& model, const Expr& expression, const ExprVisitor& visit);
void visit_expressions(const Model& model, const std::vector<Stmt>& statements, const ExprVisitor& visit);
void visit_expressions(const Model& model, const Formula& formula, const ExprVisitor& visit);

// The variable, status, monitor variable or message field of which a place is the whole or a part.
const Expr& place_root(const Expr& place);

// The expressions that a statement evaluates itself, without those of its body.
std::vector<const Expr*> own_expressions(const Stmt& statement);

void visit_statements(const std::vector<Stmt>& statements, const std::function<void(const Stmt&)>& visit);

}  // namespace quorate
