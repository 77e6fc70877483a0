// Reading a file. Its name is looked at twice: a threshold automaton is refused before it is opened, and a
// text in a language that the reader does not read after it is known to be there.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/shown_text.hpp"
#include "language/language.hpp"

namespace quorate {

namespace {

constexpr std::uintmax_t largest_file = 4 * 1024 * 1024;

// A format that is asked for and not read; to send its users to another command would lead nowhere.
bool is_threshold_automaton(const std::string& path) {
  return path.ends_with(".ta") || path.ends_with(".eta") || path.ends_with(".sk");
}

// Why there is no text to read; empty: there is one.
std::string file_problem(const std::string& path) {
  if (is_threshold_automaton(path))
    return path +
           " is a threshold automaton by its name, a format that no command reads; write it as parametric "
           "Promela (.pml): each location a value of pc, each rule a branch of the step (docs/language.md, "
           "protocols/threshold-broadcast)";
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    const char* const why = std::filesystem::is_directory(path, error) ? ": it is a folder"
                            : !std::filesystem::exists(path, error)    ? ": it does not exist"
                                                                       : "";
    return fmt::format("{} is not a file that can be read{}", path.empty() ? "\"\"" : path, why);
  }
  if (std::filesystem::file_size(path, error) > largest_file)
    return path + " is larger than 4 MiB, the largest size of a model's file";
  return "";
}

// Why this reader has no use for a file of this name; empty: it has.
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
  std::ostringstream content;
  content << file.rdbuf();
  opened.problem = file ? reader_problem(path, reader) : "cannot read " + path;
  if (opened.problem.empty()) opened.source = std::make_unique<SourceText>(shown(path), content.str());
  return opened;
}

}  // namespace quorate
