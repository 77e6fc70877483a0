// What every command that judges properties says of a verdict: its word, its exit code, its statistics.
#pragma once

#include <algorithm>
#include <string>

#include "report/result_json.hpp"
#include "report/results/exit_code.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// Padded to the width of the longest verdict; coloured for terminals.
std::string verdict_word(Verdict verdict, bool colour);

// Of all results together; `verdict` says which is a result's.
template <typename Results, typename VerdictOf>
ExitCode exit_code_of(const Results& results, const VerdictOf& verdict) {
  const auto any = [&](Verdict wanted) {
    return std::ranges::find(results, wanted, verdict) != results.end();
  };
  if (any(Verdict::violated)) return ExitCode::violated;
  return any(Verdict::inconclusive) ? ExitCode::inconclusive : ExitCode::holds;
}

void put_statistics(PropertyReport& property, const Statistics& statistics);

}  // namespace quorate
