// Random protocols through the whole tool: text, parser, checker, engine; judged by the reference.
// QUORATE_SEEDS=n runs seeds 0..n-1 (default 300), QUORATE_FIRST_SEED=k starts at k, and with
// QUORATE_KEEP_FAILURES set each failure is written to regressions/, whose files are replayed by every run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "comparison.hpp"
#include "language/language.hpp"
#include "lowered_protocol.hpp"
#include "random_protocol.hpp"
#include "random_signatures.hpp"
#include "random_symmetric.hpp"
#include "seeded.hpp"
#include "shrink.hpp"
#include "verify/run/check.hpp"

namespace quorate {

namespace {

constexpr std::size_t max_states = 600;

std::filesystem::path regressions() {
  return std::filesystem::path(QUORATE_ROOT) / "tests/differential/regressions";
}

std::optional<Model> load(const std::string& text, std::string* messages = nullptr) {
  const SourceText source("random.ftdp", text);
  Diagnostics diagnostics;
  auto model = load_model(source, {}, diagnostics);
  if (messages != nullptr) *messages = render(diagnostics, source);
  return model;
}

// A way to fail: which comparison, with which setting.
struct Failure {
  std::string what;
  std::function<std::string(const Model&)> again;
};

std::optional<Failure> first_failure(const Model& model) {
  bool skipped = false;
  const auto interchangeable = [](const Model& m) { return wrongly_interchangeable(m, max_states / 4); };
  if (const std::string text = interchangeable(model); !text.empty()) return Failure{text, interchangeable};
  auto settings = settings_of(model, max_states);
  for (const Setting& setting : symmetric_settings_of(model, max_states)) settings.push_back(setting);
  for (const Setting& setting : settings) {
    const auto compare = [setting](const Model& m) { return difference(m, setting); };
    const std::string text = difference(model, setting, &skipped);
    if (!text.empty()) return Failure{to_text(setting) + ": " + text, compare};
    if (skipped) break;  // the settings that follow have even more states
  }
  const auto defaults = [](const Model& m) { return unsound_default(m, max_states); };
  if (const std::string text = defaults(model); !text.empty()) return Failure{text, defaults};
  const auto traffic = [](const Model& m) { return traffic_dependence(m, max_states); };
  if (const std::string text = traffic(model); !text.empty()) return Failure{text, traffic};
  return std::nullopt;
}

// "steps: reference 3, engine 4" and "steps: reference 8, engine 9" are the same failure.
std::string category(const std::string& text) {
  return text.substr(0, text.find_first_of(":("));
}

std::string smallest(const std::string& text, const Failure& failure) {
  const std::string kind = category(failure.again(*load(text)));
  return shrink(text, [&](const std::string& candidate) {
    const auto model = load(candidate);
    return model && category(failure.again(*model)) == kind;
  });
}

void report(const std::string& name, const std::string& text, const Failure& failure) {
  const std::string small = smallest(text, failure);
  const auto model = load(small);
  ADD_FAILURE() << name << ": " << failure.what << "\nshrunk: " << failure.again(*model) << "\n" << small;
  if (std::getenv("QUORATE_KEEP_FAILURES") == nullptr) return;
  std::filesystem::create_directories(regressions());
  std::ofstream(regressions() / (name + ".ftdp")) << "// " << failure.what << "\n" << small;
}

}  // namespace

namespace {

void try_seeds(const std::string& name, const std::function<std::string(std::uint64_t)>& protocol) {
  const std::uint64_t first = environment_number("QUORATE_FIRST_SEED", 0);
  const std::uint64_t count = environment_number("QUORATE_SEEDS", 300);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = protocol(seed);
    std::string messages;
    const auto model = load(text, &messages);
    if (!model) {
      ADD_FAILURE() << "seed " << seed << " is rejected:\n" << messages << text;
      continue;
    }
    if (const auto failure = first_failure(*model)) report(fmt::format("{}{}", name, seed), text, *failure);
  }
}

}  // namespace

TEST(Differential, RandomProtocols) {
  try_seeds("seed", [](std::uint64_t seed) { return random_protocol(seed); });
}

