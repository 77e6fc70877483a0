// The messages that a Byzantine sender can offer to a rule, up to differences that the rule does not read.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "faults/fault_model.hpp"
#include "model/model.hpp"
#include "system/compile/compiler.hpp"

namespace quorate {

// One message of the input's kind for each combination of values of the fields that the rule reads; empty if
// no sender can be faulty. If there are too many, a problem is added to `shared`.
std::vector<std::uint64_t> forged_messages(const Model& model, const Layout& layout, const FaultModel& faults,
                                           const Rule& rule, std::size_t input, SharedTables& shared);

// All messages of the kind with defined values in the fields, and undefined ones elsewhere; no more than one
// above the limit.
inline constexpr std::size_t message_limit = 100'000;
std::vector<std::uint64_t> messages_with(const Model& model, const Layout& layout, KindId kind,
                                         const std::set<std::int32_t>& fields);

}  // namespace quorate
