#include "cli/common_options.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/budget.hpp"
#include "base/units.hpp"

namespace quorate {

CLI::Validator not_empty() {
  return {[](const std::string& text) { return text.empty() ? std::string("the name is empty") : ""; },
          "NAME"};
}

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

namespace {

// Of the machine, or of the container that the program runs in. A program that takes more is killed without a
// word.
std::uint64_t memory_there_is() {
  auto bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t group = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group) bytes = std::min(bytes, group);
  return bytes;
}

}  // namespace

void LimitOptions::add_to(CLI::App& command) {
  command
      .add_option("--memory", memory_,
                  "Give up when the program takes more memory than this, e.g. 512M or 16G (otherwise: nearly "
                  "all that "
                  "there is)")
      ->check(an_amount());
  command.add_option("--time", time_, "Give up after this time in all, e.g. 90s, 10m")->check(a_time());
}

void LimitOptions::apply() const {
  BudgetLimits limits;
  limits.seconds = seconds().value_or(limits.seconds);
  limits.bytes = bytes().value_or(memory_there_is() / 20 * 19);
  Budget::limit(limits);
}

std::optional<double> LimitOptions::seconds() const {
  return time_.empty() ? std::nullopt : parse_seconds(time_);
}

std::optional<std::uint64_t> LimitOptions::bytes() const {
  return memory_.empty() ? std::nullopt : parse_bytes(memory_);
}

void add_output_options(CLI::App& command, std::string& json_path, bool& no_color) {
  command.add_option("--json", json_path,
                     "Write the results as JSON to this file, or to standard output with -");
  command.add_flag("--no-color", no_color, "No colours, even on a terminal");
}

}  // namespace quorate
