// `quorate check` with processes taken apart, on random protocols made of several sub-protocols: the verdicts
// and the numbers of states are those of the unreduced search, and every counterexample is lifted.
#include "verify/run/check_decomposed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "language/language.hpp"
#include "random_servers.hpp"
#include "verify/run/check.hpp"

namespace quorate {

namespace {

constexpr std::uint64_t unreduced_limit = 4000;

struct CheckTally {
  std::size_t decomposed = 0;
  std::size_t lifted = 0;
};

CheckOptions limited_options(bool lpor, bool deadlock) {
  CheckOptions options;
  if (!lpor) options.por = PartialOrder::none;
  options.deadlock = deadlock;
  options.search.limits.max_states = unreduced_limit;
  return options;
}

const PropertyResult* find_result(const CheckReport& report, const std::string& name) {
  for (const PropertyResult& result : report.results) {
    if (result.name == name) return &result;
  }
  return nullptr;
}

void compare_results(const CheckReport& plain, const CheckReport& found, const std::string& text,
                     CheckTally& tally) {
  const bool error = find_result(plain, "well-defined") != nullptr;
  EXPECT_EQ(error, find_result(found, "well-defined") != nullptr) << text;
  for (const PropertyResult& result : found.results) {
    tally.decomposed += result.decomposition ? 1 : 0;
    tally.lifted += result.decomposition && result.trace() ? 1 : 0;
    const PropertyResult* other = find_result(plain, result.name);
    // Which properties were violated before the error was met depends on the order of the search.
    if (error || other == nullptr) continue;
    EXPECT_EQ(to_text(result.verdict()), to_text(other->verdict())) << result.name << "\n" << text;
    if (result.verdict() != Verdict::holds || !result.unreduced_states) continue;
    EXPECT_EQ(*result.unreduced_states, static_cast<double>(other->statistics.states)) << text;
  }
}

}  // namespace

TEST(CheckDecomposedDifferential, AgreesWithTheUnreducedCheck) {
  const char* seeds = std::getenv("QUORATE_SEEDS");
  const std::uint64_t count = seeds == nullptr ? 300 : std::strtoull(seeds, nullptr, 10);
  CheckTally tally;
  for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) {
    const std::string text = random_servers(seed);
    const SourceText source("random.ftdp", text);
    Diagnostics diagnostics;
    const auto model = load_model(source, {}, diagnostics);
    ASSERT_TRUE(model.has_value()) << text << render(diagnostics, source);
    CheckOptions unreduced = limited_options(false, seed % 3 == 0);
    unreduced.symmetry = Symmetry::none;
    const CheckReport plain = check(*model, unreduced);
    const bool whole = std::ranges::all_of(plain.results, [](const PropertyResult& result) {
      return result.statistics.states < unreduced_limit;
    });
    if (!whole) continue;
    for (const bool lpor : {false, true}) {
      CheckOptions options = limited_options(lpor, seed % 3 == 0);
      const CheckReport found = check_decomposed(*model, options);
      ASSERT_FALSE(found.trouble) << text;
      compare_results(plain, found, text, tally);
    }
  }
  std::cout << tally.decomposed << " results of decomposed models, " << tally.lifted << " traces lifted\n";
  EXPECT_GT(tally.decomposed, count / 8);
  EXPECT_GT(tally.lifted, 0U);
}

}  // namespace quorate
