// A row is as high as its contents: the box of the step, the lines that say what changed, the labels of the
// messages that leave, and the arrow heads on the two sides of the box. So rows can be built before anything
// has a horizontal place.
#include "report/chart/chart_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/chart/message_groups.hpp"
#include "report/chart/svg.hpp"
#include "report/trace/changes.hpp"

namespace quorate {
namespace {

constexpr std::size_t long_way = 4;  // after so many steps the label is repeated
constexpr double port_step = 7;      // between arrow heads on one side of a box
constexpr double box_line = 13;
constexpr double cross_height = 16;

std::string shown(const std::string& value) {
  return value == "undefined" ? "\u2013" : value;
}

std::string change_line(const Change& change, const std::string& mover) {
  const ChangeText text = change_text(change);
  const bool foreign = !change.process.empty() && change.process != mover;
  const std::string place = foreign ? fmt::format("{}.{}", change.process, change.place) : change.place;
  if (text.before.empty()) return fmt::format("{}: {}", place, text.after);
  return fmt::format("{}: {} \u2192 {}", place, shown(text.before), shown(text.after));
}

class RowBuilder {
 public:
  RowBuilder(const TraceDescription& trace, const std::vector<Flight>& flights)
      : trace_(trace), flights_(flights) {}

  ChartRow build(std::size_t step, double top) {
    ChartRow row;
    row.kind = trace_.steps[step].kind;
    row.column = column_of(trace_.steps[step].process);
    add_remarks(row, step);
    if (row.kind == StepKind::crash && row.crashed.size() == 1) row.column = row.crashed.front();
    add_messages(row, step);
    add_box(row, step);
    place(row, top);
    return row;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> column_of(const std::string& process) const {
    const auto& processes = trace_.states.front().processes;
    for (std::size_t k = 0; k < processes.size(); ++k) {
      if (processes[k].name == process) return k;
    }
    return std::nullopt;
  }

  void add_remarks(ChartRow& row, std::size_t step) const {
    if (row.kind == StepKind::crash) row.remarks.push_back({"crashes", RemarkTone::alarm});
    if (row.kind == StepKind::fault) row.remarks.push_back({trace_.steps[step].rule, RemarkTone::alarm});
    if (row.kind == StepKind::loss) row.remarks.push_back({"lost", RemarkTone::alarm});
    if (row.kind == StepKind::delivery) row.remarks.push_back({"delivered", RemarkTone::change});
    for (const Change& change : changes_between(trace_.states[step], trace_.states[step + 1])) {
      if (change.is_status() && change.after.text == "crashed") {
        if (const auto column = column_of(change.process)) row.crashed.push_back(*column);
        continue;
      }
      const std::string text = change_line(change, trace_.steps[step].process);
      for (std::string& line : svg::wrapped(text, ChartSizes::remark_font, ChartSizes::widest_remark)) {
        row.remarks.push_back(
            {std::move(line), change.process.empty() ? RemarkTone::monitor : RemarkTone::change});
      }
    }
    if (!trace_.steps[step].note.empty()) row.remarks.push_back({trace_.steps[step].note, RemarkTone::alarm});
  }

  void add_messages(ChartRow& row, std::size_t step) const {
    for (std::size_t k = 0; k < flights_.size(); ++k) {
      const Flight& flight = flights_[k];
      if (flight.sent_at == step) add_leaving(row, k);
      if (flight.ended_at != step) continue;
      if (!flight.sent_at) {
        add_arriving(row, k);
      } else if (step - *flight.sent_at >= long_way && flight.fate == Fate::consumed) {
        add_echo(row, flight);
      }
    }
  }

  void add_leaving(ChartRow& row, std::size_t flight) const {
    const auto found = std::find_if(row.leaving.begin(), row.leaving.end(), [&](const ChartLine& line) {
      return same_content(flights_[line.flights.front()].message, flights_[flight].message);
    });
    if (found != row.leaving.end()) {
      found->flights.push_back(flight);
    } else {
      row.leaving.push_back({0, {flight}, to_text(flights_[flight].message)});
    }
  }

  void add_arriving(ChartRow& row, std::size_t flight) const {
    const std::string text = to_text(flights_[flight].message);
    const bool said = std::any_of(row.arriving.begin(), row.arriving.end(),
                                  [&](const ChartLine& line) { return line.label == text; });
    row.arriving.push_back({0, {flight}, said ? std::string{} : text});
  }

  static void add_echo(ChartRow& row, const Flight& flight) {
    const ChartEcho echo{0, to_text(flight.message), flight.from < flight.to, flight.from};
    const bool said = std::any_of(row.echoes.begin(), row.echoes.end(), [&](const ChartEcho& other) {
      return other.text == echo.text && other.from_left == echo.from_left;
    });
    if (!said) row.echoes.push_back(echo);
  }

  void add_box(ChartRow& row, std::size_t step) const {
    const StepDescription& description = trace_.steps[step];
    if (row.kind != StepKind::rule) {
      row.box_height = 16;
      row.box_half_width = 8;
      return;
    }
    std::string text = description.rule;
    if (const auto arguments = rule_arguments(description); !arguments.empty()) {
      text += fmt::format("({})", fmt::join(arguments, ", "));
    }
    row.box_lines = svg::wrapped(text, ChartSizes::rule_font, ChartSizes::widest_box_text);
    double width = 28;
    for (const std::string& line : row.box_lines)
      width = std::max(width, svg::text_width(line, ChartSizes::rule_font));
    row.box_half_width = width / 2 + 7;
    const std::size_t ports = std::max(arrivals(step, true), arrivals(step, false));
    row.box_height = std::max({22.0, box_line * static_cast<double>(row.box_lines.size()) + 8,
                               port_step * static_cast<double>(ports) + 6});
  }

  [[nodiscard]] std::size_t arrivals(std::size_t step, bool from_left) const {
    return static_cast<std::size_t>(
        std::count_if(flights_.begin(), flights_.end(), [&](const Flight& flight) {
          return flight.ended_at == step && flight.fate == Fate::consumed &&
                 (flight.from < flight.to) == from_left;
        }));
  }

  // Echoes on the two sides share the height.
  static double place_echoes(ChartRow& row, double y) {
    double left = y;
    double right = y;
    for (ChartEcho& echo : row.echoes) {
      double& side = echo.from_left ? left : right;
      side += ChartSizes::echo_step;
      echo.y = side - 4;
    }
    return std::max(left, right);
  }

  static double place_lines(std::vector<ChartLine>& lines, double y) {
    for (ChartLine& line : lines) {
      y += ChartSizes::line_step;
      line.y = y - 2;
    }
    return y;
  }

  static void place(ChartRow& row, double top) {
    row.top = top;
    double y = place_echoes(row, top + ChartSizes::row_padding);
    y = place_lines(row.arriving, y);
    if (!row.arriving.empty()) y += 4;
    const double band =
        std::max(row.box_height, ChartSizes::remark_step * static_cast<double>(row.remarks.size()));
    row.middle = y + band / 2;
    y = place_lines(row.leaving, y + band);
    const bool own =
        row.column && std::find(row.crashed.begin(), row.crashed.end(), *row.column) != row.crashed.end();
    if (own && row.kind == StepKind::rule) {
      row.own_cross = y + cross_height / 2 + 2;
      y += cross_height;
    }
    row.bottom = y + ChartSizes::row_padding;
  }

  const TraceDescription& trace_;
  const std::vector<Flight>& flights_;
};

}  // namespace

std::vector<ChartRow> chart_rows(const TraceDescription& trace, const std::vector<Flight>& flights,
                                 double top) {
  std::vector<ChartRow> rows;
  RowBuilder builder(trace, flights);
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    rows.push_back(builder.build(step, top));
    top = rows.back().bottom;
  }
  return rows;
}

}  // namespace quorate
