// Where the files are that come with the program.
#pragma once

#include <string>

namespace quorate {

// protocols/paxos/paxos.ftdp in QUORATE_HOME, or else beside the folder that the program is in, or in
// share/quorate of an installation. Relative to the current folder if that is shorter.
std::string bundled_paxos();

}  // namespace quorate
