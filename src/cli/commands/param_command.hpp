// `quorate param`: a threshold algorithm for all parameters.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "parameterized/param_check.hpp"
#include "report/results/exit_code.hpp"

namespace quorate {

class ParamCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  [[nodiscard]] ParamOptions options() const;

  std::string model_path_;
  std::vector<std::string> definitions_;
  std::vector<std::string> properties_;
  LimitOptions limits_;
  std::string json_path_;
  bool explain_ = false;
  bool no_color_ = false;
};

}  // namespace quorate
