// What a permutation does to a packed state is compared with what it does to the state in words: a list of
// facts such as "person[1].friend = person[2]", in which the names are replaced.
#include "reduction/symmetry/state_permutation.hpp"

#include <gtest/gtest.h>

#include <map>

#include "reduction/explored.hpp"

namespace quorate {
namespace {

class Facts {
 public:
  Facts(const Model& model, const ProcessMap& map) : fifo_(model.channels.fifo) {
    for (std::int64_t p = 0; p < model.process_count(); ++p) {
      names_[model.process_name(ProcessId(p))] =
          model.process_name(ProcessId(static_cast<std::int64_t>(map[static_cast<std::size_t>(p)])));
    }
  }

  std::multiset<std::string> of(const StateDescription& state) {
    facts_.clear();
    for (const auto& process : state.processes) {
      facts_.insert(renamed(process.name) + " is " + process.status);
      for (const auto& variable : process.variables) {
        value(renamed(process.name) + "." + variable.name, variable.value);
      }
    }
    for (const auto& variable : state.monitors) value(variable.name, variable.value);
    for (const auto& channel : state.channels) {
      const std::string ends = renamed(channel.from) + " -> " + renamed(channel.to);
      messages(ends + " waiting", channel.waiting);
      messages(ends + " delivered", channel.delivered);
    }
    return facts_;
  }

 private:
  std::string renamed(const std::string& name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? name : found->second;
  }

  void value(const std::string& place, const Value& v) {
    for (std::size_t i = 0; i < v.elements.size(); ++i) {
      const bool array = v.kind == ValueKind::array;
      value(place + (array ? "[" + renamed(v.fields[i].name) + "]" : " contains"), v.elements[i]);
    }
    if (v.kind == ValueKind::record) {
      for (const auto& field : v.fields) value(place + "." + field.name, field.value);
    }
    if (v.kind == ValueKind::name) facts_.insert(place + " = " + renamed(v.text));
    if (v.kind == ValueKind::set) facts_.insert(place + " is a set");
    if (v.kind == ValueKind::boolean || v.kind == ValueKind::integer) {
      facts_.insert(place + " = " + std::to_string(v.number));
    }
  }

  // All facts of a message are one, as unordered channels keep the messages apart by nothing else.
  void messages(const std::string& place, const std::vector<MessageDescription>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::multiset<std::string> outside;
      outside.swap(facts_);
      for (const auto& field : all[i].fields) value(field.name, field.value);
      std::string text = place + (fifo_ ? " #" + std::to_string(i) : "") + " " + all[i].kind;
      for (const auto& fact : facts_) text += ", " + fact;
      facts_ = std::move(outside);
      facts_.insert(text);
    }
  }

  bool fifo_;
  std::map<std::string, std::string> names_;
  std::multiset<std::string> facts_;
};

// Every n-th reachable state under every permutation.
void expect_renaming(const std::string& text, const Semantics& semantics, bool nodes, std::size_t nth) {
  const Model model = model_of(text);
  const Explored explored = explore(model, semantics);
  ASSERT_TRUE(explored.system);
  const std::vector<bool> all(model.roles.size(), true);
  const auto permutation = StatePermutation::make(model, explored.system->layout(),
                                                  nodes ? node_group(model, all) : role_group(model, all));
  ASSERT_TRUE(permutation);
  const UnitMap identity = all_maps(permutation->units()).front();
  Facts as_they_are(model, permutation->units().process_map(identity));
  std::size_t number = 0;
  for (const PackedState& state : explored.states) {
    if (number++ % nth != 0) continue;
    for (const UnitMap& map : all_maps(permutation->units())) {
      const PackedState image = image_of(*permutation, map, state);
      Facts renamed(model, permutation->units().process_map(map));
      ASSERT_EQ(as_they_are.of(explored.system->describe(image)),
                renamed.of(explored.system->describe(state)));
      ASSERT_TRUE(explored.states.contains(image));
    }
  }
}

TEST(StatePermutation, RenamesVariablesSetsTablesAndMessagesInUnorderedChannels) {
  expect_renaming(gossip("reliable, unordered"), {}, false, 7);
}

TEST(StatePermutation, KeepsTheOrderOfFifoChannels) {
  expect_renaming(gossip("reliable, fifo"), {}, false, 7);
}

TEST(StatePermutation, KeepsWhatIsDelivered) {
  Semantics semantics;
  semantics.traffic = Traffic::grm;
  expect_renaming(votes, semantics, false, 5);
}

TEST(StatePermutation, MovesStatusesWithTheirProcesses) {
  Semantics semantics;
  semantics.crash = CrashModel::explicit_;
  const std::string text = R"(
protocol crashing
faults a: at most 1 crash
role a[3] var x: 0..1 := 0
role b[2] var seen: set of a := {}
message M
rule go of a i: when i.x = 0 do i.x := 1; send M to all b
rule take of b k on M from a i: do k.seen := k.seen + {i}
)";
  expect_renaming(text, semantics, false, 3);
  expect_renaming(text, semantics, true, 3);
}

