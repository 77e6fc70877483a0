// Small models with all their reachable states and all permutations of a group, to compare reductions with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "language/checked_model.hpp"
#include "reduction/symmetry/state_permutation.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

using PackedState = std::vector<std::uint64_t>;

struct Explored {
  std::unique_ptr<ModelSystem> system;
  std::set<PackedState> states;  // all that can be reached
};

// Enlarges channels until nothing overflows.
inline Explored explore(const Model& model, const Semantics& semantics = {}) {
  ChannelRoom room;
  for (;;) {
    std::vector<CompileProblem> problems;
    Explored result{ModelSystem::make(model, semantics, room, problems), {}};
    if (!result.system) {
      ADD_FAILURE() << "the model cannot be executed";
      return result;
    }
    StepBuffer buffer(result.system->shape().words);
    std::vector<PackedState> pending;
    const auto take = [&] {
      for (std::size_t i = 0; i < buffer.size(); ++i) {
        const PackedState state(buffer.state(i).begin(), buffer.state(i).end());
        if (result.states.insert(state).second) pending.push_back(state);
      }
      buffer.clear();
    };
    result.system->initial_states(buffer);
    take();
    std::optional<ChannelOverflow> overflow;
    while (!pending.empty() && !overflow) {
      const PackedState state = pending.back();
      pending.pop_back();
      result.system->successors(state, {}, buffer);
      overflow = buffer.trouble.overflow;
      EXPECT_FALSE(buffer.trouble.failure.failed()) << buffer.trouble.failure.message;
      take();
    }
    if (!overflow) return result;
    ++room.try_emplace({overflow->from, overflow->to}, 1).first->second;
  }
}

// Every permutation of the group, the identity first.
inline std::vector<UnitMap> all_maps(const UnitTable& table) {
  UnitMap identity{};
  for (std::size_t u = 0; u < identity.size(); ++u) identity[u] = static_cast<std::uint8_t>(u);
  std::vector<UnitMap> maps{identity};
  for (std::size_t c = 0; c < table.classes(); ++c) {
    std::vector<UnitMap> longer;
    for (UnitMap map : maps) {
      const auto begin = map.begin() + table.class_begin[c];
      const auto end = map.begin() + table.class_begin[c + 1];
      do longer.push_back(map);
      while (std::next_permutation(begin, end));
    }
    maps = std::move(longer);
  }
  return maps;
}

inline PackedState image_of(const StatePermutation& permutation, const UnitMap& map,
                            const PackedState& state) {
  PackedState image(state.size(), ~std::uint64_t{0});
  permutation.apply(state.data(), map, image.data());
  return image;
}

// Processes in variables, sets, tables, messages and a monitor; several messages in a channel, between
// processes of one role and to a process that is never moved.
inline std::string gossip(const std::string& channels) {
  return "protocol gossip\nchannels " + channels + R"(
role person[3]
  var friend: person; heard: set of person := {}; told: array[person] of bool := false
role clerk
  var last: person
message RUMOUR(about: person, known: set of person), HELLO
monitor
  var first: person; met: array[person] of array[person] of bool := false
observe
  for i: person do for k: person do if isdefined(i.friend) and i.friend = k then met[i][k] := true end end end
rule meet of person i:
  when isundefined(i.friend) and size(i.heard) = 0 do
    let k := any(k: person | k != i);
    i.friend := k;
    i.told[k] := true;
    send RUMOUR(k, {i, k}) to all clerk;
    send HELLO to k
rule gossip of person i:
  when isdefined(i.friend) and size(i.heard) = 0 do
    i.heard := {i.friend};
    send RUMOUR(i, i.heard) to all clerk;
    send RUMOUR(i, {}) to i.friend
rule overhear of person i on RUMOUR from person j:
  when isdefined(i.friend) and msg.about = i.friend do i.told[j] := true
rule greet of person i on HELLO from person j:
  when isundefined(i.friend) do i.friend := j
rule listen of clerk c on RUMOUR from person i:
  when isundefined(c.last) do c.last := msg.about
)";
}

// Messages of one role to another that mention a third process; with deliveries as steps of their own.
inline const std::string votes = R"(
protocol votes
role voter[3] var voted: bool := false
role judge[2] var heard: set of voter := {}
message VOTE(against: judge)
rule vote of voter v: when not v.voted do v.voted := true; send VOTE(any(j: judge | true)) to all judge
rule hear of judge j on VOTE from voter v: when msg.against = j do j.heard := j.heard + {v}
)";

}  // namespace quorate
