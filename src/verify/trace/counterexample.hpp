// From what a search found to the trace that is shown: lifted to the unreduced system and executed again on
// one of its own.
#pragma once

#include <optional>
#include <string>

#include "search/search.hpp"
#include "verify/run/system_stack.hpp"

namespace quorate {

struct Counterexample {
  TraceDescription trace;
  StatePath path;  // of the unreduced system, never empty unless there is a reason below
  // Messages that were forgotten do not fit into the channels: the search is to be repeated with more room.
  std::optional<ChannelOverflow> no_room;
  std::string lost;  // the states on the way cannot be read any more, and why

  [[nodiscard]] bool shown() const { return !no_room && lost.empty(); }
};

// The way to a state that the outcome of this stack's search names. Throws InternalError if it is no path of
// the unreduced system.
Counterexample counterexample(const Model& model, const Semantics& semantics, const ChannelRoom& room,
                              const SystemStack& stack, const SearchOutcome& outcome, StateNumber last);

}  // namespace quorate
