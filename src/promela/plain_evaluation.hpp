// The value of an expression in a state.
#pragma once

#include <optional>

#include "model/plain_value.hpp"
#include "promela/plain_system.hpp"

namespace quorate {

// Errors (an index outside of an array, a division by zero) are recorded in the buffer and give nothing.
class PlainSystem::Evaluation {
 public:
  Evaluation(const PlainSystem& system, std::int32_t instance, const std::uint64_t* state, StepBuffer& buffer)
      : system_(system), instance_(instance), state_(state), buffer_(buffer) {}

  [[nodiscard]] std::optional<std::int64_t> value(const PlainExpression& expression) const;

  struct Place {
    const PlainVariable* variable = nullptr;
    const PackedField* field = nullptr;
  };
  [[nodiscard]] std::optional<Place> place(const PlainExpression& expression) const;

  static std::int64_t load(const Place& place, const std::uint64_t* state) {
    return stored(static_cast<std::int64_t>(place.field->load(state)), *place.variable);
  }

 private:
  std::optional<std::int64_t> fail(const PlainExpression& expression, std::string message) const;

  const PlainSystem& system_;
  std::int32_t instance_;  // that executes; -1: none, in formulas
  const std::uint64_t* state_;
  StepBuffer& buffer_;
};

}  // namespace quorate
