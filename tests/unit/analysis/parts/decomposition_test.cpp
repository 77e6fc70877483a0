#include "analysis/parts/decomposition.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "language/checked_model.hpp"
#include "search/search.hpp"
#include "system/execute/lift_decomposed.hpp"
#include "system/execute/model_system.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {
namespace {

struct Counts {
  StopReason stop = StopReason::finished;
  std::uint64_t initial = 0;
  std::uint64_t states = 0;
  std::uint64_t steps = 0;
  std::vector<bool> violated;

  bool operator==(const Counts&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Counts& counts) {
  out << "stop " << static_cast<int>(counts.stop) << ", " << counts.initial << " initial, " << counts.states
      << " states, " << counts.steps << " steps, violated:";
  for (const bool violated : counts.violated) out << ' ' << violated;
  return out;
}

// Searches again with more room in the channels until nothing overflows.
SearchResult explore(const Model& model, Traffic traffic, const std::vector<Goal>& goals) {
  Semantics semantics;
  semantics.traffic = traffic;
  ChannelRoom room;
  for (;;) {
    std::vector<CompileProblem> problems;
    const auto system = ModelSystem::make(model, semantics, room, problems);
    EXPECT_NE(system, nullptr) << (problems.empty() ? "" : problems.front().message);
    if (!system) return {};
    const SearchResult result = search(*system, goals, {}).result;
    if (result.stop != StopReason::channel_overflow) return result;
    ++room.try_emplace({result.overflow->from, result.overflow->to}, 1).first->second;
  }
}

// The counts of all states, and the verdict on every property by a search of its own.
Counts count(const Model& model, Traffic traffic = Traffic::m) {
  const SearchResult all = explore(model, traffic, {});
  Counts counts{
      all.stop, all.statistics.initial_states, all.statistics.states, all.statistics.transitions, {}};
  for (std::size_t k = 0; k < model.properties.size(); ++k) {
    const bool deadlock = model.properties[k].kind == PropertyKind::no_deadlock;
    const Goal goal{deadlock ? GoalKind::no_deadlock : GoalKind::invariant,
                    PredicateId(static_cast<std::int64_t>(k))};
    counts.violated.push_back(explore(model, traffic, {goal}).violations[0].has_value());
  }
  return counts;
}

std::vector<std::string> role_names(const Model& model) {
  std::vector<std::string> names;
  for (const Role& role : model.roles) names.push_back(role.name);
  return names;
}

using Names = std::vector<std::string>;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, what.size(), by);
}

const std::string servers = R"(
protocol servers
channels asynchronous, reliable, unordered, loopback
role server[2]
  var number: 1..2 := distinct;
      asked: bool := false;
      answers: 0..2 := 0;
      highest: 0..2 := 0;
      leader: server
message ASK(number: 1..2), ANSWER(of: server)
rule ask of server p: when not p.asked do p.asked := true; send ASK(p.number) to all server
rule answer of server a on ASK from server p:
  when msg.number > a.highest do a.highest := msg.number; a.leader := p; send ANSWER(a) to p
rule count of server p on ANSWER from server a: when a = msg.of and p.answers < 2 do p.answers := p.answers + 1
)";

