// The static analysis against the meaning of symmetry: on random protocols, exchanging two processes of a
// role that the analysis calls interchangeable must change nothing. QUORATE_SEEDS and QUORATE_FIRST_SEED as
// in differential_test.cpp.
#include "analysis/interchangeability.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "equivariance.hpp"
#include "language/language.hpp"
#include "random_protocol.hpp"
#include "seeded.hpp"

namespace quorate {

namespace {

struct Outcome {
  int roles = 0;           // that were called interchangeable and tried
  std::string difference;  // empty if none
};

// Neighbours suffice: their exchanges generate all permutations.
Outcome exchange_neighbours(const Model& model, const ReferenceOptions& options) {
  Outcome outcome;
  const Interchangeability analysis = analyze_interchangeability(model);
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    const Role& role = model.roles[r];
    if (role.count < 2 || !interchangeable_roles(model, analysis)[r]) continue;
    ++outcome.roles;
    std::vector<std::size_t> properties;
    for (std::size_t p = 0; p < model.properties.size(); ++p) {
      if (interchangeable_roles(model, analysis, p)[r]) properties.push_back(p);
    }
    for (std::int64_t k = role.first.value; k + 1 < role.first.value + role.count; ++k) {
      outcome.difference = told_apart(model, options, transposition(model, k, k + 1), properties);
      if (!outcome.difference.empty()) return outcome;
    }
  }
  return outcome;
}

TEST(InterchangeabilityDifferential, NothingTellsThemApart) {
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t seeds = environment_number("QUORATE_SEEDS", 300);
  ReferenceOptions options;
  options.max_states = 150;
  int roles = 0;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    const std::string text = random_protocol(seed);
    const SourceText source("random.ftdp", text);
    Diagnostics diagnostics;
    const auto model = load_model(source, {}, diagnostics);
    ASSERT_TRUE(model) << "seed " << seed;
    const Outcome outcome = exchange_neighbours(*model, options);
    EXPECT_EQ(outcome.difference, "") << "seed " << seed << "\n" << text;
    roles += outcome.roles;
  }
  RecordProperty("roles", roles);
  EXPECT_TRUE(seeds < 100 || roles > 20) << "too few roles to mean anything: " << roles;
}

}  // namespace

}  // namespace quorate
