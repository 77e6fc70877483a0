// The first error of standard output is kept until the end of the program (`flushed`): a stream that is
// closed or full must not end a search whose results go to a file as well. Messages for when memory is gone
// are constants, written by write(2).
#include "cli/streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

#include "base/shown_text.hpp"

namespace quorate {

namespace {

int output_error = 0;  // the first one of standard output, or 0

void note_failure() {
  if (output_error == 0) output_error = errno == 0 ? EIO : errno;
}

}  // namespace

void prepare_streams() {
  // Without these signals, writing to a pipe that nobody reads, or to a file that may not grow, is an error
  // like others, and temporary files are still removed.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // open takes the lowest free number, which is this one. Opened for reading, it cannot be written to, as
    // if closed.
    if (open("/dev/null", O_RDONLY) < 0) continue;
  }
}

void say_text(const std::string& text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) < text.size()) note_failure();
}

void complain_text(const std::string& text) {
  const std::string safe = shown_lines(text);
  std::fwrite(safe.data(), 1, safe.size(), stderr);
}

namespace {

void write_words(std::string_view words) noexcept {
  if (::write(STDERR_FILENO, words.data(), words.size()) < 0) return;  // an error cannot be reported anywhere
}

}  // namespace

void complain_of_memory() noexcept {
  write_words("quorate: inconclusive: there is no memory left, not even for a report\n");
}

void end_with_words() noexcept {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    complain_of_memory();
    _exit(static_cast<int>(ExitCode::inconclusive));
  } catch (...) {
    write_words("quorate: internal error: an unexpected exception\n");
  }
  _exit(static_cast<int>(ExitCode::internal_error));
}

ExitCode flushed(ExitCode code) {
  errno = 0;
  if (std::fflush(stdout) != 0) note_failure();
  if (std::ferror(stdout) != 0) note_failure();
  if (output_error == 0 || code == ExitCode::internal_error) return code;
  if (output_error != EPIPE)
    complain("quorate: cannot write to standard output: {}; the rest of the output is lost\n",
             std::strerror(output_error));
  return ExitCode::bad_input;
}

}  // namespace quorate
