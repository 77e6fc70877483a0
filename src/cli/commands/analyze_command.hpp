// `quorate analyze`: the transitions of a model and what partial-order reduction knows of them, so that a
// person can see why a reduction is weak.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "report/results/exit_code.hpp"

namespace quorate {

class AnalyzeCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  std::string model_path_;
  std::vector<std::string> settings_;
  std::vector<std::string> properties_;
  std::string split_ = "combined";
  std::string json_path_;
  LimitOptions limits_;
};

}  // namespace quorate
