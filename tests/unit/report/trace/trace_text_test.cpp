#include "report/trace/trace_text.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "report/example_trace.hpp"

namespace quorate {
namespace {

using namespace example;

const TextStyle plain{false, 100};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(TraceText, Paxos) {
  const std::string text = trace_text(paxos_trace(), plain);
  const std::string opening =
      "Initial state  (- is undefined)\n"
      "  proposer[1,2]   phase idle, ballot -, promises {}\n"
      "  acceptor[1..3]  promised 0, accepted 0, value -\n"
      "  monitor         chosen {}\n"
      "\n"
      "   1  proposer[1]  prepare\n"
      "                   sets    phase: idle -> preparing, ballot: undefined -> 1\n"
      "                   sends   PREPARE(number: 1) to acceptor[1..3]\n"
      "   2  acceptor[1]  promise\n"
      "                   takes   PREPARE(number: 1) from proposer[1]\n"
      "                   sets    promised: 0 -> 1\n"
      "                   sends   PROMISE(number: 1, accepted: 0) to proposer[1]\n";
  EXPECT_EQ(text.substr(0, opening.size()), opening);
  const std::string ending =
      "Last state, after step 12\n"
      "  proposer[1]    phase proposing, ballot 1, promises {acceptor[1,2]}\n"
      "  proposer[2]    phase proposing, ballot 2, promises {acceptor[2,3]}\n"
      "  acceptor[1]    promised 1, accepted 1, value 10\n"
      "  acceptor[2,3]  promised 2, accepted 2, value 20\n"
      "  monitor        chosen {10, 20}\n"
      "  in the channels\n"
      "    proposer[1] -> acceptor[3]  PREPARE(number: 1), ACCEPT(number: 1, value: 10)\n"
      "    proposer[2] -> acceptor[1]  PREPARE(number: 2), ACCEPT(number: 2, value: 20)\n";
  ASSERT_GE(text.size(), ending.size());
  EXPECT_EQ(text.substr(text.size() - ending.size()), ending);
  EXPECT_TRUE(contains(text, "takes   PROMISE(number: 1, accepted: 0) from acceptor[1,2]\n"));
  EXPECT_TRUE(contains(text, "monitor chosen: {10} -> {10, 20}\n"));
}

TEST(TraceText, FaultsInPlainWords) {
  const std::string text = trace_text(faulty_trace(), plain);
  EXPECT_TRUE(contains(text, "  acceptor[3]    Byzantine\n"));
  EXPECT_TRUE(contains(text, "  2  network      loses PREPARE(number: 1) from proposer[1] to acceptor[1]\n"));
  EXPECT_TRUE(contains(text, "  4  proposer[1]  propose, crashes while sending\n"));
  EXPECT_TRUE(contains(text, "takes   PROMISE(number: 1, accepted: 2, value: 7) forged by acceptor[3]\n"));
  EXPECT_TRUE(contains(text, "  6  acceptor[2]  crashes\n"));
  EXPECT_TRUE(contains(text, "  acceptor[2]  crashed, promised 1"));
}

TEST(TraceText, CrashLosesWhatWasOnItsWay) {
  PaxosExample paxos;
  paxos.prepare(1, 1);
  paxos.builder.crash("acceptor[2]");
  const std::string text = trace_text(paxos.builder.build(), plain);
  EXPECT_TRUE(contains(
      text, "acceptor[2]  crashes\n                  loses   the message that was on its way to it\n"));
}

TEST(TraceText, CrashAtReceipt) {
  PaxosExample paxos;
  paxos.prepare(1, 1);
  paxos.builder.step("acceptor[2]", "crash", StepKind::crash).status("proposer[1]", "crashed");
  paxos.builder.takes("proposer[1]", "PREPARE", {{"number", integer(1)}});
  EXPECT_TRUE(contains(trace_text(paxos.builder.build(), plain),
                       "  2  proposer[1]  crashes\n"
                       "                  loses   PREPARE(number: 1) from proposer[1] to acceptor[2]\n"));
}

TEST(TraceText, Deliveries) {
  const std::string text = trace_text(delivery_trace(), plain);
  EXPECT_TRUE(
      contains(text, "  2  network      delivers PREPARE(number: 1) from proposer[1] to acceptor[2]\n"));
  EXPECT_TRUE(contains(text, "    proposer[1] -> acceptor[3]  PREPARE(number: 1) (delivered)\n"));
}

TEST(TraceText, Loop) {
  const std::string text = trace_text(looping_trace(), plain);
  EXPECT_TRUE(contains(
      text, "--- from here on the steps repeat for ever ---\n| 2  proposer[2]  return_ball\n|     "));
  EXPECT_TRUE(contains(text, "The run repeats the steps 2 to 3 for ever.\n"));
  TraceDescription one_step = looping_trace();
  one_step.loop_start = one_step.steps.size() - 1;
  EXPECT_TRUE(contains(trace_text(one_step, plain), "The run repeats step 3 for ever.\n"));
  TraceDescription stuttering = paxos_trace();
  stuttering.loop_start = stuttering.steps.size();
  EXPECT_TRUE(contains(trace_text(stuttering, plain), "The run stays in this state for ever.\n"));
}

TEST(TraceText, ModelError) {
  const std::string text = trace_text(failing_trace(), plain, "paxos.ftdp:12:7\n  ballot + 1\n");
  EXPECT_TRUE(contains(text,
                       "Model error:\n"
                       "  paxos.ftdp:12:7\n"
                       "    ballot + 1\n"));
}

TEST(TraceText, WithoutSteps) {
  PaxosExample paxos;
  const std::string text = trace_text(paxos.builder.build(), plain);
  EXPECT_EQ(text.rfind("Initial state, where the trace ends", 0), 0U);
  EXPECT_FALSE(contains(text, "Last state"));
}

TEST(TraceText, ElseStep) {
  PaxosExample paxos;
  paxos.builder.step("", "ELSE", StepKind::otherwise);
  EXPECT_TRUE(contains(trace_text(paxos.builder.build(), plain),
                       "  1  (nobody)  can move; the state stays as it is\n"));
}

TEST(TraceText, RuleParametersAreShown) {
  PaxosExample paxos;
  paxos.builder.step("proposer[1]", "choose").transition("choose(proposer[1], 42)");
  EXPECT_TRUE(contains(trace_text(paxos.builder.build(), plain), "proposer[1]  choose(42)\n"));
}

TEST(TraceText, FitsTheWidth) {
  for (const std::size_t width : {60U, 80U, 100U}) {
    for (const TraceDescription& trace : {paxos_trace(), faulty_trace(), long_trace(), crowded_trace(8, 4)}) {
      for (const std::string& line : lines_of(trace_text(trace, {false, width}))) {
        EXPECT_LE(columns(line), width) << line;
        EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
      }
    }
  }
}

TEST(TraceText, ColourAddsEscapesOnly) {
  const std::string coloured = trace_text(faulty_trace(), {true, 100});
  EXPECT_TRUE(contains(coloured, "\x1b[1m"));
  EXPECT_EQ(std::regex_replace(coloured, std::regex("\x1b\\[[0-9]+m"), ""),
            trace_text(faulty_trace(), plain));
}

}  // namespace
}  // namespace quorate
