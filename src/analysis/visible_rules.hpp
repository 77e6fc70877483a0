// Which rules can change the truth of a property, by the variables that they write and it reads. Decides
// which properties share a search, before there is a system; partial-order reduction determines visibility
// itself, cell by cell.
#pragma once

#include <cstddef>
#include <set>

#include "model/model.hpp"

namespace quorate {

// Positions in Model::rules.
using RuleSet = std::set<std::size_t>;

RuleSet visible_rules(const Model& model, const Expr& predicate);

}  // namespace quorate
