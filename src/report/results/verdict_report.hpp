// What all commands with verdicts share: the word of a verdict, the exit code, the statistics.
#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include "report/result_json.hpp"
#include "report/results/exit_code.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// The word of the verdict, padded to the longest one; coloured for terminals.
std::string verdict_word(Verdict verdict, bool colour);

// The exit code of all results together; `part` gives the judged part of each.
template <typename Results, typename Part = std::identity>
ExitCode exit_code_of(const Results& results, const Part& part = {}) {
  const auto any = [&](Verdict wanted) {
    return std::ranges::any_of(
        results, [&](const Judged& one) { return one.verdict() == wanted; }, part);
  };
  if (any(Verdict::violated)) return ExitCode::violated;
  return any(Verdict::inconclusive) ? ExitCode::inconclusive : ExitCode::holds;
}

void put_statistics(PropertyReport& property, const Statistics& statistics);

}  // namespace quorate
