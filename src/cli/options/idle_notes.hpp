// Options of `check` that were given and changed nothing. Each has a function that says so in a sentence, or
// returns an empty text if the option did change something. The rows of the table name these functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quorate {

class OptionValues;
struct CheckOptions;
struct CheckReport;

// A finished check.
struct CheckedRun {
  const OptionValues& given;
  const CheckOptions& options;
  const CheckReport& report;
  std::string_view option = {};  // the name of the one that is asked about
};

std::string idle_without_stubborn_sets(const CheckedRun& run);
std::string idle_check_of_reductions(const CheckedRun& run);
std::string idle_forgetting(const CheckedRun& run);
std::string idle_sleep_sets(const CheckedRun& run);
std::string idle_search(const CheckedRun& run);
std::string idle_threads(const CheckedRun& run);
std::string idle_store(const CheckedRun& run);
std::string idle_checkpoints(const CheckedRun& run);

// The notes of all options that were given.
std::vector<std::string> idle_notes(const CheckedRun& run);

}  // namespace quorate
