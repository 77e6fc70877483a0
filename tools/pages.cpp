// Writes the manual page and the completions that are installed with the program: pages VERSION FOLDER.
#include "cli/pages/pages.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

bool written(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (out) return true;
  fmt::print(stderr, "cannot write {}\n", file.string());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: pages VERSION FOLDER\n");
    return 3;
  }
  const std::filesystem::path folder = argv[2];
  std::filesystem::create_directories(folder);
  return written(folder / "quorate.1", quorate::manual_page(argv[1])) &&
                 written(folder / "quorate", quorate::bash_completion()) &&
                 written(folder / "_quorate", quorate::zsh_completion())
             ? 0
             : 3;
}