TEST(StatePermutation, MovesChannelsFromAProcessToItself) {
  expect_renaming(R"(
protocol loops
channels asynchronous, reliable, unordered, loopback
role a[3] var x: 0..1 := 0; heard: set of a := {}
message M, NAME(who: a)
rule go of a i: when i.x = 0 do i.x := 1; send M to all a
rule take of a i on M from a j: when j not in i.heard do i.heard := i.heard + {j}; send NAME(j) to i
rule know of a i on NAME from a j: when msg.who = i do i.heard := {}
)",
                  {}, false, 11);
}

TEST(StatePermutation, RenamesProcessesOfGroups) {
  expect_renaming(R"(
protocol groups
role a[2] var knows: anybody := any; table: array[anybody] of bool := any
role b[2]
role clerk var crowd: set of anybody := any
group anybody = a + b
rule never of a i: when false do undefine i.knows
)",
                  {}, false, 501);
}

TEST(StatePermutation, IsAGroupAction) {
  const Model model = model_of(gossip("reliable, unordered"));
  const Explored explored = explore(model);
  const auto permutation =
      StatePermutation::make(model, explored.system->layout(), role_group(model, {true, true}));
  ASSERT_TRUE(permutation);
  const auto maps = all_maps(permutation->units());
  std::size_t number = 0;
  for (const PackedState& state : explored.states) {
    if (number++ % 51 != 0) continue;
    ASSERT_EQ(image_of(*permutation, maps.front(), state), state);
    for (const UnitMap& first : maps) {
      for (const UnitMap& second : maps) {
        UnitMap both{};
        for (std::size_t u = 0; u < both.size(); ++u) both[u] = second[first[u]];
        ASSERT_EQ(image_of(*permutation, second, image_of(*permutation, first, state)),
                  image_of(*permutation, both, state));
      }
    }
  }
}

TEST(StatePermutation, KnowsWhichExchangesChangeNothing) {
  for (const std::string& text : {gossip("reliable, unordered"), std::string(R"(
protocol plain
role a[3] var x: 0..1 := 0
role b[2] var y: 0..1 := 0
message M
rule go of a i: when i.x = 0 do i.x := 1; send M to all b
rule take of b k on M from a i: do k.y := 1
)")}) {
    const Model model = model_of(text);
    const Explored explored = explore(model);
    const auto permutation =
        StatePermutation::make(model, explored.system->layout(), role_group(model, {true, true}));
    ASSERT_TRUE(permutation);
    const UnitMap identity = all_maps(permutation->units()).front();
    PackedState room(explored.system->shape().words);
    for (const PackedState& state : explored.states) {
      UnitMap exchanged = identity;
      std::swap(exchanged[0], exchanged[1]);
      ASSERT_EQ(permutation->exchange_fixes(state.data(), 0, 1, room.data()),
                image_of(*permutation, exchanged, state) == state);
    }
  }
}

}  // namespace
}  // namespace quorate
