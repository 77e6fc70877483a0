#include "report/progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/units.hpp"

namespace quorate {

namespace {

// Cut to one row of the terminal, since only one row can be cleared. The text is ASCII.
std::string fitted(std::string text) {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 && text.size() >= size.ws_col)
    text.resize(size.ws_col - 1U);
  return text;
}

// Errors are ignored: a terminal that has gone away must not end a search.
void put_on_terminal(const std::string& text) {
  std::fputs(("\r\033[K" + fitted(text)).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::function<void(const Statistics&)> progress_line() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [](const Statistics& s) {
    const double rate = s.seconds > 0 ? static_cast<double>(s.states) / s.seconds : 0;
    put_on_terminal(fmt::format("{}{} states  {}/s  {} queued  depth {}  {}  {}", s.activity,
                                with_separators(s.states), with_separators(static_cast<std::uint64_t>(rate)),
                                with_separators(s.queued), s.depth, show_bytes(s.store_bytes),
                                show_seconds(s.seconds)));
  };
}

std::function<void(const std::string&)> progress_text() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [](const std::string& text) { put_on_terminal(text); };
}

void clear_progress_line() {
  if (isatty(STDERR_FILENO) != 0) put_on_terminal("");
}

}  // namespace quorate
