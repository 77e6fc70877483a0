// Random threshold algorithms as parametric Promela: one or two kinds of messages, thresholds of the usual
// shapes, Byzantine and crash faults, safety and liveness. Small enough for instances and for the
// abstraction.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

std::string random_threshold(std::uint64_t seed);

}  // namespace quorate
