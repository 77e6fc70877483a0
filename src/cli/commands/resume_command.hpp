// `quorate resume`: goes on with a check that wrote checkpoints.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "report/results/exit_code.hpp"

namespace quorate {

class ResumeCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  CLI::App* command_ = nullptr;
  std::string folder_;
  std::vector<std::string> changes_;  // options that are given anew, as words
};

}  // namespace quorate
