// Writing a report to a file, or to standard output for "-".
#pragma once

#include <string>

namespace quorate {

// False, with a message on standard error, if it cannot be written.
bool write_output(const std::string& path, const std::string& text);

}  // namespace quorate
