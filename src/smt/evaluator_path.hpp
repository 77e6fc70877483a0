// Evaluating a part of an expression or body only where its path condition holds. Included by the files of
// the evaluator.
#pragma once

#include "smt/evaluator.hpp"

namespace quorate {

template <typename Body>
auto Evaluator::under(const Term& condition, const Body& body) {
  const Term before = path_;
  path_ = f_.both(path_, condition);
  auto result = body();
  path_ = before;
  return result;
}

}  // namespace quorate
