// What tests over many random protocols share: the seeds to try, and systems with enough room in their
// channels.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "language/language.hpp"
#include "search/search.hpp"
#include "search/system_stack.hpp"

namespace quorate {

inline std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

inline std::optional<Model> load_text(const std::string& text) {
  const SourceText source("random.ftdp", text);
  Diagnostics diagnostics;
  return load_model(source, {}, diagnostics);
}

// A stack that was searched, and what the search found.
struct Searched {
  std::unique_ptr<SystemStack> stack;
  SearchOutcome outcome;
};

// Searches with more and more room in channels until it is enough; none if that takes too much, or if the
// model cannot be executed. `room` is kept for the next search.
inline std::optional<Searched> search_with_room(const Model& model, const Semantics& semantics,
                                                const Reductions& reductions, const std::vector<Goal>& goals,
                                                SearchOptions options, ChannelRoom& room) {
  for (;;) {
    std::vector<CompileProblem> problems;
    auto stack = SystemStack::make(model, semantics, room, reductions, problems);
    if (!stack) return std::nullopt;
    options.proviso = stack->needs_proviso();
    SearchOutcome outcome = search(stack->top(), goals, options);
    if (outcome.result.stop != StopReason::channel_overflow)
      return Searched{std::move(stack), std::move(outcome)};
    const ChannelOverflow& overflow = *outcome.result.overflow;
    if (++room.try_emplace({overflow.from, overflow.to}, 1).first->second > 8) return std::nullopt;
  }
}

}  // namespace quorate
