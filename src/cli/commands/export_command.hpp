// `quorate export`: the model in the language of another checker.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "report/results/exit_code.hpp"

namespace quorate {

class ExportCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  ExitCode run_threshold();

  std::string model_path_;
  std::vector<std::string> settings_;
  std::vector<std::string> definitions_;
  std::string target_;
  std::string output_path_ = "-";
  std::int64_t slots_ = 4;
  std::string loss_ = "implicit";
  LimitOptions limits_;
};

}  // namespace quorate
