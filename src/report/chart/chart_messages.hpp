// Which step consumes the message that another step sent: the arrows of a chart. Works on a TraceDescription;
// knows nothing of places on a page.
#pragma once

#include <optional>
#include <vector>

#include "system/seam/description.hpp"

namespace quorate {

enum class Fate { waiting, consumed, lost };

// One message from its sending to its end.
struct Flight {
  MessageDescription message;
  std::size_t from = 0;  // processes, by their position in the state
  std::size_t to = 0;
  std::optional<std::size_t> sent_at;       // step; none if no step sent it: forged or absent
  std::optional<std::size_t> delivered_at;  // step
  std::optional<std::size_t> ended_at;      // the step that consumed or lost it
  Fate fate = Fate::waiting;
};

// A consumed message is the earliest equal message that was sent on the same channel and still waits; a
// delivered one, if there is any.
std::vector<Flight> flights_of(const TraceDescription& trace);

}  // namespace quorate
