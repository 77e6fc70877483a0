// Whether a property can see partitions: docs/soundness/models.md ("Partitions") has the arguments.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/walk.hpp"
#include "faults/kinds/network.hpp"

namespace quorate {

namespace {

const FaultAssumption* network_line(const Model& model) {
  const auto found = std::ranges::find(model.faults, network_word, &FaultAssumption::word);
  return found == model.faults.end() ? nullptr : &*found;
}

// A message that vanishes is one that is never received, if a message more in a channel disables nothing.
std::string against_leaving_out_cuts(const Model& model, const Property* property) {
  const FaultAssumption* const line = network_line(model);
  if (line == nullptr || line->count == 0) return "";
  if (property != nullptr && property->kind == PropertyKind::no_deadlock)
    return "a cut link can cause a deadlock";
  if (property != nullptr && property->kind == PropertyKind::temporal)
    return "a message over a cut link is never received";
  if (model.channels.fifo) return "in a FIFO channel a message that vanishes lets later ones through";
  if (model.channels.bound) return "a message that vanishes leaves room in a channel of bounded size";
  return "";
}

std::string against_cuts(const Model& model, const Property* property) {
  const FaultAssumption* const line = network_line(model);
  if (line == nullptr || line->count == 0) return "";
  const Network& network = line->network;
  const bool comes_to_rest = network.healing == Healing::never ||
                             (network.healing == Healing::owed && network.total && network.limited);
  if (property != nullptr && property->kind == PropertyKind::no_deadlock && !comes_to_rest)
    return "links can always be cut or heal, so that no state is without a step (`for ever`, or `network "
           "partitions at most 1, heals`, comes to rest)";
  std::int64_t processes = 0;
  for (const RoleId role : line->roles) processes += model.role(role).count;
  if (line->network.total && processes > most_divided_processes)
    return fmt::format(
        "{} processes are divided in too many ways (at most {}; `network cuts links` has no "
        "such limit)",
        processes, most_divided_processes);
  if (model.process_count() > 62) return "there are more than 62 processes";
  for (const Rule& rule : model.rules) {
    bool assembled = false;
    visit_statements(rule.body,
                     [&](const Stmt& s) { assembled = assembled || s.kind == StmtKind::set_outgoing; });
    if (assembled)
      return fmt::format("`{}` assembles a message field by field; write `send` instead", rule.name);
  }
  return "";
}

}  // namespace

std::vector<FaultForm> network_forms() {
  return {{"left out", against_leaving_out_cuts, nullptr, false}, {"steps", against_cuts, lower_network}};
}

}  // namespace quorate
