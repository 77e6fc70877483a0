#include "faults/fault_forms.hpp"

#include <fmt/format.h>

namespace quorate {

FaultFormChoice choose_fault_forms(const Model& model, const Property* property,
                                   std::span<const DeclarableFault> kinds) {
  FaultFormChoice choice;
  for (const DeclarableFault* const kind : lowered_faults(model, kinds)) {
    const std::string needed = kind->against_leaving_out(model, property);
    if (needed.empty()) continue;
    const std::string spoiled = kind->against_steps(model, property);
    if (!spoiled.empty()) {
      choice.refusal = fmt::format("`{}` faults cannot be implicit: {}; nor can they be explicit steps: {}",
                                   kind->word, needed, spoiled);
      return choice;
    }
    choice.as_steps.insert(kind->word);
    if (property != nullptr)
      choice.notes.push_back(
          fmt::format("`{}` faults are explicit steps for {}: {}", kind->word, property->name, needed));
  }
  return choice;
}

}  // namespace quorate
