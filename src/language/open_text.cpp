// Reading a file. The name is tested twice: a threshold automaton is refused before the file is opened, and
// a language that the reader does not read is refused after it was opened, so that a missing file is
// reported first.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/shown_text.hpp"
#include "language/language.hpp"

namespace quorate {

namespace {

constexpr std::uintmax_t largest_file = 4 * 1024 * 1024;

// A format that no command reads: naming another command would not help.
bool is_threshold_automaton(const std::string& path) {
  return path.ends_with(".ta") || path.ends_with(".eta") || path.ends_with(".sk");
}

std::string why_not_regular(std::filesystem::file_type type, const std::error_code& error) {
  if (type == std::filesystem::file_type::not_found) return "it does not exist";
  if (type == std::filesystem::file_type::directory) return "it is a folder";
  if (type == std::filesystem::file_type::none) return error.message();
  return "it is a device, a pipe or a socket";
}

// Why there is no text to read; empty if there is.
std::string file_problem(const std::string& path) {
  if (is_threshold_automaton(path))
    return path +
           " is a threshold automaton by its name, a format that no command reads; write it as parametric "
           "Promela (.pml): each location a value of pc, each rule a branch of the step (docs/language.md, "
           "protocols/threshold-broadcast)";
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::status(path, error).type();
  if (type != std::filesystem::file_type::regular)
    return fmt::format("{} is not a file that can be read: {}", path.empty() ? "\"\"" : path,
                       why_not_regular(type, error));
  if (std::filesystem::file_size(path, error) > largest_file)
    return path + " is larger than 4 MiB, the largest size of a model's file";
  return "";
}

// Why this reader does not read files of this name; empty if it does.
std::string reader_problem(const std::string& path, const Reader& reader) {
  const Language language = language_of(path);
  if (kinds_of(language).meet(reader.kinds)) return "";
  if (language == Language::promela)
    return path +
           " is Promela by its name, which this command does not read; use quorate check or quorate param";
  return fmt::format(
      "{} reads parametric Promela (.pml), and {} has another name; use quorate check to check it at fixed "
      "parameters",
      reader.command, path);
}

}  // namespace

OpenedText open_text(const std::string& path, const Reader& reader) {
  OpenedText opened;
  opened.problem = file_problem(path);
  if (!opened.problem.empty()) return opened;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    opened.problem = fmt::format("cannot read {}: {}", path, std::strerror(errno));
    return opened;
  }
  std::ostringstream content;
  content << file.rdbuf();
  opened.problem = reader_problem(path, reader);
  if (opened.problem.empty()) opened.source = std::make_unique<SourceText>(shown(path), content.str());
  return opened;
}

}  // namespace quorate
