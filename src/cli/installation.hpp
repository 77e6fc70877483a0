// Where the things that come with the program are.
#pragma once

#include <string>

namespace quorate {

// protocols/paxos/paxos.ftdp in QUORATE_HOME; else beside the program's build folder, or where the program
// was installed. Relative to the current folder where that is shorter.
std::string bundled_paxos();

}  // namespace quorate
