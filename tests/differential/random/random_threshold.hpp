// Random threshold algorithms as parametric Promela: one or two kinds of messages, thresholds of the usual
// shapes, Byzantine and crash faults, arbitrary numbers (havoc) of every kind, a second proctype,
// initialisation that fails, blocks or goes below zero; safety and liveness. Small enough for instances and
// for the abstraction.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

std::string random_threshold(std::uint64_t seed);

}  // namespace quorate
