// Temporal properties of random protocols: every way to check one (semantics, traffic, reductions) against
// the naive reference, which knows explicit crashes and losses only. A way may refuse, with a reason; it may
// not answer differently. QUORATE_SEEDS and QUORATE_FIRST_SEED as in differential_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "random_formula.hpp"
#include "reference_runs.hpp"
#include "seeded.hpp"
#include "temporal/check_all.hpp"
#include "temporal_reference.hpp"

namespace quorate {
namespace {

constexpr std::size_t most_states = 400;
constexpr std::size_t most_guesses = 6000;

// "p3" becomes the text of predicate 3.
std::string with_predicates(const std::string& formula, const std::vector<std::string>& predicates) {
  std::string text;
  for (std::size_t k = 0; k < formula.size(); ++k) {
    if (formula[k] != 'p') {
      text += formula[k];
      continue;
    }
    text += predicates[static_cast<std::size_t>(formula[++k] - '0')];
  }
  return text;
}

std::string in_words(std::string text) {
  const std::vector<std::pair<std::string, std::string>> spellings{
      {"<->", "<=>"}, {"->", "=>"}, {"!", "not "}, {"&", "and"}, {"|", "or"}};
  for (const auto& [symbol, word] : spellings) {
    for (auto at = text.find(symbol); at != std::string::npos; at = text.find(symbol, at + word.size())) {
      text.replace(at, symbol.size(), word);
    }
  }
  return text;
}

// "all(x: alpha | C)" becomes "all(x: alpha | F (C))", a formula about every single process.
std::string each_by_itself(const std::string& predicate, const std::string& path) {
  const auto bar = predicate.find(" | ");
  if (!predicate.starts_with("all(") || bar == std::string::npos) return path + " (" + predicate + ")";
  const std::string body = predicate.substr(bar + 3, predicate.size() - bar - 4);
  return predicate.substr(0, bar + 3) + path + " (" + body + "))";
}

// The protocol with temporal properties over the predicates of its invariants.
std::string temporal_protocol(std::uint64_t seed) {
  std::string text = random_protocol(seed);
  const auto model = load_text(text);
  if (!model) return text;
  Random random(seed);
  std::vector<std::string> plain;
  for (const Property& property : model->properties) {
    const Span span = property.predicate.span;
    if (property.kind == PropertyKind::invariant)
      plain.push_back(text.substr(span.begin, span.end - span.begin));
  }
  if (plain.empty()) return text;
  std::vector<std::string> predicates;
  for (const std::string& predicate : plain) predicates.push_back("(" + predicate + ")");
  text +=
      fmt::format("fairness f: {}justice not {}\n", random.percent(50) ? "processes, " : "", predicates[0]);
  text += fmt::format("fairness g: messages, compassion ({}, not {})\n", predicates.back(), predicates[0]);
  static const std::vector<std::string> assumptions{
      "", "", "", " under fair", " under processes", " under messages", " under f", " under g"};
  for (int k = 0; k < 4; ++k) {
    FormulaTaste taste;
    taste.atoms = static_cast<std::uint32_t>(predicates.size());
    taste.next = random.percent(15);
    taste.paths = random.percent(25);
    std::string formula = with_predicates(
        in_words(show(random_formula(random, 2 + static_cast<int>(random.below(4)), taste))), predicates);
    if (k == 0) formula = each_by_itself(random.pick(plain), random.percent(50) ? "F" : "G F");
    text += fmt::format("property t{}: ({}){}\n", k, formula, random.pick(assumptions));
  }
  return text;
}

// The reference guesses the truth of every temporal operator in every state.
std::size_t guesses(const GroundFormula& f) {
  const bool guessed = f.kind >= FormulaKind::next && f.kind <= FormulaKind::weak_until;
  std::size_t product = guessed ? 2 : 1;
  for (const GroundFormula& child : f.children) product *= guesses(child);
  return product;
}

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

std::string wrong_answer(const Model& model, const Property& property, bool expected, const Way& way,
                         Totals& totals) {
  CheckOptions options = way.options;
  options.properties = {property.name};
  const CheckReport report = check_all(model, options);
  if (!report.internal_error.empty())
    return fmt::format("internal error of {}: {}", way.name, report.internal_error);
  if (!report.refused.empty() && options.symmetry) return "";
  if (report.results.empty()) return "no result of " + way.name + ": ";
  const PropertyResult& result = report.results.front();
  if (result.verdict == Verdict::inconclusive) {
    if (way.name == "default" || way.name == "unreduced")
      return fmt::format("no answer of {}: {}", way.name, result.reason);
    ++totals.refused;
    return "";
  }
  if (result.symmetry != Symmetry::none) ++totals.symmetric;
  if (result.por != PartialOrder::none) ++totals.stubborn;
  if ((result.verdict == Verdict::holds) == expected) return "";
  return fmt::format("wrong answer of {}: {} {}", way.name, property.name,
                     expected ? "holds" : "is violated");
}

// By the reference; none if it would take too long, or the model has an error.
std::optional<bool> expected_verdict(const Model& model, const Property& property,
                                     ReferenceOptions::Crash crash) {
  ReferenceOptions options;
  options.crash = crash;
  options.loss = ReferenceOptions::Loss::explicit_;
  options.max_states = most_states;
  const auto runs = reference_runs(model, property, options);
  if (!runs || runs->table.edges.size() * guesses(runs->formula) > most_guesses) return std::nullopt;
  TemporalReference reference(runs->table, runs->fairness);
  return reference.holds(runs->formula, has_path_quantifier(runs->formula));
}

std::string wrong(const Model& model, const Property& property, Totals& totals) {
  static const std::vector<Way> ways = all_ways();
  const auto explicitly = expected_verdict(model, property, ReferenceOptions::Crash::explicit_);
  if (!explicitly) return "";
  ++(*explicitly ? totals.holding : totals.violated);
  for (const Way& way : ways) {
    const bool receipt = way.options.crash == CrashModel::receipt && model.channels.synchronous;
    const auto expected =
        receipt ? expected_verdict(model, property, ReferenceOptions::Crash::receipt) : explicitly;
    if (!expected) continue;
    const std::string complaint = wrong_answer(model, property, *expected, way, totals);
    if (!complaint.empty()) return complaint;
  }
  return "";
}

std::string wrong(const Model& model, Totals& totals) {
  for (const Property& property : model.properties) {
    if (property.kind != PropertyKind::temporal) continue;
    const std::string complaint = wrong(model, property, totals);
    if (!complaint.empty()) return complaint;
  }
  return "";
}

TEST(TemporalProtocols, EveryWayAgreesWithTheReference) {
  Totals totals;
  Totals unused;
  const std::uint64_t count = judge_seeds(
      temporal_protocol, [&](const Model& model) { return wrong(model, totals); },
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
