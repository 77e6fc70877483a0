#include "report/result_json.hpp"

#include <gtest/gtest.h>

#include "report/example_trace.hpp"

namespace quorate {
namespace {

TEST(ResultJson, FollowsTheContract) {
  ReportData data;
  data.model = "paxos";
  data.parameters = {{"n", 3}, {"m", 2}};
  data.options = {{"traffic", "m"}, {"threads", 1}};
  PropertyReport holds;
  holds.property = "validity";
  holds.judgement = Judgement::holds(Evidence::proof());
  holds.states = 1200;
  holds.transitions = 5000;
  holds.initial_states = 1;
  holds.depth = 17;
  holds.seconds = 0.25;
  holds.timing = {{"analysis", 0.05}, {"search", 0.2}};
  holds.peak_memory_bytes = 1 << 20;
  holds.bytes_per_state = 16.5;
  PropertyReport violated = holds;
  violated.property = "agreement";
  violated.judgement = Judgement::violated(example::paxos_trace());
  PropertyReport inconclusive = holds;
  inconclusive.judgement = Judgement::open("out of memory");
  PropertyReport reduced = holds;
  reduced.permuted = {{{"a[1]"}, {"a[2]"}}};
  reduced.unreduced_states = 2100;
  reduced.gain = 1.75;
  reduced.efficiency = 0.875;
  data.results = {holds, violated, inconclusive, reduced};

  const Json json = result_json(data);
  EXPECT_EQ(
      json.dump().rfind(
          R"({"model":"paxos","parameters":{"m":2,"n":3},"options":{"traffic":"m","threads":1},"results":[)"
          R"({"property":"validity","kind":"invariant","verdict":"holds","reason":null,"states":1200,)"
          R"("transitions":5000,"initial_states":1,"depth":17,"seconds":0.25,"timing":{"analysis":0.05,"search":0.2},)"
          R"("peak_memory_bytes":1048576,"bytes_per_state":16.5,"permuted":[],)"
          R"("unreduced_states":null,"gain":null,"efficiency":null,"omission_probability":null,"fairness":null,"warnings":[],"witness":false,"shortest":null,"trace":null})",
          0),
      0U);
  EXPECT_EQ(json["results"][1]["trace"]["format"], "quorate-trace-1");
  EXPECT_EQ(json["results"][2]["reason"], "out of memory");
  EXPECT_EQ(json["results"][3]["permuted"].dump(), R"([[["a[1]"],["a[2]"]]])");
  EXPECT_EQ(json["results"][3]["unreduced_states"], 2100);
  EXPECT_EQ(json["results"][3]["efficiency"], 0.875);
}

TEST(ResultJson, EmptyReport) {
  EXPECT_EQ(result_json({}).dump(), R"({"model":"","parameters":{},"options":{},"results":[]})");
}

}  // namespace
}  // namespace quorate
