// Names of roles in sentences: "leaders", "proxies".
#pragma once

#include <string>

namespace quorate {

std::string plural(const std::string& noun);

}  // namespace quorate
