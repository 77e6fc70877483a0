#include "cli/common_options.hpp"

#include "cli/units.hpp"

namespace quorate {

CLI::Validator a_time() {
  return {[](const std::string& text) {
            return parse_seconds(text) ? "" : text + ": expected a time such as 90s or 10m";
          },
          "TIME"};
}

CLI::Validator an_amount() {
  return {[](const std::string& text) {
            return parse_bytes(text) ? "" : text + ": expected an amount such as 512M or 16G";
          },
          "AMOUNT"};
}

void add_output_options(CLI::App& command, std::string& json_path, bool& no_color) {
  command.add_option("--json", json_path,
                     "Write the results as JSON to this file, or to standard output with -");
  command.add_flag("--no-color", no_color, "No colours, even on a terminal");
}

}  // namespace quorate