TEST(Differential, SymmetricProtocols) {
  try_seeds("symmetric", random_symmetric_protocol);
}

TEST(Differential, Signatures) {
  try_seeds("signatures", random_signatures);
}

// Faults of lowered kinds, as steps: the reference has its own idea of them. Where a text can declare the
// kind, the form that is chosen for an invariant gives the same verdict.
std::string lowered_difference(const Model& faulty, const DeclarableFault& kind) {
  for (const Setting& setting : settings_of(faulty, max_states)) {
    bool skipped = false;
    const std::string text = difference(faulty, setting, &skipped);
    if (!text.empty()) return to_text(setting) + ": " + text;
    if (skipped) return "";
  }
  for (const Setting& setting : symmetric_settings_of(faulty, max_states)) {
    const std::string text = difference(faulty, setting);
    if (!text.empty()) return to_text(setting) + ": " + text;
  }
  if (!faulty.faults.empty() && faulty.faults.back().word == kind.word &&
      find_declarable_fault(kind.word) == nullptr)
    return "";
  Model invariants = faulty;
  std::erase_if(invariants.properties,
                [](const Property& property) { return property.kind != PropertyKind::invariant; });
  return unsound_default(invariants, max_states);
}

TEST(Differential, LoweredFaults) {
  const auto judge = [](const Model& model) -> std::string {
    for (const DeclarableFault& kind : tested_faults()) {
      const std::string text = lowered_difference(with_fault(model, kind), kind);
      if (!text.empty()) return text;
    }
    return "";
  };
  judge_seeds(
      [](std::uint64_t seed) {
        return seed % 2 == 0 ? random_protocol(seed) : random_symmetric_protocol(seed);
      },
      judge, judge);
}

// Maps of a set to itself and relations on it, up to renaming: the numbers are well known. Five processes can
// point to each other in ways that colours do not tell apart (a ring of three beside a ring of two).
TEST(Differential, KnownOrbits) {
  const auto orbits = [](const std::string& text) {
    const CheckReport report = check(*load(text), {});
    return std::pair(report.results[0].statistics.states, report.results[0].unreduced_states.value_or(0));
  };
  EXPECT_EQ(orbits("role a[4] var x: a := any"), std::pair(std::uint64_t{19}, 256.0));
  EXPECT_EQ(orbits("role a[5] var x: a := any"), std::pair(std::uint64_t{47}, 3125.0));
  EXPECT_EQ(orbits("role a[3] var x: set of a := any"), std::pair(std::uint64_t{104}, 512.0));
  EXPECT_EQ(orbits("role a[3] var x: array[a] of bool := any"), std::pair(std::uint64_t{104}, 512.0));
}

// Fails if the generator gives symmetry reduction too little to do: then the tests above would show nothing.
TEST(Differential, SymmetryIsExercised) {
  constexpr std::uint64_t count = 100;
  std::size_t reduced = 0;
  std::size_t much = 0;  // by more than a third
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const auto model = load(seed % 2 == 0 ? random_protocol(seed) : random_symmetric_protocol(seed));
    const SymmetryGain gain = symmetry_gain(*model, max_states);
    if (gain.orbits < gain.states) ++reduced;
    if (gain.orbits * 3 < gain.states * 2) ++much;
  }
  EXPECT_GE(reduced, count / 8);
  EXPECT_GE(much, count / 16);
  RecordProperty("reduced", static_cast<int>(reduced));
  RecordProperty("much", static_cast<int>(much));
}

TEST(Differential, Regressions) {
  if (!std::filesystem::exists(regressions())) return;
  for (const auto& entry : std::filesystem::directory_iterator(regressions())) {
    if (entry.path().extension() != ".ftdp") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    std::string messages;
    const auto model = load(text.str(), &messages);
    if (!model) {
      ADD_FAILURE() << entry.path().filename() << " is rejected:\n" << messages;
      continue;
    }
    const auto failure = first_failure(*model);
    EXPECT_FALSE(failure) << entry.path().filename() << ": " << failure->what;
  }
}

}  // namespace quorate
