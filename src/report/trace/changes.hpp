// What a step changed, variable by variable. Compares two described states; knows nothing of how they are
// shown.
#pragma once

#include <string>
#include <vector>

#include "system/seam/description.hpp"

namespace quorate {

struct Change {
  std::string process;  // whose variable; empty for a monitor variable
  std::string place;    // "promised", "ballot.number", "votes[1..3]", "status"
  Value before;
  Value after;

  [[nodiscard]] bool is_status() const { return place == "status" && !process.empty(); }
};

// Records and arrays are compared part by part; elements that change alike are one Change.
std::vector<Change> changes_between(const StateDescription& before, const StateDescription& after);

// The old and the new value as texts; of a set, only the difference, if that is shorter to read.
struct ChangeText {
  std::string before;  // empty if `after` is the difference: "+ acceptor[3]"
  std::string after;
};
ChangeText change_text(const Change& change);

// The same as one text: "promised: 0 -> 1", "votes: + acceptor[3]".
std::string to_text(const Change& change);

}  // namespace quorate
