// Texts for the installation that are made from the option table, as `--help` is: the manual page (roff,
// section 1) and the completions for bash and zsh. tools/pages.cpp writes them to files.
#pragma once

#include <string>
#include <string_view>

namespace quorate {

std::string manual_page(std::string_view version);
std::string bash_completion();
std::string zsh_completion();

}  // namespace quorate
