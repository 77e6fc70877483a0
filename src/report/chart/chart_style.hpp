// The look of a chart: the colours of roles and the style sheet.
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

// The processes of a role have inks of three kinds, by their position: unchanged, darker, lighter.
std::string shade(std::string_view ink, std::size_t member);

std::string_view chart_style_sheet();
std::string_view style_class_of(LabelTone tone);

}  // namespace quorate
