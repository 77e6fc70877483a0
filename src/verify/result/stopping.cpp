#include "verify/result/stopping.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {

bool enlarge(ChannelRoom& room, const Model& model, const ChannelOverflow& overflow) {
  auto& slots = room.try_emplace({overflow.from, overflow.to}, 1).first->second;
  const std::int64_t limit = model.channels.bound ? largest_bounded_room : largest_unbounded_room;
  if (slots >= limit) return false;
  slots = std::min(limit, slots + (slots < 4 ? 1 : slots / 2));
  return true;
}

std::string stop_text(StopReason reason, const Model& model, const ChannelRoom& room,
                      const std::optional<ChannelOverflow>& overflow) {
  switch (reason) {
    case StopReason::finished:
      return "";
    case StopReason::state_limit:
      return "the limit on states was reached";
    case StopReason::memory_limit:
      return to_text(Spent::memory);
    case StopReason::time_limit:
      return to_text(Spent::time);
    case StopReason::too_many_initial_states:
      return "there are more initial states than can be enumerated (500,000)";
    case StopReason::checkpoint_failed:
      return "a checkpoint could not be used";
    case StopReason::state_file_failed:
      return "the temporary file of states could not be written or read (is the disk full? Set TMPDIR to use "
             "another folder)";
    case StopReason::too_many_steps:
      return "a state has more steps than can be enumerated (1,000,000)";
    case StopReason::interrupted:
      return to_text(Spent::interruption);
    case StopReason::superseded:
      return "a better search was known";
    case StopReason::model_failure:
      return "the model has an error (see well-defined)";
    case StopReason::channel_overflow:
      return fmt::format(
          "a channel from {} to {} holds more than {} messages; {}", model.role(overflow->from).name,
          model.role(overflow->to).name, room.at({overflow->from, overflow->to}),
          model.channels.bound ? "no channel can hold more, whatever its bound: declare a smaller bound"
                               : "declare a bound (channels ... bound B)");
  }
  return "";
}

std::string unshown_violation(const std::string& why) {
  return "a violation was found, but its counterexample was not completed: " + why;
}

std::string omission_text(double probability) {
  return fmt::format(
      "no violation was found, but the store may have left states out; probability of an omission: {:.2g}",
      probability);
}

}  // namespace quorate
