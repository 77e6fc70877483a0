// The texts of a chart beside boxes and on message lines, placed where they cross the fewest lines. Works on
// a finished layout; knows nothing of SVG elements.
#pragma once

#include <string>
#include <vector>

#include "report/chart/chart_layout.hpp"

namespace quorate {

enum class LabelTone { message, forged, faded, echo, change, monitor, alarm };

struct ChartLabel {
  double x = 0;  // where the text starts, or ends if it goes leftwards
  double y = 0;  // base line
  double width = 0;
  std::string text;
  bool leftwards = false;
  LabelTone tone = LabelTone::message;
  std::size_t sender = 0;  // column of an echo's sender

  [[nodiscard]] double left() const { return leftwards ? x - width : x; }
  [[nodiscard]] double right() const { return leftwards ? x : x + width; }
};

std::vector<ChartLabel> chart_labels(const ChartLayout& layout);

}  // namespace quorate
