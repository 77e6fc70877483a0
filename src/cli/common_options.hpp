// Options, and checks of their values, that several commands have alike.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace quorate {

CLI::Validator a_time();     // 90s, 10m
CLI::Validator an_amount();  // 512M, 16G

// --json and --no-color.
void add_output_options(CLI::App& command, std::string& json_path, bool& no_color);

}  // namespace quorate
