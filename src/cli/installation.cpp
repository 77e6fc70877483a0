#include "cli/installation.hpp"

#include <cstdlib>
#include <filesystem>

namespace quorate {

std::string bundled_paxos() {
  namespace fs = std::filesystem;
  std::error_code error;
  const char* const home = std::getenv("QUORATE_HOME");
  fs::path root = home != nullptr ? fs::path(home)
                                  : fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  // An installed program is in bin/, the protocols in share/quorate/.
  if (home == nullptr && !fs::exists(root / "protocols", error)) root = root / "share" / "quorate";
  const fs::path absolute = root / "protocols" / "paxos" / "paxos.ftdp";
  const fs::path relative = fs::proximate(absolute, error);
  if (!error && relative.string().size() < absolute.string().size()) return relative.string();
  return absolute.string();
}

}  // namespace quorate
