// Programs that differ in constants only, such as the guards of one rule for many sets of senders or values
// of its parameters. They are printed once, with the constants as arguments k[0], k[1], ...: a compiler's
// time goes with the number of instructions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "system/compile/bytecode.hpp"

namespace quorate {

// The place of a constant that differs.
struct VaryingConstant {
  std::size_t column = 0;  // of the arguments
  std::int64_t low = 0;    // over all programs, the defined ones
  std::int64_t high = 0;
  bool maybe_undefined = false;
};

// By instruction. Empty: the program is printed as it is.
using VaryingConstants = std::map<std::size_t, VaryingConstant>;

// Values of the arguments: [column][program].
using Columns = std::vector<std::vector<std::int64_t>>;

// Where the programs differ; none if they differ in more than constants. New columns are added to those
// given, and equal ones are used again.
std::optional<VaryingConstants> varying_constants(const std::vector<const Program*>& programs,
                                                  Columns& columns);

}  // namespace quorate
