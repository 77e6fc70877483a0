// From a finding of a search to the trace that is shown: the path is lifted to the unreduced system and
// executed again on a fresh one.
#pragma once

#include <optional>
#include <string>

#include "search/search.hpp"
#include "verify/run/system_stack.hpp"

namespace quorate {

struct Counterexample {
  TraceDescription trace;
  StatePath path;  // of the unreduced system; empty only if there is a reason below
  // Dead messages do not fit into the channels: the search must be repeated with more room.
  std::optional<ChannelOverflow> no_room;
  std::string lost;  // not empty: the states of the path cannot be read any more

  [[nodiscard]] bool shown() const { return !no_room && lost.empty(); }
};

// The path to a state that the outcome of this stack's search names. Throws InternalError if it is no path of
// the unreduced system.
Counterexample counterexample(const Model& model, const Semantics& semantics, const ChannelRoom& room,
                              const SystemStack& stack, const SearchOutcome& outcome, StateNumber last);

}  // namespace quorate
