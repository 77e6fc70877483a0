// The places of everything in a message-sequence chart: rows, columns and the routes of messages. Texts are
// placed by chart_labels, the drawing is done by chart_svg.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/chart/chart_messages.hpp"
#include "report/chart/chart_rows.hpp"
#include "system/seam/description.hpp"

namespace quorate {

struct ChartColumn {
  std::string name;
  std::string remark;      // "Byzantine", "crashed" from the start; mostly empty
  std::size_t role = 0;    // roles are numbered in the order of their first process
  std::size_t member = 0;  // the process's position among those of its role
  double x = 0;            // of the lifeline
  double half_width = 0;   // of its widest box
  double half_header = 0;
  std::optional<double> crash_y;  // from here on the process is crashed
};

// The route of a message: along `line_y` from the sender to the lane beside the recipient, down the lane to
// `end_y`, and from there to the edge of the box.
struct ChartRoute {
  bool from_left = false;
  std::size_t lane = 0;  // 0 is next to the recipient's boxes
  double lane_x = 0;
  double start_x = 0;
  double line_y = 0;
  double end_y = 0;   // line_y if the message never arrives
  double edge_x = 0;  // of the box, if it is consumed
  double delivered_y = 0;

  [[nodiscard]] bool runs_down() const { return end_y > line_y; }
};

struct ChartLayout {
  std::vector<ChartColumn> columns;
  std::vector<Flight> flights;
  std::vector<ChartRoute> routes;  // of the flights
  std::vector<ChartRow> rows;
  double header_top = 0;
  double header_height = 0;
  double left = 0;  // of all columns with their lanes
  double right = 0;
  double bottom = 0;  // of the last row

  [[nodiscard]] double lane_distance(std::size_t column, std::size_t lane) const {
    return columns[column].half_width + ChartSizes::first_lane +
           ChartSizes::lane_step * static_cast<double>(lane);
  }
};

ChartLayout chart_layout(const TraceDescription& trace, double top);

}  // namespace quorate
