// Temporal properties of random protocols: every way to check one (semantics, traffic, reductions) against
// the naive reference, which knows explicit crashes and losses only. A way may refuse, with a reason; it may
// not answer differently. QUORATE_SEEDS and QUORATE_FIRST_SEED as in differential_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "faults/kinds/detectors.hpp"
#include "lowered_protocol.hpp"
#include "random_properties.hpp"
#include "random_signatures.hpp"
#include "seeded.hpp"
#include "temporal_verdict.hpp"
#include "verify/check_all.hpp"

namespace quorate {
namespace {

constexpr std::size_t most_states = 400;

struct Way {
  std::string name;
  CheckOptions options;
};

std::vector<Way> all_ways() {
  CheckOptions plain;
  plain.search.limits.max_states = 100 * most_states;
  std::vector<Way> ways{{"default", plain}};
  plain.symmetry = Symmetry::none;
  plain.por = PartialOrder::none;
  ways.push_back({"unreduced", plain});
  const auto add = [&](const std::string& name, const auto& change) {
    Way way{name, plain};
    change(way.options);
    ways.push_back(std::move(way));
  };
  add("explicit", [](CheckOptions& o) {
    o.crash = CrashModel::explicit_;
    o.loss = LossModel::explicit_;
  });
  add("receipt", [](CheckOptions& o) { o.crash = CrashModel::receipt; });
  add("grm", [](CheckOptions& o) { o.traffic = Traffic::grm; });
  add("rm", [](CheckOptions& o) { o.traffic = Traffic::rm; });
  add("roles", [](CheckOptions& o) { o.symmetry = Symmetry::role; });
  add("nodes", [](CheckOptions& o) { o.symmetry = Symmetry::node; });
  add("lpor", [](CheckOptions& o) { o.por = PartialOrder::lpor; });
  add("lpor with coarse transitions", [](CheckOptions& o) {
    o.por = PartialOrder::lpor;
    o.lpor_options = {Split::none, false};
  });
  return ways;
}

struct Totals {
  int holding = 0;
  int violated = 0;
  int symmetric = 0;
  int stubborn = 0;
  int refused = 0;
};

bool asks_detectors(const Model& model) {
  return std::ranges::any_of(model.faults,
                             [](const FaultAssumption& line) { return line.word == detector_word; });
}

std::string wrong_answer(const Model& model, const Property& property, bool expected, const Way& way,
                         Totals& totals) {
  CheckOptions options = way.options;
  options.properties = {property.name};
  // The steps of a detector depend on the property.
  const CheckReport report = check_all(asks_detectors(model) ? model : explicitly(model), options);
  if (report.trouble && std::holds_alternative<SymmetryRefused>(*report.trouble) && options.symmetry)
    return "";
  if (report.results.empty()) return "no result of " + way.name + ": ";
  const PropertyResult& result = report.results.front();
  if (result.verdict() == Verdict::inconclusive) {
    if (way.name == "default" || way.name == "unreduced")
      return fmt::format("no answer of {}: {}", way.name, result.reason());
    ++totals.refused;
    return "";
  }
  if (result.symmetry != Symmetry::none) ++totals.symmetric;
  if (result.por != PartialOrder::none) ++totals.stubborn;
  if ((result.verdict() == Verdict::holds) == expected) return "";
  return fmt::format("wrong answer of {}: {} {}", way.name, property.name,
                     expected ? "holds" : "is violated");
}

std::string wrong(const Model& model, const Property& property, Totals& totals) {
  static const std::vector<Way> ways = all_ways();
  const auto explicitly = temporal_verdict(model, property, ReferenceOptions::Crash::explicit_, most_states);
  if (!explicitly) return "";
  ++(*explicitly ? totals.holding : totals.violated);
  for (const Way& way : ways) {
    const std::string complaint = wrong_answer(model, property, *explicitly, way, totals);
    if (!complaint.empty()) return complaint;
  }
  return "";
}

std::string wrong(const Model& model, Totals& totals) {
  for (const Property& property : model.properties) {
    if (property.kind != PropertyKind::temporal || model.channels.kept) continue;  // refused there
    const std::string complaint = wrong(model, property, totals);
    if (!complaint.empty()) return complaint;
  }
  return "";
}

// With faults that are hidden variables and rules.
TEST(TemporalProtocols, LoweredFaults) {
  Totals totals;
  const auto judge = [&](const Model& model) {
    return with_each_fault(model, [&](const Model& faulty) { return wrong(faulty, totals); });
  };
  judge_seeds([](std::uint64_t seed) { return with_temporal_properties(random_protocol(seed), seed); }, judge,
              judge);
  RecordProperty("holding", totals.holding);
  RecordProperty("violated", totals.violated);
}

TEST(TemporalProtocols, Timers) {
  Totals totals;
  const auto judge = [&](const Model& model) -> std::string {
    const Model timed = with_timers(model);
    const bool expires = std::ranges::any_of(timed.rules, [](const Rule& rule) { return rule.expiry >= 0; });
    return expires ? wrong(timed, totals) : "";
  };
  judge_seeds([](std::uint64_t seed) { return with_temporal_properties(random_protocol(seed), seed); }, judge,
              judge);
  RecordProperty("holding", totals.holding);
  RecordProperty("violated", totals.violated);
}

TEST(TemporalProtocols, Signatures) {
  Totals totals;
  const auto judge = [&](const Model& model) { return wrong(model, totals); };
  judge_seeds([](std::uint64_t seed) { return with_temporal_properties(random_signatures(seed), seed); },
              judge, judge);
}

TEST(TemporalProtocols, EveryWayAgreesWithTheReference) {
  Totals totals;
  Totals unused;
  const std::uint64_t count =
      judge_seeds([](std::uint64_t seed) { return with_temporal_properties(random_protocol(seed), seed); },
                  [&](const Model& model) { return wrong(model, totals); },
                  [&](const Model& model) { return wrong(model, unused); });
  RecordProperty("holding", totals.holding);
  RecordProperty("violated", totals.violated);
  RecordProperty("symmetric", totals.symmetric);
  RecordProperty("stubborn", totals.stubborn);
  RecordProperty("refused", totals.refused);
  if (count < 100) return;
  EXPECT_GE(totals.holding, static_cast<int>(count) / 4);
  EXPECT_GE(totals.violated, static_cast<int>(count) / 4);
  EXPECT_GE(totals.symmetric, static_cast<int>(count) / 10);
  EXPECT_GE(totals.stubborn, static_cast<int>(count) / 10);
}

}  // namespace
}  // namespace quorate
