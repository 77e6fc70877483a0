// A role has a pale fill for boxes and a dark ink of the same hue for texts and messages; roles beyond the
// eighth repeat the colours. Everything else is in the style sheet, whose classes begin with q-.
#include "report/chart/chart_style.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace quorate {
namespace {

constexpr std::array<RoleColours, 8> palette = {{
    {"#e3edfb", "#2f62a8"},  // blue
    {"#fdeed9", "#a8620f"},  // amber
    {"#e2f3e6", "#2c7a45"},  // green
    {"#efe6f8", "#70459f"},  // violet
    {"#dcf2f3", "#1c757d"},  // teal
    {"#fbe4ee", "#a53a6b"},  // pink
    {"#f0ebe0", "#75602f"},  // sand
    {"#e6e9ee", "#4c5a70"},  // slate
}};

constexpr std::string_view style_sheet = R"(
text { font-family: Inter, "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif; }
.q-title { font-size: 16px; font-weight: 600; fill: #202124; }
.q-name { font-size: 12px; font-weight: 600; }
.q-remark { font-size: 9.5px; fill: #b3261e; }
.q-rule { font-size: 11px; font-weight: 500; }
.q-number { font-size: 10px; fill: #9aa0a6; }
.q-halo { stroke: #ffffff; stroke-width: 3.5px; stroke-linejoin: round; paint-order: stroke; }
.q-message { font-size: 10px; fill: #3c4043; }
.q-forged { font-size: 10px; fill: #b3261e; }
.q-faded { font-size: 10px; fill: #9aa0a6; }
.q-echo { font-size: 9.5px; }
.q-change { font-size: 9.5px; fill: #6b7177; }
.q-monitor { font-size: 9.5px; fill: #6b7177; font-style: italic; }
.q-alarm { font-size: 9.5px; fill: #b3261e; }
.q-hairline { stroke: #eceef0; stroke-width: 1; }
.q-life { stroke: #bdc1c6; stroke-width: 1.2; }
.q-dead { stroke: #d5d8db; stroke-width: 1.2; stroke-dasharray: 3 4; }
.q-way { fill: none; stroke-width: 1.3; }
.q-open { fill: #ffffff; stroke: #a6acb3; stroke-width: 1.2; }
.q-cross { stroke: #c5221f; stroke-width: 2; fill: none; stroke-linecap: round; }
.q-loop { stroke: #5f6368; stroke-width: 1.4; fill: none; }
.q-loop-text { font-size: 10px; fill: #5f6368; }
.q-band { fill: #fdecea; stroke: #e0a19c; stroke-width: 1; }
.q-band-text { font-size: 13px; font-weight: 600; fill: #a50e0e; }
.q-band-fine { fill: #e6f4ea; stroke: #a8d5b5; stroke-width: 1; }
.q-band-fine-text { font-size: 13px; font-weight: 600; fill: #137333; }
)";

}  // namespace

const RoleColours& role_colours(std::size_t role) {
  return palette[role % palette.size()];
}

std::string shade(std::string_view ink, std::size_t member) {
  unsigned colour = 0;
  std::from_chars(ink.data() + 1, ink.data() + ink.size(), colour, 16);
  std::string shaded = "#";
  for (const unsigned shift : {16U, 8U, 0U}) {
    const unsigned part = (colour >> shift) & 0xFFU;
    const unsigned darker = part * 55 / 100;
    const unsigned lighter = part + (255 - part) * 35 / 100;
    shaded += fmt::format("{:02x}", member % 3 == 0 ? part : member % 3 == 1 ? darker : lighter);
  }
  return shaded;
}

std::string_view chart_style_sheet() {
  return style_sheet;
}

std::string_view style_class_of(LabelTone tone) {
  switch (tone) {
    case LabelTone::message:
      return "q-message q-halo";
    case LabelTone::forged:
      return "q-forged q-halo";
    case LabelTone::faded:
      return "q-faded q-halo";
    case LabelTone::echo:
      return "q-echo q-halo";
    case LabelTone::change:
      return "q-change q-halo";
    case LabelTone::monitor:
      return "q-monitor q-halo";
    case LabelTone::alarm:
      return "q-alarm q-halo";
  }
  return "";
}

}  // namespace quorate
