// Integers of distinct types for distinct kinds of things, so that a role cannot be passed where a type is
// expected. Used by every folder; knows none of them.
#pragma once

#include <compare>
#include <cstdint>

namespace quorate {

template <typename Tag>
struct StrongId {
  std::int32_t value = -1;

  constexpr StrongId() = default;
  constexpr explicit StrongId(std::int64_t number) : value(static_cast<std::int32_t>(number)) {}

  [[nodiscard]] constexpr bool valid() const { return value >= 0; }
  [[nodiscard]] constexpr std::size_t index() const { return static_cast<std::size_t>(value); }
  constexpr auto operator<=>(const StrongId&) const = default;
};

}  // namespace quorate
