// Tables of segments that grow by the same factor each, one after the other: at every time the sizes of the
// segments lie evenly between one size and its next, so that the whole never jumps. An element is moved
// 1 / (growth - 1) times in all.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace quorate {

inline std::uint64_t staggered_size(std::uint64_t first, double growth, std::size_t segment,
                                    std::size_t segments, std::uint32_t enlargements) {
  const double times = enlargements + static_cast<double>(segment) / static_cast<double>(segments);
  return static_cast<std::uint64_t>(static_cast<double>(first) * std::pow(growth, times));
}

}  // namespace quorate
