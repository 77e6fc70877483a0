// Evaluates a part of an expression or body under an additional path condition. Included by the files of
// the evaluator only.
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