TEST(Decomposition, SplitsARoleWhoseVariablesAndMessagesAreDisjoint) {
  const Model model = model_of(servers + R"(
invariant done: all(p: server | p.answers = 2 => some(a: server | a.leader = p))
invariant never: all(p: server | p.answers < 2)
)");
  const Decomposition result = decompose(model);
  EXPECT_TRUE(result.split);
  EXPECT_FALSE(result.split_role_can_crash);
  EXPECT_EQ(role_names(result.model), (Names{"server{ask, count}", "server{answer}"}));
  EXPECT_EQ(result.origin[0].rules, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(result.origin[0].variables, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(result.origin[1].rules, (std::vector<std::size_t>{1}));
  EXPECT_EQ(result.origin[1].variables, (std::vector<std::int32_t>{3, 4}));
  // The acceptors' leader is a proposer, and an answer carries an acceptor.
  EXPECT_EQ(result.model.role(RoleId(1)).variables[1].type, result.model.role(RoleId(0)).type);
  EXPECT_EQ(result.model.messages[1].fields[0].type, result.model.role(RoleId(1)).type);
  EXPECT_EQ(result.original_process(model, ProcessId(3)), ProcessId(1));
  for (const Traffic traffic : {Traffic::m, Traffic::grm}) {
    EXPECT_EQ(count(model, traffic), count(result.model, traffic));
  }
  EXPECT_TRUE(result.notes.empty());
}

TEST(Decomposition, TakesTheServersOfPaxosApart) {
  const auto file = std::filesystem::path(QUORATE_ROOT) / "protocols/paxos-nodes/paxos-nodes.ftdp";
  std::ifstream in(file);
  const Model model = model_of({std::istreambuf_iterator<char>(in), {}});
  const Decomposition result = decompose(model);
  EXPECT_TRUE(result.split_role_can_crash);
  EXPECT_TRUE(result.notes.empty());
  EXPECT_EQ(role_names(result.model), (Names{"server{prepare, propose}", "server{promise, vote}"}));
  EXPECT_EQ(result.origin[0].rules, (std::vector<std::size_t>{0, 2}));  // prepare, propose
  EXPECT_EQ(result.origin[1].rules, (std::vector<std::size_t>{1, 3}));  // promise, vote
  const Counts counts = count(result.model);
  EXPECT_EQ(counts, count(model));
  EXPECT_EQ(counts, (Counts{StopReason::finished, 6, 19926, 47124, {false, false}}));
}

TEST(Decomposition, LiftsTracesThatTheOriginalCanExecute) {
  const Model model = model_of(servers + "invariant never: all(p: server | p.answers < 2)");
  const Decomposition result = decompose(model);
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::make(result.model, {}, {}, problems);
  const SearchOutcome found = search(*system, {Goal{GoalKind::invariant, PredicateId(0)}}, {});
  ASSERT_TRUE(found.result.violations[0].has_value());
  const auto path = found.path_to(found.result.violations[0]->state);
  const TraceDescription lifted = lift(result, model, replay(*system, path).trace);
  const auto original = ModelSystem::make(model, {}, {{{RoleId(0), RoleId(0)}, 3}}, problems);
  const Replay again = replay_lifted(*original, model.channels, lifted);
  EXPECT_EQ(again.mismatch, "");
  ASSERT_EQ(again.trace.steps.size(), lifted.steps.size());
  for (std::size_t k = 0; k < lifted.steps.size(); ++k) {
    EXPECT_EQ(again.trace.steps[k].transition, lifted.steps[k].transition);
    EXPECT_EQ(again.trace.steps[k].sent, lifted.steps[k].sent);
    EXPECT_EQ(again.trace.steps[k].consumed, lifted.steps[k].consumed);
  }
}

TEST(Decomposition, SeparatesTheLoopsOfInitRules) {
  const std::string start = R"(
protocol start
role node[2]
  var x: 0..2; y: 0..2; z: array[1..2] of bool
init all:
  undefine node;
  for k: node do
    node[k].x := 1;
    if node[k].x = 1 then node[k].x := 2 endif;
    for i: 1..2 do node[k].z[i] := true endfor;
    node[k].y := 0
  endfor
rule up of node p: when p.x = 2 do p.x := 0
rule down of node p: when p.y = 0 and p.z[1] do p.y := 2
)";
  const Model model = model_of(start);
  const Decomposition result = decompose(model);
  EXPECT_EQ(role_names(result.model), (Names{"node{up}", "node{down}"}));
  EXPECT_EQ(count(model), count(result.model));
  EXPECT_EQ(count(model).states, 16U);
  const Decomposition tied =
      decompose(model_of(replaced(start, "node[k].y := 0", "node[k].y := 2 - node[k].x")));
  EXPECT_FALSE(tied.split);
}

// may_be_split, which is asked before the model is copied: if it says no, nothing is split.
TEST(Decomposition, IsNotBegunWhereRulesTieEverything) {
  EXPECT_TRUE(may_be_split(model_of(servers)));
  const Model tied = model_of(replaced(servers, "p.answers < 2 do", "p.answers < 2 and p.highest > 0 do"));
  EXPECT_FALSE(may_be_split(tied));
  EXPECT_FALSE(decompose(tied).split);
}

struct Refusal {
  std::string name;
  std::string text;
  std::string reason;  // a part of the note
};

void PrintTo(const Refusal& refusal, std::ostream* out) {
  *out << refusal.name;
}

class DecompositionRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(DecompositionRefusal, IsExplained) {
  const Model model = model_of(GetParam().text);
  const Decomposition result = decompose(model);
  EXPECT_FALSE(result.split);
  bool found = false;
  for (const DecompositionNote& note : result.notes) {
    found = found || note.reason.find(GetParam().reason) != std::string::npos;
  }
  EXPECT_TRUE(found) << (result.notes.empty() ? "no note" : result.notes[0].reason);
  EXPECT_EQ(count(model), count(result.model));
}

// Two counters that have nothing to do with each other.
const std::string twins = R"(
protocol twins
role node[2]
  var x: 0..2 := 0; y: 0..2 := 0
message A, B
role hub
rule up of node p: when p.x < 2 do p.x := p.x + 1
rule down of node p: when p.y < 2 do p.y := p.y + 1
)";

INSTANTIATE_TEST_SUITE_P(
    All, DecompositionRefusal,
    testing::Values(
        Refusal{"property", twins + "invariant same: all(p: node | p.x <= p.y + 2)",
                "`same` looks at two parts"},
        Refusal{"function", twins + R"(
function both(p: node): 0..4 = p.x + p.y
invariant small: all(p: node | both(p) <= 4))",
                "the function `both`"},
        Refusal{"init",
                replaced(twins, "rule up", "init [](i: node) one: node[i].x := 1; node[i].y := 1\nrule up"),
                "the init rule `one`"},
        Refusal{"monitor",
                twins + "monitor var seen: bool := false; observe: if some(p: node | p.x + p.y > 3) then "
                        "seen := true end",
                "the monitor looks"},
        Refusal{"status",
                replaced(twins, "rule up", "faults node: at most 1 crash\nrule up") +
                    "invariant alive: all(p: node | p.status != byz)",
                "the status of the process"},
        Refusal{"byzantine", replaced(twins, "rule up", "faults node: at most 1 byzantine\nrule up"),
                "Byzantine"},
        Refusal{"synchronous", replaced(twins, "rule up", "channels synchronous\nrule up"), "synchronous"},
        Refusal{"fifo", replaced(servers, "unordered", "fifo"), "FIFO"},
        Refusal{"bound", replaced(servers, "unordered", "bound 1"), "bound of a channel"},
        Refusal{"self", replaced(servers, ", loopback", ""), "`loopback`"},
        Refusal{"step", twins + R"(
rule tell of hub h: do send A to all node; send B to all node
rule hear_a of node p on A from hub h: when p.x = 0 do p.x := 2
rule hear_b of node p on B from hub h: when p.y = 0 do p.y := 2
)",
                "one step may send"}),
    [](const auto& refusal) { return refusal.param.name; });

}  // namespace
}  // namespace quorate
