#include "report/trace/step_kind.hpp"

#include <array>
#include <utility>

namespace quorate {
namespace {

constexpr std::array<std::pair<std::string_view, StepKind>, 6> words = {{
    {"rule", StepKind::rule},
    {"delivery", StepKind::delivery},
    {"loss", StepKind::loss},
    {"crash", StepKind::crash},
    {"fault", StepKind::fault},
    {"otherwise", StepKind::otherwise},
}};

}  // namespace

std::string_view step_kind_word(StepKind kind) {
  for (const auto& [word, meaning] : words) {
    if (meaning == kind) return word;
  }
  return {};
}

std::optional<StepKind> step_kind_of(std::string_view word) {
  for (const auto& [candidate, meaning] : words) {
    if (candidate == word) return meaning;
  }
  return std::nullopt;
}

}  // namespace quorate
