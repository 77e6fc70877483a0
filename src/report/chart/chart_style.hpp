// The look of a chart: the colours of roles and the style sheet. Everything else of a chart is places.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/chart/chart_labels.hpp"

namespace quorate {

struct RoleColours {
  std::string_view fill;
  std::string_view ink;
};

const RoleColours& role_colours(std::size_t role);

// Messages of a role's processes are told apart by lightness: as it is, darker, lighter, and again.
std::string shade(std::string_view ink, std::size_t member);

std::string_view chart_style_sheet();
std::string_view style_class_of(LabelTone tone);

}  // namespace quorate
