// The operators of expressions on constants: model/arithmetic.hpp, by the kind of the expression.
#pragma once

#include <cstdint>
#include <optional>

#include "model/expression.hpp"

namespace quorate {

// The result of + - * / mod and of the division that rounds up. None: a model error, or another kind of
// expression.
std::optional<std::int64_t> arithmetic_result(ExprKind kind, std::int64_t a, std::int64_t b);

// The result of = != < <= > >= and `iff`; none for other kinds.
std::optional<bool> comparison_result(ExprKind kind, std::int64_t a, std::int64_t b);

}  // namespace quorate
