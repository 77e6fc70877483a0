// `quorate prove`: invariants by induction.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/output_file.hpp"
#include "induction/prove.hpp"
#include "report/results/exit_code.hpp"

namespace quorate {

class ProveCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  [[nodiscard]] ProveOptions options() const;
  // Certificate and graph; false if a file cannot be written.
  [[nodiscard]] bool write_proofs(const ProveReport& report, OutputFile& certificate,
                                  OutputFile& graph) const;

  std::string model_path_;
  std::vector<std::string> settings_;
  std::vector<std::string> properties_;
  int k_max_ = 20;
  std::string lemmas_ = "all";
  std::string strengthen_ = "on";
  std::string certificate_path_;
  std::string graph_path_;
  bool simple_path_ = false;
  LimitOptions limits_;
  std::string json_path_;
  bool no_color_ = false;
};

}  // namespace quorate
