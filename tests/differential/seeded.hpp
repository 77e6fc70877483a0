// What tests over many random protocols share: the seeds to try, and systems with enough room in their
// channels.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "language/language.hpp"
#include "random_protocol.hpp"
#include "search/search.hpp"
#include "shrink.hpp"
#include "verify/run/system_stack.hpp"

namespace quorate {

inline std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// A protocol whose worker never finishes in a search that follows the clock only.
inline const std::string clock_and_worker = R"(protocol p
role clock var at: 0..1 := 0
role worker var done: bool := false
rule tick of clock c: do c.at := 1 - c.at
rule finish of worker w: when not w.done do w.done := true
invariant idle: all(w: worker | not w.done))";

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

// Runs `search` (from a stack to a SearchOutcome) with more and more room in channels until it is enough;
// none if that takes too much, or if the model cannot be executed. `room` is kept for the next search.
template <typename Search>
std::optional<Searched> with_enough_room(const Model& model, const Semantics& semantics,
                                         const Reductions& reductions, ChannelRoom& room,
                                         const Search& search) {
  for (;;) {
    std::vector<CompileProblem> problems;
    auto stack = SystemStack::make(model, semantics, room, reductions, problems);
    if (!stack) return std::nullopt;
    SearchOutcome outcome = search(*stack);
    if (outcome.result.stop != StopReason::channel_overflow)
      return Searched{std::move(stack), std::move(outcome)};
    const ChannelOverflow& overflow = *outcome.result.overflow;
    if (++room.try_emplace({overflow.from, overflow.to}, 1).first->second > 8) return std::nullopt;
  }
}

inline std::optional<Searched> search_with_room(const Model& model, const Semantics& semantics,
                                                const Reductions& reductions, const std::vector<Goal>& goals,
                                                const SearchOptions& options, ChannelRoom& room) {
  return with_enough_room(model, semantics, reductions, room,
                          [&](SystemStack& stack) { return stack.search(goals, options); });
}

// Judges the texts that `text_of` makes of the seeds (QUORATE_SEEDS, from QUORATE_FIRST_SEED on) by `wrong`,
// which says what is wrong with a model, or returns an empty text. A failure is shown with the smallest
// protocol for which `again` says the same up to the colon. Returns the number of seeds.
template <typename TextOf, typename Wrong, typename Again>
std::uint64_t judge_seeds(const TextOf& text_of, const Wrong& wrong, const Again& again) {
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t count = environment_number("QUORATE_SEEDS", 300);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = text_of(seed);
    const auto model = load_text(text);
    const std::string complaint = model ? wrong(*model) : "";
    if (complaint.empty()) continue;
    const std::string kind = complaint.substr(0, complaint.find(':'));
    const std::string small = shrink(text, [&](const std::string& candidate) {
      const auto smaller = load_text(candidate);
      return smaller && again(*smaller).substr(0, kind.size()) == kind;
    });
    ADD_FAILURE() << "seed " << seed << ": " << complaint << "\nshrunk: " << again(*load_text(small)) << "\n"
                  << small;
  }
  return count;
}

template <typename Wrong, typename Again>
std::uint64_t judge_random_protocols(const Wrong& wrong, const Again& again) {
  return judge_seeds([](std::uint64_t seed) { return random_protocol(seed); }, wrong, again);
}

}  // namespace quorate
