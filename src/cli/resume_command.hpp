// `quorate resume`: goes on with a check that wrote checkpoints.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_code.hpp"

namespace quorate {

class ResumeCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  std::string folder_;
};

}  // namespace quorate
