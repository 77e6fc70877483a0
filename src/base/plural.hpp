// Names of roles in sentences: "leaders", "proxies".
#pragma once

#include <string>
#include <vector>

namespace quorate {

std::string plural(const std::string& noun);

// "a, b and c".
std::string and_list(const std::vector<std::string>& names);

}  // namespace quorate
