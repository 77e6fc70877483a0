// The rows keep texts apart from each other and from boxes (chart_layout.cpp). What is decided here is the
// place of a text within its strip. It may cross lifelines and lanes, whose lines its halo interrupts, but is
// read best where it crosses none. Every text has a few candidate places: next to its box or message line,
// and behind each vertical line nearby. The cheapest is taken: crossing a lane costs more than crossing a
// lifeline, and distance costs a little.
#include "report/chart/chart_labels.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/chart/svg.hpp"

namespace quorate {
namespace {

constexpr double text_gap = 6;
constexpr double lane_cost = 3;
constexpr double lifeline_cost = 1;
constexpr double distance_cost = 0.025;  // for a pixel
constexpr double leftwards_cost = 0.6;   // readers look to the right of a box first
constexpr double pale_cost = 2;          // on a side of the line where no message arrives
constexpr double echo_cost = 1.5;        // on the side of an echo, which is another text
constexpr double margin_cost = 0.02;     // for a pixel by which the page must grow
constexpr double farthest_remark = 70;

struct Vertical {
  double x;
  double top;
  double bottom;
  double cost;
};

// A strip of the page in which a text is to be placed: some lines high, starting near `x`.
struct Strip {
  double top;
  double bottom;
  double width;     // of the text
  double farthest;  // how far it may be moved away
};

struct Spot {
  double x = 0;
  bool leftwards = false;
  double cost = 0;
};

LabelTone tone_of(RemarkTone tone) {
  switch (tone) {
    case RemarkTone::change:
      return LabelTone::change;
    case RemarkTone::monitor:
      return LabelTone::monitor;
    case RemarkTone::alarm:
      return LabelTone::alarm;
  }
  return LabelTone::change;
}

class Labeller {
 public:
  explicit Labeller(const ChartLayout& layout) : layout_(layout) {
    for (const ChartColumn& column : layout.columns) {
      verticals_.push_back({column.x, layout.header_top, layout.bottom, lifeline_cost});
    }
    for (const ChartRoute& route : layout.routes) {
      if (route.runs_down()) verticals_.push_back({route.lane_x, route.line_y, route.end_y, lane_cost});
    }
  }

  std::vector<ChartLabel> place() {
    for (std::size_t step = 0; step < layout_.rows.size(); ++step) {
      const ChartRow& row = layout_.rows[step];
      for (const ChartLine& line : row.arriving) place_line(line);
      for (const ChartLine& line : row.leaving) place_line(line);
      if (!row.column) continue;
      for (const ChartEcho& echo : row.echoes) place_echo(*row.column, echo);
      if (row.kind == StepKind::delivery || row.kind == StepKind::loss) {
        place_beside_lane(step);
      } else {
        place_remarks(row);
      }
    }
    return std::move(labels_);
  }

 private:
  // How far from its lifeline the lanes of one side of a column reach between two heights.
  [[nodiscard]] std::optional<double> lanes_between(std::size_t column, bool left, double top,
                                                    double bottom) const {
    std::optional<double> far;
    for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
      const ChartRoute& route = layout_.routes[k];
      if (layout_.flights[k].to != column || route.from_left != left || !route.runs_down()) continue;
      if (route.line_y > bottom || route.end_y < top) continue;
      far = std::max(far.value_or(0), layout_.lane_distance(column, route.lane));
    }
    return far;
  }

  [[nodiscard]] double cost_of(double left, double right, const Strip& strip) const {
    double cost = margin_cost * (std::max(0.0, layout_.left - left) + std::max(0.0, right - layout_.right));
    for (const Vertical& vertical : verticals_) {
      const bool meets = vertical.x > left - 2 && vertical.x < right + 2 && vertical.top < strip.bottom &&
                         vertical.bottom > strip.top;
      if (meets) cost += vertical.cost;
    }
    return cost;
  }

  // The cheapest spot at `x` or behind one of the vertical lines that follow.
  [[nodiscard]] Spot best_spot(double x, bool leftwards, const Strip& strip) const {
    const double outwards = leftwards ? -1 : 1;
    std::vector<double> candidates = {x};
    for (const Vertical& vertical : verticals_) {
      const double behind = vertical.x + outwards * text_gap;
      const double moved = (behind - x) * outwards;
      if (moved > 0 && moved <= strip.farthest) candidates.push_back(behind);
    }
    Spot best{x, leftwards, HUGE_VAL};
    for (const double candidate : candidates) {
      const double far = candidate + outwards * strip.width;
      const double cost = cost_of(std::min(candidate, far), std::max(candidate, far), strip) +
                          distance_cost * std::abs(candidate - x) + (leftwards ? leftwards_cost : 0);
      if (cost < best.cost) best = {candidate, leftwards, cost};
    }
    return best;
  }

  void add(const Spot& spot, double y, std::string text, double font, LabelTone tone) {
    const double width = svg::text_width(text, font);
    labels_.push_back({spot.x, y, width, std::move(text), spot.leftwards, tone, 0});
  }

