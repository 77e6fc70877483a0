// Draws a finished layout from the back to the front: rows, lifelines, messages, boxes, names, labels. What
// is drawn later covers what was drawn before. Consumed messages end in an arrow head, lost ones in a cross;
// a message that still waits at the end is a pale line to an open circle. Forged messages are red and dashed,
// messages noticed absent are dotted. Nothing is placed here but the bracket of a loop, the bands at the end,
// and the edges of the page.
#include "report/chart/chart_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/chart/chart_labels.hpp"
#include "report/chart/chart_layout.hpp"
#include "report/chart/chart_style.hpp"
#include "report/chart/svg.hpp"

namespace quorate {
namespace {

using svg::Anchor;
using svg::number;

constexpr double margin = 24;
constexpr double number_width = 30;     // the column of step numbers
constexpr double loop_width = 34;       // the bracket left of it
constexpr double corner = 6;            // radius where a message turns
constexpr std::size_t many_steps = 12;  // from here on the names are repeated at the bottom

class ChartDrawer {
 public:
  ChartDrawer(const TraceDescription& trace, const ChartOptions& options)
      : trace_(trace),
        options_(options),
        layout_(chart_layout(trace, options.title.empty() ? margin : margin + 30)) {
    labels_ = chart_labels(layout_);
    for (const ChartLabel& label : labels_) {
      layout_.left = std::min(layout_.left, label.left());
      layout_.right = std::max(layout_.right, label.right());
    }
    left_ = layout_.left - number_width - (trace.loop_start ? loop_width : 0) - margin;
    right_ = layout_.right + margin;
    right_ = std::max(right_, left_ + svg::text_width(options.title, ChartSizes::title_font) + 2 * margin);
  }

  std::string draw() {
    draw_rows();
    draw_lifelines();
    draw_messages();
    for (const ChartRow& row : layout_.rows) draw_step(row);
    draw_names(layout_.header_top);
    draw_labels();
    draw_loop();
    draw_ending();
    return page();
  }

 private:
  void draw_rows() {
    const double first = layout_.left - number_width + 8;
    for (std::size_t k = 0; k < layout_.rows.size(); ++k) {
      const ChartRow& row = layout_.rows[k];
      canvas_.line(first, row.top, layout_.right, row.top, "q-hairline");
      canvas_.text(layout_.left - 12, row.middle + 3.5, std::to_string(k + 1), Anchor::end, "q-number");
    }
    canvas_.line(first, layout_.bottom, layout_.right, layout_.bottom, "q-hairline");
  }

  void draw_lifelines() {
    const double top = layout_.header_top + layout_.header_height;
    for (const ChartColumn& column : layout_.columns) {
      const double alive = std::clamp(column.crash_y.value_or(layout_.bottom), top, layout_.bottom);
      if (alive > top) canvas_.line(column.x, top, column.x, alive, "q-life");
      if (alive < layout_.bottom) canvas_.line(column.x, alive, column.x, layout_.bottom, "q-dead");
    }
  }

  void draw_names(double top) {
    for (const ChartColumn& column : layout_.columns) {
      const RoleColours& colours = role_colours(column.role);
      const bool byzantine = column.remark == "Byzantine";
      const std::string look =
          fmt::format("fill=\"{}\" stroke=\"{}\"{}", colours.fill, byzantine ? "#c5221f" : colours.ink,
                      byzantine ? " stroke-dasharray=\"4 3\"" : "");
      canvas_.rectangle(column.x - column.half_header, top, 2 * column.half_header, layout_.header_height, 5,
                        "", look);
      const double base = top + (column.remark.empty() ? layout_.header_height / 2 + 4.2 : 16);
      canvas_.text(column.x, base, column.name, Anchor::middle, "q-name",
                   fmt::format("fill=\"{}\"", colours.ink));
      if (!column.remark.empty())
        canvas_.text(column.x, base + 14, column.remark, Anchor::middle, "q-remark");
    }
  }

