// Faults of lowered kinds, as docs/language.md describes them: one row for each kind, which is all that the
// reference knows of it.
#include <algorithm>
#include <array>

#include "reference_steps.hpp"

namespace quorate {

namespace {

// A step marks a process, while each line of the kind that names it has room.
struct MarkingFault {
  std::string_view word;
  bool ends;   // another step takes the mark away
  bool stops;  // a marked process executes no rule
};

constexpr std::array table{
    MarkingFault{"nap", true, true},    // of lowered_protocol.cpp
    MarkingFault{"halt", false, true},  // of lowered_protocol.cpp
};

bool names(const FaultAssumption& line, RoleId role) {
  return std::find(line.roles.begin(), line.roles.end(), role) != line.roles.end();
}

}  // namespace

bool ReferenceSteps::stopped_by_fault(const RefState& state, std::int64_t process) {
  const auto down = state.marks.find("down");
  if (down != state.marks.end() && down->second.contains(process)) return true;
  return std::any_of(table.begin(), table.end(), [&](const MarkingFault& fault) {
    const auto marked = state.marks.find(std::string(fault.word));
    return fault.stops && marked != state.marks.end() && marked->second.contains(process);
  });
}

// Crashed and Byzantine processes take no such step.
void ReferenceSteps::marking_steps(const RefState& state) {
  for (const MarkingFault& fault : table) {
    const std::string word(fault.word);
    for (std::int64_t process = 0; process < model_.process_count(); ++process) {
      const Status status = state.status[static_cast<std::size_t>(process)];
      if (status == Status::crashed || status == Status::byzantine) continue;
      const auto found = state.marks.find(word);
      const std::set<std::int64_t> marked =
          found == state.marks.end() ? std::set<std::int64_t>{} : found->second;
      RefState next = state;
      if (marked.contains(process)) {
        if (!fault.ends) continue;
        next.marks[word].erase(process);
        if (next.marks[word].empty()) next.marks.erase(word);
        add_step(std::move(next));
        continue;
      }
      bool named = false;
      bool room = true;
      for (const FaultAssumption& line : model_.faults) {
        if (line.word != word || !names(line, model_.role_of(ProcessId(process)))) continue;
        named = true;
        const auto count = std::count_if(marked.begin(), marked.end(), [&](std::int64_t other) {
          return names(line, model_.role_of(ProcessId(other)));
        });
        room = room && count < line.count;
      }
      if (!named || !room) continue;
      next.marks[word].insert(process);
      add_step(std::move(next));
    }
  }
}

}  // namespace quorate
