// The verification of one property, while it goes on: shared by the parts of ParamChecker and by nobody else.
#pragma once

#include "parameterized/param_check.hpp"
#include "verify/result/stopwatch.hpp"

namespace quorate {

struct ParamChecker::Run {
  const ThresholdProperty& property;
  ParamResult result = {};
  Stopwatch watch = {};
  std::vector<std::string> left = {};         // what could not be decided
  std::int64_t tried_processes = -1;          // instances up to this size have no violation
  std::int64_t tried_parameters = INT64_MAX;  // with parameters up to this
  std::uint64_t instances = 0;                // that were looked at for that
  std::size_t looked_along = 0;               // abstract runs that were looked for in instances

  [[nodiscard]] std::string why_open() const;
  void explain(std::string line) { result.explanation.push_back(std::move(line)); }
};

}  // namespace quorate
