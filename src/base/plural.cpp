#include "base/plural.hpp"

#include <string_view>

namespace quorate {

std::string plural(const std::string& noun) {
  constexpr std::string_view vowels = "aeiouAEIOU";
  const auto ends = [&](std::string_view end) { return noun.ends_with(end); };
  if (ends("}")) return noun;  // a part of a role, "server{promise, vote}"
  if (ends("s") || ends("x") || ends("z") || ends("ch") || ends("sh")) return noun + "es";
  if (noun.size() > 1 && ends("y") && vowels.find(noun[noun.size() - 2]) == std::string_view::npos) {
    return noun.substr(0, noun.size() - 1) + "ies";
  }
  return noun + "s";
}

}  // namespace quorate
