// Small random protocols in which messages become useless, as FTDP text: receivers heed what compares well
// with what they have, and go back now and then to heed again what they did not want before. What forgetting
// dead messages is made for; protocols of random_protocol seldom are.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

std::string random_receivers(std::uint64_t seed);

}  // namespace quorate
