// Random protocols with signed messages, certificates and symmetric Byzantine processes.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

std::string random_signatures(std::uint64_t seed);

}  // namespace quorate
