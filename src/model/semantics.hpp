// The choices that docs/semantics.md leaves open: the traffic model and the models of crashes and losses.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "model/ids.hpp"

namespace quorate {

enum class Traffic { m, grm, rm };
enum class CrashModel { implicit_, explicit_, receipt };
enum class LossModel { implicit_, explicit_ };

// As options and reports name them: "m", "explicit".
std::string to_text(Traffic traffic);
std::string to_text(CrashModel crash);
std::string to_text(LossModel loss);

struct Semantics {
  Traffic traffic = Traffic::m;
  CrashModel crash = CrashModel::implicit_;
  LossModel loss = LossModel::implicit_;

  bool operator==(const Semantics&) const = default;
};

// The number of slots in channels from one role to another: 1 unless listed. Searches start with little room
// and are repeated with more when a channel overflows.
using ChannelRoom = std::map<std::pair<RoleId, RoleId>, std::int64_t>;

// A channel that needs more room than this makes the verdict inconclusive. The limit for unbounded channels
// is small, since most that reach it grow for ever. docs/language.md (Limits) names both numbers.
inline constexpr std::int64_t largest_unbounded_room = 28;
inline constexpr std::int64_t largest_bounded_room = 255;

}  // namespace quorate
