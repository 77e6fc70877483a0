// The state of the verification of one property, shared by the files of ParamChecker only.
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
  std::uint64_t instances = 0;                // instances checked
  std::size_t looked_along = 0;               // abstract runs searched for in instances

  [[nodiscard]] std::string why_open() const;
  void explain(std::string line) { result.explanation.push_back(std::move(line)); }
};

}  // namespace quorate
