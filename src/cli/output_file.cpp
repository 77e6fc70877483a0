#include "cli/output_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iostream>

namespace quorate {

bool write_output(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::cout << text << std::flush;
    return static_cast<bool>(std::cout);
  }
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) fmt::print(stderr, "quorate: cannot write {}\n", path);
  return static_cast<bool>(file);
}

}  // namespace quorate