  // Pale lines first: where only some consume a broadcast, the strong line covers the pale one.
  void draw_messages() {
    for (const bool faded : {true, false}) {
      for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
        if (arrives(layout_.flights[k]) == faded) continue;
        canvas_.begin_group(tooltip(layout_.flights[k]));
        if (faded) {
          draw_stub(k);
        } else {
          draw_way(k);
        }
        canvas_.end_group();
      }
    }
    for (std::size_t k = 0; k < layout_.flights.size(); ++k) {
      if (!arrives(layout_.flights[k])) draw_open_end(k);
    }
  }

  static bool arrives(const Flight& flight) {
    return flight.fate != Fate::waiting || flight.delivered_at.has_value();
  }

  static std::string tooltip(const Flight& flight) {
    const std::string way =
        fmt::format("{} from {} to {}", to_text(flight.message), flight.message.from, flight.message.to);
    if (flight.message.forged) return way + ", forged";
    if (flight.fate == Fate::lost) return way + ", lost";
    return arrives(flight) ? way : way + ", on its way at the end";
  }

  [[nodiscard]] std::string ink_of(const Flight& flight) const {
    if (flight.message.forged) return "#c5221f";
    if (flight.message.absent && !flight.sent_at) return "#80868b";
    return ink_of(flight.from);
  }

  [[nodiscard]] std::string ink_of(std::size_t sender) const {
    return shade(role_colours(layout_.columns[sender].role).ink, layout_.columns[sender].member);
  }

  static std::string paint(const std::string& ink) { return fmt::format("fill=\"{}\"", ink); }

  [[nodiscard]] static std::string dashes_of(const Flight& flight) {
    if (flight.message.forged) return " stroke-dasharray=\"5 3\"";
    if (!flight.sent_at || flight.message.absent) return " stroke-dasharray=\"1.5 3\"";
    return {};
  }

  // Whether the pale line of another message covers this one: same line, same side, farther recipient.
  [[nodiscard]] bool is_covered(std::size_t k) const {
    const ChartRoute& route = layout_.routes[k];
    for (std::size_t other = 0; other < layout_.routes.size(); ++other) {
      const ChartRoute& there = layout_.routes[other];
      if (arrives(layout_.flights[other]) || there.line_y != route.line_y ||
          there.from_left != route.from_left)
        continue;
      if (route.from_left ? there.lane_x > route.lane_x : there.lane_x < route.lane_x) return true;
    }
    return false;
  }

  // The pale line of a message that still waits at the end; it ends short of the recipient's lane.
  void draw_stub(std::size_t k) {
    if (is_covered(k)) return;
    const ChartRoute& route = layout_.routes[k];
    const std::string ink = ink_of(layout_.flights[k]);
    const double back = route.from_left ? -1 : 1;
    canvas_.line(route.start_x, route.line_y, route.lane_x + back * 3, route.line_y, "q-way",
                 fmt::format("stroke=\"{}\" opacity=\"0.4\" stroke-dasharray=\"2 3\"", ink));
  }

  void draw_open_end(std::size_t k) {
    const ChartRoute& route = layout_.routes[k];
    canvas_.circle(route.lane_x, route.line_y, 2.8, "q-open");
  }

