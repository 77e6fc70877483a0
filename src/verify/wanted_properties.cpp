#include "verify/wanted_properties.hpp"

#include <algorithm>

namespace quorate {

namespace {

bool asked_for(const Property& property, const CheckOptions& options) {
  if (options.properties.empty()) return true;
  if (options.deadlock && property.kind == PropertyKind::no_deadlock) return true;
  return std::ranges::find(options.properties, property.name) != options.properties.end();
}

}  // namespace

Model with_wanted_properties(const Model& model, const CheckOptions& options) {
  Model wanted = model;
  std::erase_if(wanted.properties, [&](const Property& property) { return !asked_for(property, options); });
  const bool declared = std::ranges::any_of(
      model.properties, [](const Property& property) { return property.kind == PropertyKind::no_deadlock; });
  if (options.deadlock && !declared) {
    Property property;
    property.name = "no-deadlock";
    property.kind = PropertyKind::no_deadlock;
    property.predicate.type = model.boolean_type;
    wanted.properties.push_back(std::move(property));
  }
  return wanted;
}

Model with_properties(const Model& model, const std::vector<std::size_t>& chosen) {
  Model some = model;
  some.properties.clear();
  for (const std::size_t p : chosen) some.properties.push_back(model.properties[p]);
  return some;
}

}  // namespace quorate