  // The label of a message line: on the line, near the sender.
  void place_line(const ChartLine& line) {
    if (line.label.empty()) return;
    const Flight& first = layout_.flights[line.flights.front()];
    bool all_waiting = true;
    for (const std::size_t flight : line.flights) {
      all_waiting = all_waiting && layout_.flights[flight].fate == Fate::waiting &&
                    !layout_.flights[flight].delivered_at;
    }
    const std::string text = svg::shortened(first.message.forged ? "forged " + line.label : line.label,
                                            ChartSizes::label_font, ChartSizes::widest_label);
    std::optional<Spot> best;
    for (const bool leftwards : {false, true}) {
      const auto spot = spot_on_line(line, leftwards, svg::text_width(text, ChartSizes::label_font));
      if (spot && (!best || spot->cost < best->cost)) best = spot;
    }
    const LabelTone tone = first.message.forged ? LabelTone::forged
                           : all_waiting        ? LabelTone::faded
                                                : LabelTone::message;
    if (best) add(*best, line.y - 4, text, ChartSizes::label_font, tone);
  }

  // None if the line does not go to this side.
  [[nodiscard]] std::optional<Spot> spot_on_line(const ChartLine& line, bool leftwards, double width) const {
    double length = 0;
    bool arrives = false;
    for (const std::size_t flight : line.flights) {
      const ChartRoute& route = layout_.routes[flight];
      if (route.from_left == leftwards) continue;
      length = std::max(length, std::abs(route.lane_x - route.start_x));
      arrives = arrives || route.runs_down();
    }
    if (length == 0) return std::nullopt;
    const std::size_t column = layout_.flights[line.flights.front()].from;
    const double distance = lanes_between(column, leftwards, line.y - 12, line.y).value_or(4) + text_gap;
    const double x = layout_.columns[column].x + (leftwards ? -distance : distance);
    Spot spot =
        best_spot(x, leftwards, {line.y - 12, line.y - 2, width, std::max(0.0, length - width - distance)});
    if (!arrives) spot.cost += pale_cost;
    return spot;
  }

  void place_echo(std::size_t column, const ChartEcho& echo) {
    const double distance = lanes_between(column, echo.from_left, echo.y - 9, echo.y).value_or(4) + text_gap;
    const double x = layout_.columns[column].x;
    add({echo.from_left ? x - distance : x + distance, echo.from_left, 0}, echo.y,
        svg::shortened(echo.text, ChartSizes::remark_font, ChartSizes::widest_label), ChartSizes::remark_font,
        LabelTone::echo);
    labels_.back().sender = echo.sender;
  }

  // The remarks of a step: beside its box and the lanes there.
  void place_remarks(const ChartRow& row) {
    if (row.remarks.empty()) return;
    const double height = ChartSizes::remark_step * static_cast<double>(row.remarks.size());
    Strip strip{row.middle - height / 2, row.middle + height / 2, 0, farthest_remark};
    for (const ChartRemark& remark : row.remarks) {
      strip.width = std::max(strip.width, svg::text_width(remark.text, ChartSizes::remark_font));
    }
    std::optional<Spot> best;
    for (const bool leftwards : {false, true}) {
      const double lanes = lanes_between(*row.column, leftwards, strip.top, strip.bottom).value_or(0);
      const double distance = std::max(lanes, row.box_half_width) + text_gap;
      const double x = layout_.columns[*row.column].x + (leftwards ? -distance : distance);
      Spot spot = best_spot(x, leftwards, strip);
      spot.cost += distance_cost * (distance - row.box_half_width);
      for (const ChartEcho& echo : row.echoes) spot.cost += echo.from_left == leftwards ? echo_cost : 0;
      if (!best || spot.cost < best->cost) best = spot;
    }
    write_remarks(row, *best, strip.top);
  }

  void write_remarks(const ChartRow& row, const Spot& spot, double top) {
    double y = top + 9;
    for (const ChartRemark& remark : row.remarks) {
      add(spot, y, remark.text, ChartSizes::remark_font, tone_of(remark.tone));
      y += ChartSizes::remark_step;
    }
  }

  // Deliveries and losses: beside the message.
  void place_beside_lane(std::size_t step) {
    const ChartRow& row = layout_.rows[step];
    for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
      const Flight& flight = layout_.flights[k];
      if (flight.delivered_at != step && flight.ended_at != step) continue;
      const bool left = layout_.routes[k].from_left;
      const double lanes = lanes_between(flight.to, left, row.middle - 6, row.middle + 6).value_or(0);
      const double distance = std::max(lanes, layout_.lane_distance(flight.to, 0)) + text_gap + 3;
      const double x = layout_.columns[flight.to].x + (left ? -distance : distance);
      write_remarks(row, {x, left, 0},
                    row.middle - ChartSizes::remark_step * static_cast<double>(row.remarks.size()) / 2);
    }
  }

  const ChartLayout& layout_;
  std::vector<Vertical> verticals_;
  std::vector<ChartLabel> labels_;
};

}  // namespace

std::vector<ChartLabel> chart_labels(const ChartLayout& layout) {
  return Labeller(layout).place();
}

}  // namespace quorate
