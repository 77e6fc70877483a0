#include "faults/fault_forms.hpp"

#include <fmt/format.h>

namespace quorate {

FaultFormChoice choose_fault_forms(const Model& model, const Property* property,
                                   std::optional<FaultForm> wanted, std::span<const DeclarableFault> kinds) {
  FaultFormChoice choice;
  for (const DeclarableFault* const kind : lowered_faults(model, kinds)) {
    const std::string needed = kind->against_leaving_out(model, property);
    const std::string spoiled = kind->against_steps(model, property);
    const FaultForm form = wanted.value_or(needed.empty() ? FaultForm::absent : FaultForm::explicit_);
    const std::string& against = form == FaultForm::absent ? needed : spoiled;
    if (!against.empty()) {
      choice.refusal = fmt::format("`{}` {} is not sound here: {}", kind->word,
                                   form == FaultForm::absent ? "left out" : "as steps", against);
      return choice;
    }
    if (form == FaultForm::absent) continue;
    choice.as_steps.insert(kind->word);
    if (!wanted && property != nullptr)
      choice.notes.push_back(
          fmt::format("`{}` is explicit steps for {}: {}", kind->word, property->name, needed));
  }
  return choice;
}

}  // namespace quorate