  void draw_way(std::size_t k) {
    const Flight& flight = layout_.flights[k];
    const ChartRoute& route = layout_.routes[k];
    const std::string ink = ink_of(flight);
    const std::string look = fmt::format("stroke=\"{}\"{}", ink, dashes_of(flight));
    const double forward = route.from_left ? 1 : -1;
    const double turn = std::min(corner, (route.end_y - route.line_y) / 2);
    std::string commands =
        fmt::format("M{} {}H{}Q{} {} {} {}", number(route.start_x), number(route.line_y),
                    number(route.lane_x - forward * turn), number(route.lane_x), number(route.line_y),
                    number(route.lane_x), number(route.line_y + turn));
    if (flight.fate == Fate::consumed) {
      commands += fmt::format("V{}Q{} {} {} {}H{}", number(route.end_y - turn), number(route.lane_x),
                              number(route.end_y), number(route.lane_x + forward * turn), number(route.end_y),
                              number(route.edge_x - forward * 5));
    } else {
      commands += fmt::format("V{}", number(route.end_y));
    }
    canvas_.path(commands, "q-way", look);
    if (flight.fate == Fate::consumed) draw_arrow_head(route, ink);
    if (flight.fate == Fate::lost) draw_cross(route.lane_x, route.end_y, 4);
    if (flight.delivered_at) {
      canvas_.circle(route.lane_x, route.delivered_y, 3, "", fmt::format("fill=\"{}\"", ink));
    }
    if (!flight.sent_at) {
      canvas_.circle(route.start_x, route.line_y, 3, "",
                     fmt::format("fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"1.4\"", ink));
    }
  }

  void draw_arrow_head(const ChartRoute& route, const std::string& ink) {
    const double back = route.from_left ? -1 : 1;
    canvas_.path(fmt::format("M{} {}L{} {}L{} {}Z", number(route.edge_x), number(route.end_y),
                             number(route.edge_x + back * 7), number(route.end_y - 3),
                             number(route.edge_x + back * 7), number(route.end_y + 3)),
                 "", fmt::format("fill=\"{}\"", ink));
  }

  void draw_cross(double x, double y, double radius) {
    canvas_.path(fmt::format("M{} {}L{} {}M{} {}L{} {}", number(x - radius), number(y - radius),
                             number(x + radius), number(y + radius), number(x - radius), number(y + radius),
                             number(x + radius), number(y - radius)),
                 "q-cross");
  }

  void draw_step(const ChartRow& row) {
    const std::size_t step = static_cast<std::size_t>(&row - layout_.rows.data());
    if (row.kind == StepKind::rule && row.column) draw_box(row, trace_.steps[step].transition);
    if (row.kind == StepKind::otherwise) {
      canvas_.text((layout_.left + layout_.right) / 2, row.middle + 3,
                   "no step is possible; the state stays as it is", Anchor::middle, "q-change q-halo");
    }
    for (const std::size_t column : row.crashed) {
      const bool own = row.column == column && row.own_cross;
      draw_cross(layout_.columns[column].x, own ? *row.own_cross : row.middle, 5.5);
    }
  }

  void draw_box(const ChartRow& row, const std::string& transition) {
    const ChartColumn& column = layout_.columns[*row.column];
    const RoleColours& colours = role_colours(column.role);
    const double top = row.middle - row.box_height / 2;
    canvas_.begin_group(transition);
    if (!row.leaving.empty()) {
      canvas_.line(column.x, row.middle, column.x, row.leaving.back().y, "",
                   fmt::format("stroke=\"{}\" stroke-width=\"2\"", colours.ink));
      for (const ChartLine& line : row.leaving) {
        canvas_.circle(column.x, line.y, 2.6, "", fmt::format("fill=\"{}\"", colours.ink));
      }
    }
    canvas_.rectangle(column.x - row.box_half_width, top, 2 * row.box_half_width, row.box_height, 4, "",
                      fmt::format("fill=\"{}\" stroke=\"{}\"", colours.fill, colours.ink));
    double base = row.middle - 6.5 * static_cast<double>(row.box_lines.size()) + 10.3;
    for (const std::string& line : row.box_lines) {
      canvas_.text(column.x, base, line, Anchor::middle, "q-rule", fmt::format("fill=\"{}\"", colours.ink));
      base += 13;
    }
    canvas_.end_group();
  }

  void draw_labels() {
    for (const ChartLabel& label : labels_) {
      canvas_.text(label.x, label.y, label.text, label.leftwards ? Anchor::end : Anchor::start,
                   style_class_of(label.tone),
                   label.tone == LabelTone::echo ? paint(ink_of(label.sender)) : "");
    }
  }

