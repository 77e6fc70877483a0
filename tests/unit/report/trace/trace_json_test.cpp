#include "report/trace/trace_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/example_trace.hpp"

namespace quorate {
namespace {

using namespace example;

// A trace whose variables and fields have every kind of value, nested.
TraceDescription rich_trace() {
  TraceBuilder builder;
  builder.processes("node", 2,
                    {{"votes", array({{"node[1]", integer(0)}, {"node[2]", undefined()}})},
                     {"table", array({{"0", set({})}, {"1", set({name("node[1]")})}})},
                     {"best", record({{"number", integer(-1)}, {"by", set({integer(2)})}})},
                     {"unknown", undefined()}},
                    "corr");
  builder.monitor("history", set({})).monitor("flag", boolean(true));
  builder.step("node[1]", "go").note("a note").sets("unknown", set({boolean(false)}));
  builder.sends("node[2]", "LOG", {{"entries", array({{"1", integer(4)}, {"2", undefined()}})}});
  builder.step("node[2]", "take").takes_absent("node[1]", "LOG", {{"entries", undefined()}});
  builder.sets("votes", array({{"node[1]", integer(3)}, {"node[2]", integer(3)}})).sets("table", undefined());
  return builder.build();
}

void expect_equal(const TraceDescription& first, const TraceDescription& second) {
  EXPECT_EQ(first.states, second.states);
  ASSERT_EQ(first.steps.size(), second.steps.size());
  for (std::size_t k = 0; k < first.steps.size(); ++k) {
    EXPECT_EQ(first.steps[k].kind, second.steps[k].kind);
    EXPECT_EQ(first.steps[k].transition, second.steps[k].transition);
    EXPECT_EQ(first.steps[k].process, second.steps[k].process);
    EXPECT_EQ(first.steps[k].rule, second.steps[k].rule);
    EXPECT_EQ(first.steps[k].consumed, second.steps[k].consumed);
    EXPECT_EQ(first.steps[k].sent, second.steps[k].sent);
    EXPECT_EQ(first.steps[k].note, second.steps[k].note);
  }
  EXPECT_EQ(first.loop_start, second.loop_start);
  EXPECT_EQ(first.failure, second.failure);
  EXPECT_EQ(first.failure_span, second.failure_span);
}

TEST(TraceJson, RoundTrip) {
  for (const TraceDescription& trace : {paxos_trace(), faulty_trace(), delivery_trace(), looping_trace(),
                                        failing_trace(), long_trace(), crowded_trace(5, 2), rich_trace()}) {
    const Json json = trace_json(trace);
    const TraceReading reading = trace_from_json(Json::parse(json.dump()));
    ASSERT_TRUE(reading.trace) << reading.problem;
    expect_equal(*reading.trace, trace);
    EXPECT_EQ(trace_json(*reading.trace), json);
  }
}

TEST(TraceJson, NaturalValues) {
  const Json json = trace_json(rich_trace());
  const Json& node = json["states"][0]["processes"]["node[1]"];
  EXPECT_EQ(node["votes"], Json::parse("[0, null]"));
  EXPECT_EQ(node["table"], Json::parse(R"([[], ["node[1]"]])"));
  EXPECT_EQ(node["best"], Json::parse(R"({"number": -1, "by": [2]})"));
  EXPECT_TRUE(node["unknown"].is_null());
  EXPECT_EQ(node["status"], "corr");
  EXPECT_EQ(json["states"][0]["monitors"]["flag"], true);
}

TEST(TraceJson, ContractOfTheFormat) {
  const Json json = trace_json(paxos_trace());
  EXPECT_EQ(json["format"], "quorate-trace-1");
  EXPECT_TRUE(json["loop_start"].is_null());
  EXPECT_TRUE(json["failure"].is_null());
  ASSERT_EQ(json["states"].size(), 13U);
  ASSERT_EQ(json["steps"].size(), 12U);
  const Json& step = json["steps"][1];
  EXPECT_EQ(step["transition"], "promise(acceptor[1], proposer[1])");
  EXPECT_EQ(step["process"], "acceptor[1]");
  EXPECT_EQ(step["rule"], "promise");
  EXPECT_EQ(
      step["consumed"],
      Json::parse(R"([{"from":"proposer[1]","to":"acceptor[1]","kind":"PREPARE","fields":{"number":1}}])"));
  EXPECT_EQ(step["sent"][0]["fields"]["value"], nullptr);
  EXPECT_EQ(
      json["states"][1]["channels"][2],
      Json::parse(
          R"({"from":"proposer[1]","to":"acceptor[3]","messages":[{"kind":"PREPARE","fields":{"number":1},"delivered":false}]})"));
}

TEST(TraceJson, ShapesOnlyWhereNeeded) {
  PaxosExample paxos;
  EXPECT_EQ(
      trace_json(paxos.builder.build())["shapes"],
      Json::parse(R"({"roles":{"proposer":{"promises":{"set":null}}},"monitors":{"chosen":{"set":null}}})"));
  TraceBuilder simple;
  simple.processes("p", 1, {{"x", integer(1)}});
  EXPECT_FALSE(trace_json(simple.build()).contains("shapes"));
}

TEST(TraceJson, ArraysAreReadWithoutShapes) {
  Json json = trace_json(rich_trace());
  json.erase("shapes");
  const TraceReading reading = trace_from_json(json);
  ASSERT_TRUE(reading.trace) << reading.problem;
  EXPECT_EQ(to_text(reading.trace->states[0].processes[0].variables[0].value), "[1: 0]");
}

TEST(TraceJson, ProblemsAreLocated) {
  auto problem = [](auto change) {
    Json json = trace_json(paxos_trace());
    change(json);
    const TraceReading reading = trace_from_json(json);
    EXPECT_FALSE(reading.trace);
    return reading.problem;
  };
  EXPECT_EQ(problem([](Json& j) { j["format"] = "other"; }), "trace: `format` must be \"quorate-trace-1\"");
  EXPECT_EQ(problem([](Json& j) { j = 7; }), "trace: `format` must be a string");
  EXPECT_EQ(problem([](Json& j) { j.erase("states"); }), "states: must be an array");
  EXPECT_EQ(problem([](Json& j) { j["steps"].erase(0); }), "trace: there must be one state more than steps");
  EXPECT_EQ(problem([](Json& j) { j["loop_start"] = 99; }),
            "trace: `loop_start` must be the number of a state");
  EXPECT_EQ(problem([](Json& j) { j["loop_start"] = -1; }),
            "trace: `loop_start` must be a number that is not negative");
  EXPECT_EQ(problem([](Json& j) { j["steps"][3]["kind"] = "jump"; }), "steps[3]: `jump` is no kind of step");
  EXPECT_EQ(problem([](Json& j) { j["states"][1]["channels"][0]["from"] = 1; }),
            "states[1].channels[0]: `from` must be a string");
  EXPECT_EQ(problem([](Json& j) { j["states"][0]["processes"]["acceptor[1]"]["promised"] = 1.5; }),
            "states[0].acceptor[1]: `promised` is not a value");
  EXPECT_EQ(problem([](Json& j) { j["states"][0]["processes"] = 1; }),
            "states[0]: `processes` must be an object");
  EXPECT_EQ(problem([](Json& j) { j["steps"][0]["sent"][0]["fields"] = 1; }),
            "steps[0].sent[0].fields: must be an object");
}

}  // namespace
}  // namespace quorate
