// Where the things that come with the program are.
#pragma once

#include <string>

namespace quorate {

// protocols/paxos/paxos.ftdp beside the program's build folder (or in QUORATE_HOME), relative to the
// current folder where that is shorter.
std::string bundled_paxos();

}  // namespace quorate
