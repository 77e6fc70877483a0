// The rows of a chart, one for each step: what is written in them and how high they are. Horizontal places
// are decided in chart_layout.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/chart/chart_messages.hpp"
#include "system/seam/description.hpp"

namespace quorate {

// Sizes in pixels.
struct ChartSizes {
  static constexpr double rule_font = 11;
  static constexpr double label_font = 10;
  static constexpr double remark_font = 9.5;
  static constexpr double name_font = 12;
  static constexpr double title_font = 16;
  static constexpr double line_step = 17;  // from one horizontal message line to the next
  static constexpr double echo_step = 14;
  static constexpr double remark_step = 12;
  static constexpr double row_padding = 7;
  static constexpr double widest_box_text = 130;
  static constexpr double widest_remark = 200;
  static constexpr double widest_label = 340;
  static constexpr double lane_step = 7;
  static constexpr double first_lane =
      13;  // from the edge of the widest box; leaves room for an arrow's head
};

// A horizontal line on which equal messages travel.
struct ChartLine {
  double y = 0;
  std::vector<std::size_t> flights;
  std::string label;  // may be empty
};

// The label of a message repeated where it is consumed, many rows after it was sent.
struct ChartEcho {
  double y = 0;  // base line
  std::string text;
  bool from_left = false;
  std::size_t sender = 0;  // column
};

// A line of text beside a box.
enum class RemarkTone { change, monitor, alarm };

struct ChartRemark {
  std::string text;
  RemarkTone tone = RemarkTone::change;
};

// From top to bottom: echoes, arriving lines, the band with the box and the remarks beside it, leaving lines,
// and the cross if the process crashes after that.
struct ChartRow {
  StepKind kind = StepKind::rule;
  std::optional<std::size_t> column;  // of the process that takes the step
  double top = 0;
  double bottom = 0;
  std::vector<ChartEcho> echoes;
  std::vector<ChartLine> arriving;  // messages that no step sent: forged or absent
  double middle = 0;                // of the band
  double box_height = 0;
  double box_half_width = 0;
  std::vector<std::string> box_lines;
  std::vector<ChartRemark> remarks;
  std::vector<ChartLine> leaving;
  std::vector<std::size_t> crashed;  // columns
  std::optional<double> own_cross;   // where the mover's cross is, if it crashes by a rule's step
};

// Rows start at `top` and follow each other without gaps.
std::vector<ChartRow> chart_rows(const TraceDescription& trace, const std::vector<Flight>& flights,
                                 double top);

}  // namespace quorate
