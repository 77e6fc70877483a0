// `quorate check`: exhaustive check at fixed parameters.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/checkpoint_folder.hpp"
#include "cli/common_options.hpp"
#include "cli/model_file.hpp"
#include "report/paragraph.hpp"
#include "report/results/exit_code.hpp"
#include "verify/check.hpp"
#include "verify/temporal/samples.hpp"

namespace quorate {

class CheckCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  // The words after the program's name, which a checkpoint repeats.
  void set_arguments(std::vector<std::string> arguments) { arguments_ = std::move(arguments); }
  // Goes on from the checkpoints of this folder, which the caller has locked, with the text of the model that
  // is there.
  void resume(const std::string& folder);
  ExitCode run();

 private:
  void add_sample_options();
  [[nodiscard]] CheckOptions options() const;
  // The sample runs that were asked for; they are shown before the search, which may take long.
  [[nodiscard]] std::optional<Samples> sampled(const LoadedModel& loaded, const CheckOptions& options,
                                               const TextStyle& style) const;
  ExitCode run_threshold();
  // Options that were given and changed nothing, said in a sentence each.
  [[nodiscard]] std::vector<std::string> idle_options(const CheckReport& report) const;
  [[nodiscard]] std::string against_forgetting(const CheckReport& report) const;

  CLI::App* command_ = nullptr;

  std::string model_path_;
  std::vector<std::string> settings_;
  std::vector<std::string> definitions_;
  std::vector<std::string> properties_;
  std::string fairness_;
  std::string traffic_ = "m";
  std::string crash_;
  std::string loss_;
  std::string search_ = "bfs";
  std::string symmetry_;
  std::string por_;
  std::string net_ = "on";
  std::string split_ = "combined";
  std::string forget_;
  std::string sleep_ = "on";
  std::string engine_ = "auto";
  std::string store_ = "tree";
  int threads_ = 0;  // 0: as many as pay
  LimitOptions limits_;
  std::int64_t max_states_ = 0;  // 0: no limit
  std::string checkpoint_folder_;
  FolderLock checkpoint_lock_;
  std::string every_ = "10m";
  std::uint64_t samples_ = 0;
  std::uint64_t seed_ = 1;
  std::vector<std::string> arguments_;
  bool resuming_ = false;
  std::string json_path_;
  std::string chart_path_;
  std::string itf_path_;
  bool stateless_ = false;
  bool deadlock_ = false;
  bool check_reductions_ = false;
  bool no_color_ = false;
};

}  // namespace quorate
