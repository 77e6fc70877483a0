// Programs that differ in constants only, such as the guards of one rule for many sets of senders or
// parameter values. They are printed once, with the constants as arguments k[0], k[1], ..., since the
// compiler's time grows with the number of instructions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "system/compile/bytecode.hpp"

namespace quorate {

// A constant that differs between the programs.
struct VaryingConstant {
  std::size_t column = 0;  // its position in the arguments
  std::int64_t low = 0;    // the range of its defined values in all programs
  std::int64_t high = 0;
  bool maybe_undefined = false;
};

// By instruction. Empty: the program is printed as it is.
using VaryingConstants = std::map<std::size_t, VaryingConstant>;

// Values of the arguments: [column][program].
using Columns = std::vector<std::vector<std::int64_t>>;

// The constants in which the programs differ; none if they differ in more than constants. Adds their columns
// to the given ones; equal columns are shared.
std::optional<VaryingConstants> varying_constants(const std::vector<const Program*>& programs,
                                                  Columns& columns);

}  // namespace quorate
