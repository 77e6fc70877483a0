#include "faults/fault_forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace quorate {

namespace {

std::string plural(const DeclarableFault& kind) {
  return kind.plural.empty() ? fmt::format("`{}` faults", kind.word) : std::string(kind.plural);
}

std::string refusal(const DeclarableFault& kind, const std::vector<std::string>& reasons) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < reasons.size(); ++k)
    parts.push_back(fmt::format("{} because {}", kind.forms[k].name, reasons[k]));
  return fmt::format("{} cannot be {}", plural(kind), fmt::join(parts, ", nor "));
}

}  // namespace

FaultFormChoice choose_fault_forms(const Model& model, const Property* property,
                                   std::optional<CrashModel> crash, std::span<const DeclarableFault> kinds) {
  FaultFormChoice choice;
  for (const DeclarableFault* const kind : lowered_faults(model, kinds)) {
    const auto wanted = kind->crashes ? crash : std::nullopt;
    if (wanted == CrashModel::receipt) {
      choice.refusal = "--crash receipt is not sound here: a process that recovers has lost its variables";
      return choice;
    }
    std::vector<std::string> reasons;
    for (const FaultForm& form : kind->forms) {
      const std::string reason = form.against == nullptr ? "" : form.against(model, property);
      if (reason.empty()) break;
      reasons.push_back(reason);
    }
    if (reasons.size() == kind->forms.size()) {
      choice.refusal = refusal(*kind, reasons);
      return choice;
    }
    const std::size_t chosen = wanted == CrashModel::explicit_ ? kind->forms.size() - 1 : reasons.size();
    const FaultForm& form = kind->forms[chosen];
    choice.forms[kind->word] = chosen;
    if (wanted == CrashModel::implicit_ && form.noted && !reasons.empty()) {
      choice.refusal =
          fmt::format("--crash implicit is not sound here: {}; use --crash explicit", reasons.back());
      return choice;
    }
    if (wanted) continue;
    if (property != nullptr && form.noted && !reasons.empty())
      choice.notes.push_back(
          fmt::format("{} are {} for {}: {}", plural(*kind), form.name, property->name, reasons.back()));
  }
  return choice;
}

}  // namespace quorate
