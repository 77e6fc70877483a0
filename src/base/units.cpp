#include "base/units.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/plural.hpp"

namespace quorate {

namespace {

// The number at the start of the text and the word after it.
std::optional<double> split(const std::string& text, std::string& unit) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number >= 0) || !std::isfinite(number)) return std::nullopt;
  unit.assign(end, text.data() + text.size());
  return number;
}

}  // namespace

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  std::string unit;
  const auto number = split(text, unit);
  if (!number) return std::nullopt;
  double factor = 0;
  if (unit.empty() || unit == "B") factor = 1;
  if (unit == "K" || unit == "KB" || unit == "KiB" || unit == "k") factor = 1024.0;
  if (unit == "M" || unit == "MB" || unit == "MiB") factor = 1024.0 * 1024;
  if (unit == "G" || unit == "GB" || unit == "GiB") factor = 1024.0 * 1024 * 1024;
  if (unit == "T" || unit == "TB" || unit == "TiB") factor = 1024.0 * 1024 * 1024 * 1024;
  const double bytes = *number * factor;
  if (factor == 0 || bytes > 9e18) return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

std::optional<double> parse_seconds(const std::string& text) {
  std::string unit;
  const auto number = split(text, unit);
  if (!number) return std::nullopt;
  if (unit.empty() || unit == "s") return *number;
  if (unit == "ms") return *number / 1000;
  if (unit == "m" || unit == "min") return *number * 60;
  if (unit == "h") return *number * 3600;
  return std::nullopt;
}

std::string with_separators(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string counted(std::uint64_t number, const std::string& what) {
  return with_separators(number) + " " + (number == 1 ? what : plural(what));
}

std::string show_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < units.size()) {
    amount /= 1024;
    ++unit;
  }
  return fmt::format(fmt::runtime(unit == 0 ? "{:.0f} {}" : "{:.1f} {}"), amount, units[unit]);
}

std::string show_seconds(double seconds) {
  if (seconds < 60) return fmt::format("{:.2f} s", seconds);
  const auto all = static_cast<std::int64_t>(seconds);
  if (all < 3600) return fmt::format("{} m {} s", all / 60, all % 60);
  return fmt::format("{} h {} m", all / 3600, all % 3600 / 60);
}

}  // namespace quorate
