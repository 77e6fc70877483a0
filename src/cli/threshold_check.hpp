// `quorate check` for Promela: parametric Promela at fixed parameters, or Promela of a fixed size.
#pragma once

#include <string>
#include <vector>

#include "report/results/exit_code.hpp"
#include "search/search.hpp"

namespace quorate {

struct ThresholdCheckArguments {
  std::string path;
  std::vector<std::string> settings;
  std::vector<std::string> definitions;
  std::vector<std::string> properties;
  bool counter_representation = true;
  SearchOptions search;
  std::string json_path;
  std::string itf_path;
  bool no_color = false;
};

ExitCode check_threshold(const ThresholdCheckArguments& arguments);

}  // namespace quorate
