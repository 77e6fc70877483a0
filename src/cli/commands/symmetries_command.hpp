// `quorate symmetries`: which processes are interchangeable, and what tells the others apart.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "report/results/exit_code.hpp"

namespace quorate {

class SymmetriesCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  std::string model_path_;
  std::vector<std::string> settings_;
  std::string json_path_;
  LimitOptions limits_;
};

}  // namespace quorate
