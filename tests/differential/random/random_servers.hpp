// Random protocols in which one role hosts several sub-protocols, as FTDP text, for tests of decomposition.
// Most of them can be split; some have a rule, a property or an init rule that joins the parts.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

std::string random_servers(std::uint64_t seed);

}  // namespace quorate
