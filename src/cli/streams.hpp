// What the program says on its standard streams. A stream that is closed, full or gone never ends a search;
// at the end it is known whether anything that was to be said on standard output is lost.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "report/results/exit_code.hpp"

namespace quorate {

// To be called first: standard streams that are closed must not become the files that are opened next.
void prepare_streams();

// To standard output.
void say_text(const std::string& text);
// To standard error. Whatever the names in it are, nothing of it acts on a terminal.
void complain_text(const std::string& text);

// Where there is no memory for words that have to be made.
void complain_of_memory() noexcept;
// For std::set_terminate: the exit code says what a signal would not.
[[noreturn]] void end_with_words() noexcept;

template <typename... Arguments>
void say(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  say_text(fmt::format(pattern, std::forward<Arguments>(arguments)...));
}

template <typename... Arguments>
void complain(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  complain_text(fmt::format(pattern, std::forward<Arguments>(arguments)...));
}

// To be called last. What is lost must not look like success: then the answer is bad_input, with the reason
// on standard error, whatever the code was (but an internal error stays one). A reader that has gone away
// (`| head`) knows that; it is not told.
ExitCode flushed(ExitCode code);

}  // namespace quorate