  [[nodiscard]] bool stays() const { return trace_.loop_start && *trace_.loop_start >= layout_.rows.size(); }

  void draw_loop() {
    if (!trace_.loop_start || stays()) return;
    const double x = layout_.left - number_width - loop_width + 14;
    const double top = layout_.rows[*trace_.loop_start].top + 4;
    const double bottom = layout_.bottom - 4;
    canvas_.path(
        fmt::format("M{} {}H{}V{}H{}", number(x + 12), number(bottom), number(x), number(top), number(x + 8)),
        "q-loop");
    canvas_.path(fmt::format("M{} {}L{} {}L{} {}Z", number(x + 14), number(top), number(x + 7),
                             number(top - 3.5), number(x + 7), number(top + 3.5)),
                 "", "fill=\"#5f6368\"");
    const double middle = (top + bottom) / 2;
    canvas_.text(x - 5, middle, "for ever", Anchor::middle, "q-loop-text",
                 fmt::format("transform=\"rotate(-90 {} {})\"", number(x - 5), number(middle)));
  }

  void draw_ending() {
    bottom_ = layout_.bottom;
    if (stays()) {
      bottom_ += 18;
      canvas_.text((layout_.left + layout_.right) / 2, bottom_ - 4, "the run stays in this state for ever",
                   Anchor::middle, "q-change q-halo");
    }
    if (layout_.rows.size() > many_steps) {
      draw_names(bottom_);
      bottom_ += layout_.header_height;
    }
    if (!options_.violated.empty()) draw_band(fmt::format("violated: {}", options_.violated), "q-band");
    if (!options_.witness.empty()) draw_band(fmt::format("a witness of {}", options_.witness), "q-band-fine");
    if (!trace_.failure.empty()) draw_band(fmt::format("model error: {}", trace_.failure), "q-band");
    bottom_ += margin;
  }

  void draw_band(const std::string& text, const std::string& style) {
    const double left = left_ + margin / 2;
    const double width = right_ - left_ - margin;
    const auto lines = svg::wrapped(text, 14, width - 24);
    const double height = 18 * static_cast<double>(lines.size()) + 12;
    bottom_ += 12;
    canvas_.rectangle(left, bottom_, width, height, 4, style);
    double base = bottom_ + 19;
    for (const std::string& line : lines) {
      canvas_.text((left_ + right_) / 2, base, line, Anchor::middle, style + "-text");
      base += 18;
    }
    bottom_ += height;
  }

  [[nodiscard]] std::string page() const {
    const double width = std::ceil(right_ - left_);
    const double height = std::ceil(bottom_);
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} 0 {} {}\" width=\"{}\" height=\"{}\" "
        "role=\"img\">\n",
        number(left_), number(width), number(height), number(width), number(height));
    if (!options_.title.empty()) text += fmt::format("<title>{}</title>\n", svg::escape(options_.title));
    text += fmt::format("<style>{}</style>\n", chart_style_sheet());
    text += fmt::format("<rect x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n",
                        number(left_), number(width), number(height));
    if (!options_.title.empty()) {
      text += fmt::format("<text x=\"{}\" y=\"32\" class=\"q-title\">{}</text>\n", number(left_ + margin),
                          svg::escape(options_.title));
    }
    return text + canvas_.content() + "</svg>\n";
  }

  const TraceDescription& trace_;
  const ChartOptions& options_;
  ChartLayout layout_;
  std::vector<ChartLabel> labels_;
  svg::Canvas canvas_;
  double left_ = 0;
  double right_ = 0;
  double bottom_ = 0;
};

}  // namespace

std::string chart_svg(const TraceDescription& trace, const ChartOptions& options) {
  if (trace.states.empty()) return {};
  return ChartDrawer(trace, options).draw();
}

}  // namespace quorate
