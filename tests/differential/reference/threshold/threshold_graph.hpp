// What the tests of threshold algorithms share: random algorithms as rules, and whole instances as graphs.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "parameterized/instance/threshold_instance.hpp"
#include "parameterized/parameter_search.hpp"
#include "random_threshold.hpp"
#include "seeded.hpp"

namespace quorate {

// Null, and a failure of the test, if the text is not accepted.
std::shared_ptr<const RuleSystem> rules_of(const std::string& text);

// A failure of the test for each random algorithm in which `judge` finds something wrong.
template <typename Judge>
std::uint64_t for_random_thresholds(const Judge& judge) {
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t count =
      environment_number("QUORATE_THRESHOLD_SEEDS", environment_number("QUORATE_SEEDS", 30));
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = random_threshold(seed);
    const auto rules = rules_of(text);
    if (!rules) continue;
    const std::string complaint = judge(rules);
    if (!complaint.empty()) ADD_FAILURE() << "seed " << seed << ": " << complaint << "\n" << text;
  }
  return count;
}

using PackedState = std::vector<std::uint64_t>;

using Graph = std::map<PackedState, std::set<PackedState>>;

struct InstanceGraph {
  Graph steps;
  std::vector<PackedState> initial;
  bool failed = false;
  bool complete = true;  // not too large, and no step was left out
};

InstanceGraph explored(const ThresholdInstance& instance, std::size_t most);

// All states of an instance with their successors; none if it has an error or is too large.
std::optional<Graph> whole_graph(const ThresholdInstance& instance, std::size_t most,
                                 std::vector<PackedState>& initial);

std::string parameter_text(const ParameterChoice& choice);

}  // namespace quorate
