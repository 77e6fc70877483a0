// Symmetric Byzantine processes of the reference checker: a state remembers who has had which of their
// messages.
#include <algorithm>

#include "reference_steps.hpp"

namespace quorate {

bool ReferenceSteps::is_symmetric(RoleId role) const {
  return std::any_of(model_.faults.begin(), model_.faults.end(), [&](const FaultAssumption& line) {
    return line.symmetric && std::find(line.roles.begin(), line.roles.end(), role) != line.roles.end();
  });
}

// A kind all of whose fields are named after `same for` can be sent in all its forms.
bool ReferenceSteps::is_remembered(KindId kind) const {
  return model_.message(kind).same_for.size() < model_.message(kind).fields.size();
}

bool ReferenceSteps::agrees(const RefState& state, std::int64_t sender, const RefMessage& message) const {
  const KindId kind(message.kind);
  if (!is_symmetric(model_.role_of(ProcessId(sender))) || !is_remembered(kind)) return true;
  const auto& same_for = model_.message(kind).same_for;
  return std::none_of(state.receipts.begin(), state.receipts.end(), [&](const RefReceipt& receipt) {
    if (receipt.sender != sender || receipt.kind != message.kind) return false;
    const bool of_the_same = std::all_of(same_for.begin(), same_for.end(), [&](std::int32_t f) {
      return receipt.fields[static_cast<std::size_t>(f)] == message.fields[static_cast<std::size_t>(f)];
    });
    return of_the_same && receipt.fields != message.fields;
  });
}

void ReferenceSteps::remember_receipts(RefState& state, std::int64_t process,
                                       const Received& received) const {
  for (const auto& [sender, offer] : received) {
    const KindId kind(offer.message.kind);
    if (!stateless_byzantine(state, sender) || !is_remembered(kind)) continue;
    if (is_symmetric(model_.role_of(ProcessId(sender))))
      state.receipts.insert({process, sender, offer.message.kind, offer.message.fields});
  }
}

}  // namespace quorate
