// What a Byzantine sender can offer to a rule: the messages that the rule could tell apart.
#pragma once

#include <cstdint>
#include <vector>

#include "faults/fault_model.hpp"
#include "model/model.hpp"
#include "system/compile/compiler.hpp"

namespace quorate {

// Every message of the kind that the rule receives, differing in the fields that it reads; none if no sender
// can be faulty. Too many are a problem for `shared`.
std::vector<std::uint64_t> forged_messages(const Model& model, const Layout& layout, const FaultModel& faults,
                                           const Rule& rule, SharedTables& shared);

}  // namespace quorate
