// The standard streams of the program. A stream that is closed, full or gone never ends a search; at the end
// it is known whether text for standard output was lost.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "report/results/exit_code.hpp"

namespace quorate {

// To be called first: otherwise a file that is opened later would take the number of a closed stream.
void prepare_streams();

// To standard output.
void say_text(const std::string& text);
// To standard error. Control characters in names are made visible, so that they do not act on a terminal.
void complain_text(const std::string& text);

// Says that memory is gone; allocates nothing.
void complain_of_memory() noexcept;
// For std::set_terminate: ends with a message and an exit code instead of a signal.
[[noreturn]] void end_with_words() noexcept;

template <typename... Arguments>
void say(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  say_text(fmt::format(pattern, std::forward<Arguments>(arguments)...));
}

template <typename... Arguments>
void complain(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  complain_text(fmt::format(pattern, std::forward<Arguments>(arguments)...));
}

// To be called last. If text for standard output was lost, the result is bad_input, with the reason on
// standard error; an internal error stays one. Nothing is said if the reader has gone away (`| head`).
ExitCode flushed(ExitCode code);

}  // namespace quorate
