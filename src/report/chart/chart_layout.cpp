// A message is drawn as a horizontal line in the row of the step that sends it, to a lane beside the
// recipient's lifeline, and down this lane to the step that consumes it. So a waiting message is seen to
// wait, and a broadcast is one line with branches. Every row has one box only and every horizontal line a
// strip of its own, so that labels never meet boxes or each other; they cross thin lines only, which their
// halo interrupts. Rejected: straight slanted arrows. A message that waits for ten steps would cross the
// boxes and labels of all of them.
#include "report/chart/chart_layout.hpp"

#include <algorithm>

#include "report/chart/svg.hpp"

namespace quorate {
namespace {

std::string remark_of(const std::string& status) {
  if (status == "byz") return "Byzantine";
  if (status == "crash") return "may crash";
  if (status == "crashed") return "crashed";
  return {};
}

double least_gap(std::size_t columns) {
  return columns <= 4 ? 160 : columns <= 6 ? 140 : 124;
}

double widest_gap(std::size_t columns) {
  return columns <= 4 ? 220 : columns <= 6 ? 185 : 150;
}

class LayoutBuilder {
 public:
  LayoutBuilder(const TraceDescription& trace, double top) : trace_(trace) { layout_.header_top = top; }

  ChartLayout build() {
    add_columns();
    layout_.flights = flights_of(trace_);
    layout_.rows = chart_rows(trace_, layout_.flights, layout_.header_top + layout_.header_height + 12);
    layout_.bottom =
        layout_.rows.empty() ? layout_.header_top + layout_.header_height + 24 : layout_.rows.back().bottom;
    measure_boxes();
    find_lines();
    assign_lanes();
    assign_ports();
    place_columns();
    place_routes();
    return std::move(layout_);
  }

 private:
  void add_columns() {
    std::vector<std::string> roles;
    bool remarks = false;
    for (const ProcessDescription& process : trace_.states.front().processes) {
      auto role = std::find(roles.begin(), roles.end(), process.role);
      if (role == roles.end()) role = roles.insert(roles.end(), process.role);
      ChartColumn column;
      column.name = process.name;
      column.remark = remark_of(process.status);
      column.role = static_cast<std::size_t>(role - roles.begin());
      for (const ChartColumn& other : layout_.columns) column.member += other.role == column.role ? 1 : 0;
      const double name_width = svg::text_width(column.name, ChartSizes::name_font * 1.05);
      const double remark_width = svg::text_width(column.remark, ChartSizes::remark_font);
      column.half_header = std::max(name_width, remark_width) / 2 + 9;
      remarks = remarks || !column.remark.empty();
      layout_.columns.push_back(column);
    }
    layout_.header_height = remarks ? 38 : 26;
  }

  void measure_boxes() {
    for (ChartColumn& column : layout_.columns) column.half_width = 20;
    for (const ChartRow& row : layout_.rows) {
      if (!row.column) continue;
      double& half_width = layout_.columns[*row.column].half_width;
      half_width = std::max(half_width, row.box_half_width);
    }
    for (std::size_t k = 0; k < layout_.columns.size(); ++k) {
      if (trace_.states.front().processes[k].status == "crashed")
        layout_.columns[k].crash_y = layout_.header_top;
    }
    for (const ChartRow& row : layout_.rows) {
      for (const std::size_t column : row.crashed) {
        layout_.columns[column].crash_y =
            row.column == column ? row.own_cross.value_or(row.middle) : row.middle;
      }
    }
  }

  void find_lines() {
    layout_.routes.resize(layout_.flights.size());
    for (const ChartRow& row : layout_.rows) {
      for (const auto* lines : {&row.arriving, &row.leaving}) {
        for (const ChartLine& line : *lines) {
          for (const std::size_t flight : line.flights) layout_.routes[flight].line_y = line.y;
        }
      }
    }
    for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
      const Flight& flight = layout_.flights[k];
      ChartRoute& route = layout_.routes[k];
      route.from_left = flight.from < flight.to;
      route.end_y = flight.ended_at ? layout_.rows[*flight.ended_at].middle : route.line_y;
      if (flight.delivered_at) {
        route.delivered_y = layout_.rows[*flight.delivered_at].middle;
        route.end_y = std::max(route.end_y, route.delivered_y);
      }
    }
  }

