// What every command that judges properties says of a verdict: its word, its exit code, its statistics.
#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include "report/result_json.hpp"
#include "report/results/exit_code.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// Padded to the width of the longest verdict; coloured for terminals.
std::string verdict_word(Verdict verdict, bool colour);

// Of all results together; `part` names the judged part of each.
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
