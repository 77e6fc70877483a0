// Small random protocols in which messages become dead, as FTDP text: receivers take messages that compare
// well with their variables, and return now and then to local states that take messages which they did not
// take before. Protocols of random_protocol seldom have dead messages.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

std::string random_receivers(std::uint64_t seed);

}  // namespace quorate