  [[nodiscard]] bool same_side(std::size_t first, std::size_t second) const {
    return layout_.flights[first].to == layout_.flights[second].to &&
           layout_.routes[first].from_left == layout_.routes[second].from_left;
  }

  // The shortest messages get the inner lanes, so that fewer lines cross.
  void assign_lanes() {
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
      if (layout_.routes[k].runs_down()) order.push_back(k);
    }
    auto length = [&](std::size_t k) { return layout_.routes[k].end_y - layout_.routes[k].line_y; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t first, std::size_t second) { return length(first) < length(second); });
    std::vector<std::size_t> placed;
    for (const std::size_t flight : order) {
      ChartRoute& route = layout_.routes[flight];
      auto taken = [&](std::size_t other) {
        const ChartRoute& there = layout_.routes[other];
        return same_side(flight, other) && there.lane == route.lane && there.line_y < route.end_y + 12 &&
               route.line_y < there.end_y + 12;
      };
      while (std::any_of(placed.begin(), placed.end(), taken)) ++route.lane;
      placed.push_back(flight);
    }
  }

  // Inner lanes end above outer ones, so that they do not cross in front of the box.
  void assign_ports() {
    for (std::size_t step = 0; step < layout_.rows.size(); ++step) {
      for (const bool from_left : {true, false}) {
        std::vector<std::size_t> arriving;
        for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
          const Flight& flight = layout_.flights[k];
          const bool here = flight.ended_at == step && flight.fate == Fate::consumed;
          if (here && layout_.routes[k].from_left == from_left) arriving.push_back(k);
        }
        std::sort(arriving.begin(), arriving.end(), [&](std::size_t first, std::size_t second) {
          return layout_.routes[first].lane < layout_.routes[second].lane;
        });
        const double step_height = layout_.rows[step].box_height / (static_cast<double>(arriving.size()) + 1);
        double y = layout_.rows[step].middle - layout_.rows[step].box_height / 2;
        for (const std::size_t flight : arriving) layout_.routes[flight].end_y = y += step_height;
      }
    }
  }

  // How far the boxes and lanes of one side reach out from the lifeline.
  [[nodiscard]] double reach(std::size_t column, bool left) const {
    double far = layout_.columns[column].half_width;
    for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
      if (layout_.flights[k].to != column || layout_.routes[k].from_left != left) continue;
      far = std::max(far, layout_.lane_distance(column, layout_.routes[k].lane));
    }
    return far;
  }

  // The room that the widest remark beside a box of the column needs.
  [[nodiscard]] double room_for_remarks(std::size_t column) const {
    double room = 0;
    for (const ChartRow& row : layout_.rows) {
      if (row.column != column) continue;
      for (const ChartRemark& remark : row.remarks) {
        room =
            std::max(room, row.box_half_width + svg::text_width(remark.text, ChartSizes::remark_font) + 14);
      }
    }
    return room;
  }

  void place_columns() {
    const std::size_t count = layout_.columns.size();
    for (std::size_t k = 0; k < count; ++k) {
      ChartColumn& column = layout_.columns[k];
      if (k == 0) {
        column.x = std::max(reach(0, true), column.half_header);
        continue;
      }
      const ChartColumn& before = layout_.columns[k - 1];
      const double pleasant = std::min(widest_gap(count), room_for_remarks(k - 1) + reach(k, true));
      column.x = before.x + std::max({least_gap(count), pleasant, reach(k - 1, false) + reach(k, true) + 22,
                                      before.half_header + column.half_header + 14});
    }
    if (count == 0) return;
    layout_.left = 0;
    layout_.right =
        layout_.columns.back().x + std::max(reach(count - 1, false), layout_.columns.back().half_header);
  }

  void place_routes() {
    for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
      const Flight& flight = layout_.flights[k];
      ChartRoute& route = layout_.routes[k];
      const ChartColumn& to = layout_.columns[flight.to];
      const double side = route.from_left ? -1 : 1;
      route.start_x = layout_.columns[flight.from].x;
      route.lane_x = to.x + side * layout_.lane_distance(flight.to, route.lane);
      if (flight.fate == Fate::consumed) {
        route.edge_x = to.x + side * layout_.rows[*flight.ended_at].box_half_width;
      }
    }
  }

  const TraceDescription& trace_;
  ChartLayout layout_;
};

}  // namespace

ChartLayout chart_layout(const TraceDescription& trace, double top) {
  return LayoutBuilder(trace, top).build();
}

}  // namespace quorate
