// The static analysis against the meaning of symmetry: on random protocols, swapping two processes of a role
// that the analysis calls interchangeable must map initial states to initial states, the successors of a
// state to those of the swapped state, and must not change what a property says. The reference checker gives
// the states. QUORATE_SEEDS and QUORATE_FIRST_SEED as in differential_test.cpp.
#include "analysis/interchangeability.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "language/language.hpp"
#include "random_protocol.hpp"
#include "reference_permutation.hpp"
#include "reference_steps.hpp"

namespace quorate {

namespace {

constexpr std::size_t max_states = 150;

// A model error has no value.
using States = std::optional<std::set<RefState>>;
using Truth = std::optional<bool>;

template <typename Work>
auto or_error(const Work& work) -> std::optional<decltype(work())> {
  try {
    return work();
  } catch (const ReferenceFailure&) {
    return std::nullopt;
  }
}

class SwapTest {
 public:
  SwapTest(const Model& model, const ReferenceOptions& options)
      : model_(model), steps_(model, options), analysis_(analyze_interchangeability(model)) {}

  // What a swap changes though it should not; empty if nothing.
  std::string difference() {
    const auto roles = interchangeable_roles(model_, analysis_);
    for (std::size_t i = 0; i < roles.size(); ++i) {
      if (!roles[i] || model_.roles[i].count < 2) continue;
      if (reachable_.empty()) explore();
      ++roles_tested;
      for (std::int64_t k = 0; k + 1 < model_.roles[i].count; ++k) {
        const std::string text = of_swap(i, model_.roles[i].first.value + k);
        if (!text.empty()) return fmt::format("{}: {}", model_.roles[i].name, text);
      }
    }
    return "";
  }

  int roles_tested = 0;

 private:
  States successors(const RefState& state) {
    return or_error([&] {
      const auto all = steps_.successors(state);
      return std::set<RefState>(all.begin(), all.end());
    });
  }

  void explore() {
    initial_ = or_error([&] {
      const auto all = steps_.initial_states();
      return std::set<RefState>(all.begin(), all.end());
    });
    if (!initial_) return;
    std::vector<RefState> waiting(initial_->begin(), initial_->end());
    for (std::size_t k = 0; k < waiting.size() && reachable_.size() < max_states; ++k) {
      const RefState state = waiting[k];
      if (!reachable_.insert(state).second) continue;
      if (const States next = successors(state)) waiting.insert(waiting.end(), next->begin(), next->end());
    }
  }

  [[nodiscard]] States swapped(const States& states, const Permutation& swap) const {
    if (!states) return std::nullopt;
    std::set<RefState> result;
    for (const RefState& state : *states) result.insert(permuted(model_, state, swap));
    return result;
  }

  Truth holds(const RefState& state, const Property& property) const {
    return or_error([&] {
      RefState copy = state;
      ReferenceChoices none(false);
      ReferenceRun run{model_, copy, none, std::vector<RefValue>(property.frame.size())};
      return evaluate_condition(run, property.predicate);
    });
  }

  std::string of_swap(std::size_t role, std::int64_t process) {
    Permutation swap(static_cast<std::size_t>(model_.process_count()));
    std::iota(swap.begin(), swap.end(), 0);
    std::swap(swap[static_cast<std::size_t>(process)], swap[static_cast<std::size_t>(process) + 1]);
    if (swapped(initial_, swap) != initial_) return "initial states";
    for (const RefState& state : reachable_) {
      const RefState other = permuted(model_, state, swap);
      if (swapped(successors(state), swap) != successors(other)) return "successors";
      for (std::size_t p = 0; p < model_.properties.size(); ++p) {
        if (model_.properties[p].kind == PropertyKind::temporal) continue;
        if (!interchangeable_roles(model_, analysis_, p)[role]) continue;
        if (holds(state, model_.properties[p]) != holds(other, model_.properties[p])) {
          return model_.properties[p].name;
        }
      }
    }
    return "";
  }

  const Model& model_;
  ReferenceSteps steps_;
  Interchangeability analysis_;
  States initial_;
  std::set<RefState> reachable_;
};

std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(InterchangeabilityDifferential, SwapsAreSymmetries) {
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t seeds = environment_number("QUORATE_SEEDS", 300);
  int tested = 0;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    const std::string text = random_protocol(seed);
    Diagnostics diagnostics;
    const auto model = load_model(SourceText("random.ftdp", text), {}, diagnostics);
    ASSERT_TRUE(model) << "seed " << seed;
    const ReferenceOptions options;
    SwapTest test(*model, options);
    EXPECT_EQ(test.difference(), "") << "seed " << seed << "\n" << text;
    tested += test.roles_tested;
  }
  RecordProperty("roles_tested", tested);
  if (seeds >= 100) {
    EXPECT_GT(tested, 20);
  }
}

}  // namespace

}  // namespace quorate
