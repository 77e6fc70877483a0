// Signed messages and certificates of the reference checker, as docs/semantics.md describes them: a state
// remembers who has signed what.
#pragma once

#include <set>

#include "reference_value.hpp"

namespace quorate {

// The fields that decide whether the message can be shown: those that the rule reads (`read`), and in
// addition each certificate that is read, or that names a single process, with what it is of.
std::set<std::int32_t> fields_looked_at(const Model& model, KindId kind, std::set<std::int32_t> read);

// Whether every process that the certificates among these fields name is Byzantine or has signed.
bool is_genuine(const Model& model, const RefState& state, const RefMessage& message,
                const std::set<std::int32_t>& fields);

// A rule sends the message: its certificates must be genuine, and the process signs it unless it is
// Byzantine.
void sign_message(const Model& model, RefState& state, std::int64_t self, const RefMessage& message,
                  const Stmt& send);

}  // namespace quorate
