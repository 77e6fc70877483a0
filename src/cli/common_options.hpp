// Options, and checks of their values, that several commands have alike.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace quorate {

CLI::Validator a_time();  // 90s, 10m
CLI::Validator not_empty();
CLI::Validator an_amount();  // 512M, 16G

// --time and --memory, which every command has and obeys from its first moment to its last (base/budget.hpp).
class LimitOptions {
 public:
  void add_to(CLI::App& command);
  // Begins to hold; to be called first of all.
  void apply() const;
  [[nodiscard]] std::optional<double> seconds() const;
  [[nodiscard]] std::optional<std::uint64_t> bytes() const;

 private:
  std::string time_;
  std::string memory_;
};

// --json and --no-color.
void add_output_options(CLI::App& command, std::string& json_path, bool& no_color);

}  // namespace quorate
