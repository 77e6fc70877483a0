// What charts guarantee: arrows connect the right steps, texts do not meet boxes or each other, and the
// result is one well-formed element.
#include <gtest/gtest.h>

#include <regex>

#include "report/chart/chart_labels.hpp"
#include "report/chart/chart_layout.hpp"
#include "report/chart/chart_messages.hpp"
#include "report/chart/chart_svg.hpp"
#include "report/chart/svg.hpp"
#include "report/example_trace.hpp"

namespace quorate {
namespace {

using namespace example;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<TraceDescription> all_traces() {
  return {paxos_trace(),   faulty_trace(), delivery_trace(),    looping_trace(),
          failing_trace(), long_trace(),   crowded_trace(4, 2), crowded_trace(8, 4)};
}

// Start and end tags must match; enough of a check for what we write.
bool well_formed(const std::string& text) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z]+)[^<>]*?(/?)>");
  for (std::sregex_iterator it(text.begin(), text.end(), tag), end; it != end; ++it) {
    if ((*it)[1] == "/") {
      if (open.empty() || open.back() != (*it)[2]) return false;
      open.pop_back();
    } else if ((*it)[3] != "/") {
      open.push_back((*it)[2]);
    }
  }
  return open.empty();
}

TEST(ChartMessages, ConsumptionBelongsToTheEarliestEqualSend) {
  TraceBuilder builder;
  builder.processes("p", 2, {});
  builder.step("p[1]", "send").sends("p[2]", "PING");
  builder.step("p[1]", "send").sends("p[2]", "PING");
  builder.step("p[2]", "take").takes("p[1]", "PING");
  const auto flights = flights_of(builder.build());
  ASSERT_EQ(flights.size(), 2U);
  EXPECT_EQ(flights[0].ended_at, 2U);
  EXPECT_EQ(flights[0].fate, Fate::consumed);
  EXPECT_EQ(flights[1].fate, Fate::waiting);
}

TEST(ChartMessages, DeliveredOnesAreConsumedFirst) {
  const auto flights = flights_of(delivery_trace());
  ASSERT_EQ(flights.size(), 4U);
  EXPECT_EQ(flights[0].fate, Fate::waiting);
  EXPECT_FALSE(flights[0].delivered_at);
  EXPECT_EQ(flights[1].delivered_at, 1U);
  EXPECT_EQ(flights[1].ended_at, 3U);
  EXPECT_EQ(flights[2].delivered_at, 2U);
  EXPECT_EQ(flights[2].fate, Fate::waiting);
}

TEST(ChartMessages, LostForgedAndAbsent) {
  const auto flights = flights_of(faulty_trace());
  const auto lost =
      std::find_if(flights.begin(), flights.end(), [](const Flight& f) { return f.fate == Fate::lost; });
  ASSERT_NE(lost, flights.end());
  EXPECT_EQ(lost->ended_at, 1U);
  const auto forged =
      std::find_if(flights.begin(), flights.end(), [](const Flight& f) { return f.message.forged; });
  ASSERT_NE(forged, flights.end());
  EXPECT_FALSE(forged->sent_at);
  EXPECT_EQ(forged->ended_at, 3U);
}

struct Box {
  double left, top, right, bottom;
  std::string text;
};

bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

TEST(ChartLayout, TextsMeetNeitherBoxesNorEachOther) {
  for (const TraceDescription& trace : all_traces()) {
    const ChartLayout layout = chart_layout(trace, 20);
    std::vector<Box> boxes;
    for (const ChartRow& row : layout.rows) {
      if (row.kind != StepKind::rule) continue;
      const double x = layout.columns[*row.column].x;
      boxes.push_back({x - row.box_half_width, row.middle - row.box_height / 2, x + row.box_half_width,
                       row.middle + row.box_height / 2, row.box_lines.front()});
    }
    for (const ChartLabel& label : chart_labels(layout)) {
      const Box place{label.left(), label.y - 7, label.right(), label.y + 2, label.text};
      for (const Box& other : boxes)
        EXPECT_FALSE(overlap(place, other)) << place.text << " meets " << other.text;
      boxes.push_back(place);
    }
  }
}

TEST(ChartLayout, RowsFollowEachOtherAndLanesAreNotShared) {
  for (const TraceDescription& trace : all_traces()) {
    const ChartLayout layout = chart_layout(trace, 20);
    for (std::size_t k = 1; k < layout.rows.size(); ++k)
      EXPECT_EQ(layout.rows[k].top, layout.rows[k - 1].bottom);
    for (std::size_t a = 0; a < layout.routes.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const ChartRoute& first = layout.routes[a];
        const ChartRoute& second = layout.routes[b];
        if (!first.runs_down() || !second.runs_down() || first.lane_x != second.lane_x) continue;
        EXPECT_TRUE(first.end_y < second.line_y || second.end_y < first.line_y);
      }
    }
  }
}

