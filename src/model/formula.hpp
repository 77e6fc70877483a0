// CTL* formulas over state predicates [Bokor et al. 2009, A.1].
#pragma once

#include <vector>

#include "model/expression.hpp"

namespace quorate {

enum class FormulaKind {
  atom,  // a state predicate
  logical_not,
  logical_and,
  logical_or,
  implies,
  iff,
  next,
  eventually,
  always,
  until,
  release,
  weak_until,
  on_all_paths,  // A
  on_some_path,  // E
  for_all,       // over the values of domain_type, bound to local
  for_some,      // likewise
};

struct Formula {
  FormulaKind kind = FormulaKind::atom;
  Span span;
  Expr predicate;
  LocalId local;
  TypeId domain_type;
  std::vector<Formula> children;
};

}  // namespace quorate
