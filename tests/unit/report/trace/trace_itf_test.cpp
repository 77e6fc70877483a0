#include "report/trace/trace_itf.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/example_trace.hpp"

namespace quorate {
namespace {

using namespace example;

bool names_variable(const Json& itf, const std::string& variable) {
  const Json& names = itf["vars"];
  return std::find(names.begin(), names.end(), variable) != names.end();
}

TEST(TraceItf, EveryStateHasEveryVariable) {
  for (const TraceDescription& trace : {paxos_trace(), faulty_trace(), looping_trace(), failing_trace()}) {
    const Json itf = trace_itf(trace);
    EXPECT_EQ(itf["#meta"]["format"], "ITF");
    ASSERT_EQ(itf["states"].size(), trace.states.size());
    for (std::size_t k = 0; k < trace.states.size(); ++k) {
      EXPECT_EQ(itf["states"][k]["#meta"]["index"], k);
      EXPECT_EQ(itf["states"][k].size(), itf["vars"].size() + 1);
      for (const Json& variable : itf["vars"])
        EXPECT_TRUE(itf["states"][k].contains(variable.get<std::string>()));
    }
  }
}

TEST(TraceItf, VariablesOfRolesAreMapsAndUndefinedIsLeftOut) {
  const Json itf = trace_itf(paxos_trace(), "paxos.ftdp");
  EXPECT_EQ(itf["#meta"]["source"], "paxos.ftdp");
  EXPECT_EQ(
      itf["states"][2]["acceptor_promised"],
      Json::parse(
          R"({"#map":[["acceptor[1]",{"#bigint":"1"}],["acceptor[2]",{"#bigint":"0"}],["acceptor[3]",{"#bigint":"0"}]]})"));
  EXPECT_EQ(itf["states"][1]["proposer_ballot"],
            Json::parse(R"({"#map":[["proposer[1]",{"#bigint":"1"}]]})"));
  EXPECT_EQ(itf["states"][12]["monitors"],
            Json::parse(R"({"chosen":{"#set":[{"#bigint":"10"},{"#bigint":"20"}]}})"));
  EXPECT_FALSE(names_variable(itf, "status"));
}

TEST(TraceItf, NoJsonNumbersAndNoNulls) {
  const std::string text = trace_itf(faulty_trace())["states"].dump();
  EXPECT_EQ(text.find("null"), std::string::npos);
}

TEST(TraceItf, ChannelsAndSteps) {
  const Json itf = trace_itf(delivery_trace());
  const Json& channels = itf["states"][3]["channels"]["#set"];
  ASSERT_EQ(channels.size(), 3U);
  EXPECT_EQ(channels[1], Json::parse(R"({"from":"proposer[1]","to":"acceptor[2]","waiting":[],
                                         "delivered":[{"tag":"PREPARE","value":{"number":{"#bigint":"1"}}}]})"));
  EXPECT_EQ(itf["states"][0]["step"]["kind"], "initial");
  EXPECT_EQ(itf["states"][2]["step"]["kind"], "delivery");
  EXPECT_EQ(itf["states"][4]["step"]["rule"], "promise");
  EXPECT_EQ(itf["states"][4]["step"]["sent"][0]["message"]["value"],
            Json::parse(R"({"number":{"#bigint":"1"},"accepted":{"#bigint":"0"}})"));
}

TEST(TraceItf, StatusesAndForgedMessages) {
  const Json itf = trace_itf(faulty_trace());
  EXPECT_TRUE(names_variable(itf, "status"));
  EXPECT_EQ(itf["states"][0]["status"]["#map"][4], Json::parse(R"(["acceptor[3]", "byz"])"));
  EXPECT_EQ(itf["states"][4]["step"]["consumed"][1]["forged"], true);
}

TEST(TraceItf, ArraysAreMapsFromTheirIndices) {
  const Json itf = trace_itf(looping_trace());
  EXPECT_EQ(itf["states"][0]["proposer_seen"]["#map"][0][1],
            Json::parse(R"({"#map":[[{"#bigint":"1"},{"#bigint":"0"}],[{"#bigint":"2"},{"#bigint":"0"}]]})"));
}

TEST(TraceItf, LoopIsTheStateAfterTheLast) {
  // States 1 and 3 are equal: after state 3 comes state 2.
  EXPECT_EQ(trace_itf(looping_trace())["loop"], 2);
  TraceDescription stuttering = paxos_trace();
  stuttering.loop_start = 12;
  EXPECT_EQ(trace_itf(stuttering)["loop"], 12);
  EXPECT_FALSE(trace_itf(paxos_trace()).contains("loop"));
}

TEST(TraceItf, NamesAreDistinct) {
  TraceBuilder builder;
  builder.processes("a", 1, {{"b_c", integer(1)}}).processes("a_b", 1, {{"c", integer(2)}});
  const Json itf = trace_itf(builder.build());
  EXPECT_TRUE(names_variable(itf, "a_b_c"));
  EXPECT_TRUE(names_variable(itf, "a_b_c_"));
}

}  // namespace
}  // namespace quorate
