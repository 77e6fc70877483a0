#include "faults/implicit_faults.hpp"

#include <fmt/format.h>

#include "faults/kinds/detectors.hpp"

namespace quorate {

namespace {

// Why a property can see crashes that are not steps of their own, or empty.
std::string sees_crashes(const Model& model, const Property& property) {
  const auto roles = crash_roles(model);
  if (roles.empty()) return "";
  if (property.kind == PropertyKind::no_deadlock) return "a crash can cause a deadlock";
  for (const RoleId role : status_read(model, property)) {
    if (roles.contains(role))
      return fmt::format("the property looks at the status of {}", model.role(role).name);
  }
  for (const RoleId role : roles_watched_by_guards(model)) {
    if (roles.contains(role)) return fmt::format("a failure detector watches {}", model.role(role).name);
  }
  return "";
}

}  // namespace

std::string against_implicit_crash(const Model& model, const Property& property) {
  if (has_crash_faults(model) && model.channels.synchronous)
    return "in a synchronous system processes notice crashes";
  if (has_crash_faults(model) && model.channels.fifo && model.channels.several)
    return "in a FIFO channel a crash can keep the first of several messages from being sent";
  return sees_crashes(model, property);
}

std::string against_crash_at_receipt(const Model& model, const Property& property) {
  if (has_crash_faults(model) && model.channels.fifo)
    return "in a FIFO channel a discarded message lets later ones through";
  if (has_crash_faults(model) && leaves_messages(model))
    return "messages of the sender stay in their channels";
  return sees_crashes(model, property);
}

std::string against_implicit_loss(const Model& model, const Property& property) {
  if (!model.channels.lossy) return "";
  if (property.kind == PropertyKind::no_deadlock) return "a loss can cause a deadlock";
  if (model.channels.fifo) return "in a FIFO channel a loss lets later messages through";
  if (model.channels.synchronous)
    return "in a synchronous system a message left over can hide that another is absent";
  return "";
}

bool bound_spoils_implicit_crash(const Model& model) {
  const Channels& channels = model.channels;
  return has_crash_faults(model) && channels.bound.has_value() && (channels.replacing || !channels.lossy);
}

bool bound_spoils_implicit_loss(const Model& model) {
  return model.channels.lossy && model.channels.bound.has_value();
}

}  // namespace quorate