TEST(ChartLayout, ColumnsKeepTheirLanesApart) {
  const ChartLayout layout = chart_layout(crowded_trace(8, 4), 20);
  for (std::size_t k = 0; k < layout.routes.size(); ++k) {
    const ChartRoute& route = layout.routes[k];
    const std::size_t to = layout.flights[k].to;
    if (route.from_left) {
      EXPECT_GT(route.lane_x, layout.columns[to - 1].x);
    } else {
      EXPECT_LT(route.lane_x, layout.columns[to + 1].x);
    }
  }
}

TEST(ChartSvg, WellFormedAndSelfContained) {
  for (const TraceDescription& trace : all_traces()) {
    const std::string svg = chart_svg(trace, {"a <title> & \"more\"", "agreement"});
    EXPECT_EQ(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=", 0), 0U);
    EXPECT_TRUE(well_formed(svg));
    EXPECT_TRUE(contains(svg, "a &lt;title&gt; &amp; &quot;more&quot;"));
    EXPECT_TRUE(contains(svg, ">violated: agreement<"));
    EXPECT_FALSE(contains(svg, "href"));
    EXPECT_FALSE(contains(svg, "url("));
    EXPECT_FALSE(contains(svg, "nan"));
    EXPECT_FALSE(contains(svg, "inf\""));
  }
}

TEST(ChartSvg, ShowsWhatHappened) {
  const std::string svg = chart_svg(faulty_trace(), {});
  EXPECT_TRUE(contains(svg, ">lost</text>"));
  EXPECT_TRUE(contains(svg, ">crashes</text>"));
  EXPECT_TRUE(contains(svg, ">crashes while sending</text>"));
  EXPECT_TRUE(contains(svg, ">forged PROMISE(number: 1, accepted: 2, value: 7)</text>"));
  EXPECT_TRUE(contains(svg, "class=\"q-dead\""));
  EXPECT_TRUE(contains(svg, ">Byzantine</text>"));
  EXPECT_FALSE(contains(svg, "violated"));
  EXPECT_TRUE(contains(chart_svg(looping_trace(), {}), ">for ever</text>"));
  TraceDescription resting = looping_trace();
  resting.loop_start = resting.states.size() - 1;
  EXPECT_FALSE(contains(chart_svg(resting, {}), ">for ever</text>"));
  EXPECT_TRUE(contains(chart_svg(resting, {}), ">the run stays in this state for ever</text>"));
  const std::string witness = chart_svg(resting, {"", "", "may_end"});
  EXPECT_TRUE(contains(witness, ">a witness of may_end</text>"));
  EXPECT_FALSE(contains(witness, "violated"));
  EXPECT_TRUE(contains(chart_svg(delivery_trace(), {}), ">delivered</text>"));
  EXPECT_TRUE(contains(chart_svg(failing_trace(), {}), ">model error: `ballot` is undefined"));
}

TEST(ChartSvg, TracesWithoutStepsOrStates) {
  PaxosExample paxos;
  EXPECT_TRUE(well_formed(chart_svg(paxos.builder.build(), {"initial", "agreement"})));
  EXPECT_EQ(chart_svg({}, {}), "");
}

// A crash at receipt: the recipient discards a message, and its sender is crashed from then on.
TEST(ChartLayout, CrashIsShownAtTheProcessThatCrashes) {
  PaxosExample paxos;
  paxos.prepare(1, 1);
  paxos.builder.step("acceptor[2]", "crash", StepKind::crash).status("proposer[1]", "crashed");
  paxos.builder.takes("proposer[1]", "PREPARE", {{"number", integer(1)}});
  const ChartLayout layout = chart_layout(paxos.builder.build(), 20);
  EXPECT_EQ(layout.rows[1].column, 0U);
  EXPECT_TRUE(layout.columns[0].crash_y);
  EXPECT_EQ(layout.flights[1].fate, Fate::lost);
}

TEST(ChartSvg, ElseStep) {
  PaxosExample paxos;
  paxos.builder.step("", "ELSE", StepKind::otherwise).loop(0);
  EXPECT_TRUE(contains(chart_svg(paxos.builder.build(), {}), "no step is possible"));
}

TEST(Svg, TextHelpers) {
  EXPECT_EQ(svg::escape("a<b & \"c\"\x01"), "a&lt;b &amp; &quot;c&quot;\\x01");
  EXPECT_EQ(svg::number(12.04), "12");
  EXPECT_EQ(svg::number(-0.01), "0");
  EXPECT_EQ(svg::number(12.06), "12.1");
  EXPECT_LE(svg::text_width(svg::shortened("a_very_long_name_of_a_rule", 10, 60), 10), 60.0);
  const auto lines = svg::wrapped("assign_sequence_number_and_broadcast", 11, 116);
  EXPECT_GE(lines.size(), 2U);
  for (const std::string& line : lines) EXPECT_LE(svg::text_width(line, 11), 116.0) << line;
}

}  // namespace
}  // namespace quorate
