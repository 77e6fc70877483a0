#include "cli/options/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <sstream>

#include "model/arithmetic.hpp"

namespace quorate {

namespace {

std::string malformed(const std::string& text) {
  return fmt::format("--set {}: expected NAME=NUMBER, as in --set n=3,m=2", text);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < arithmetic::smallest) return {};
  return number;
}

// One text of --set: several settings with commas between them.
std::string parse_list(const std::string& text, ParameterValues& values) {
  if (text.empty()) return malformed("\"\"");
  if (text.back() == ',') return malformed(text);
  std::istringstream parts(text);
  std::string part;
  while (std::getline(parts, part, ',')) {
    const auto equals = part.find('=');
    const auto number = equals == std::string::npos || equals == 0
                            ? std::nullopt
                            : whole_number(std::string_view(part).substr(equals + 1));
    if (!number) return malformed(part);
    const auto [set, is_new] = values.emplace(part.substr(0, equals), *number);
    if (!is_new && set->second != *number)
      return fmt::format("--set {}: {} is set to {} already", part, set->first, set->second);
  }
  return "";
}

bool is_macro_name(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::ranges::all_of(
             name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

}  // namespace

std::string parse_settings(const std::vector<std::string>& texts, ParameterValues& values) {
  for (const std::string& text : texts) {
    if (std::string problem = parse_list(text, values); !problem.empty()) return problem;
  }
  return "";
}

std::string parse_definitions(const std::vector<std::string>& texts, Definitions& definitions) {
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (!is_macro_name(name)) return fmt::format("-D {}: expected NAME or NAME=VALUE", text);
    definitions[name] = equals == std::string::npos ? "1" : text.substr(equals + 1);
  }
  return "";
}

}  // namespace quorate
