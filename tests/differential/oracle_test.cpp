// The program as people run it, with all its defaults, against the naive reference: every verdict of `check`
// (invariants, freedom from deadlock, LTL, CTL*, fairness; processes taken apart where they can be) and of
// `prove`, on random protocols of all generators. A verdict may be inconclusive; it may not be wrong.
//
// The nightly form, about half an hour without sanitizers: QUORATE_SEEDS=5000 differential_tests
// --gtest_filter=Oracle.*
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/walk.hpp"
#include "induction/prove.hpp"
#include "random_properties.hpp"
#include "random_servers.hpp"
#include "random_signatures.hpp"
#include "random_symmetric.hpp"
#include "seeded.hpp"
#include "temporal_verdict.hpp"
#include "verify/check_all.hpp"

namespace quorate {
namespace {

constexpr std::size_t most_states = 1000;
constexpr std::size_t most_states_of_runs = 300;
constexpr double seconds_for_proof = 1;

struct Judged {
  std::size_t invariants = 0;
  std::size_t deadlocks = 0;
  std::size_t linear = 0;
  std::size_t branching = 0;
  std::size_t fair = 0;
  std::size_t initial = 0;  // without a temporal operator
  std::size_t decomposed = 0;
  std::size_t errors = 0;
  std::size_t proved = 0;
  std::size_t disproved = 0;
};

std::string any_protocol(std::uint64_t seed) {
  const std::uint64_t kind = seed % 5;
  std::string text = kind == 1   ? random_symmetric_protocol(seed)
                     : kind == 2 ? random_servers(seed)
                     : kind == 4 ? random_signatures(seed)
                                 : random_protocol(seed);
  text = with_temporal_properties(text, seed);
  if (kind >= 2) text += "property never_stuck: no deadlock\n";
  // The same predicate alone, as a part of a formula, and behind a path quantifier.
  const auto model = load_text(text);
  if (!model || model->properties.empty()) return text;
  const Property& first = model->properties.front();
  if (first.kind != PropertyKind::invariant) return text;
  const Span span = first.predicate.span;
  const std::string predicate = "(" + text.substr(span.begin, span.end - span.begin) + ")";
  text += fmt::format("property now: {}\nproperty now_too: {} and F true\nproperty now_on_all: A {}\n",
                      predicate, predicate, predicate);
  return text;
}

const PropertyResult* result_of(const CheckReport& report, const std::string& name) {
  const auto found = std::ranges::find(report.results, name, &PropertyResult::name);
  return found == report.results.end() ? nullptr : &*found;
}

bool path_quantifier(const Formula& formula) {
  if (formula.kind == FormulaKind::on_all_paths || formula.kind == FormulaKind::on_some_path) return true;
  return std::ranges::any_of(formula.children, path_quantifier);
}

bool monitor_reads_status(const Model& model) {
  bool reads = false;
  visit_expressions(model, model.monitor.observe,
                    [&](const Expr& e) { reads = reads || e.kind == ExprKind::status; });
  return reads;
}

std::string difference(const std::string& who, const std::string& name, bool holds, bool expected) {
  if (holds == expected) return "";
  return fmt::format("wrong verdict of {}: {} {} by the reference, and {}", who, name,
                     expected ? "holds" : "is violated", holds ? "holds" : "is violated");
}

class Oracle {
 public:
  Oracle(const Model& model, Judged& judged) : model_(model), judged_(judged) {
    ReferenceOptions options;
    options.crash = ReferenceOptions::Crash::explicit_;
    options.loss = ReferenceOptions::Loss::explicit_;
    options.max_states = most_states;
    reference_ = reference_check(model, options);
  }

  std::string complaint() {
    CheckOptions options;
    options.search.limits.max_states = most_states * 4;
    const CheckReport report = check_all(model_, options);
    if (report.trouble) return "";
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      const PropertyResult* found = result_of(report, model_.properties[p].name);
      if (found == nullptr || found->verdict() == Verdict::inconclusive) continue;
      const std::string text = model_.properties[p].kind == PropertyKind::temporal
                                   ? temporal(model_.properties[p], *found)
                                   : of_states(p, *found);
      if (!text.empty()) return text;
    }
    return proofs();
  }

 private:
  // Whether an error is one of the steps, which concerns every property, and not of one property's predicate.
  [[nodiscard]] bool steps_fail() const {
    return reference_.error && !reference_.error->property && !monitor_reads_status(model_);
  }

  std::string of_states(std::size_t p, const PropertyResult& found) {
    if (reference_.truncated) return "";
    const bool holds = found.verdict() == Verdict::holds;
    if (reference_.error) {
      judged_.errors += 1;
      return holds && steps_fail()
                 ? "wrong verdict of check: " + found.name + " holds, and the model has an error"
                 : "";
    }
    if (!reference_.verdicts[p].checked) return "";
    ++(model_.properties[p].kind == PropertyKind::invariant ? judged_.invariants : judged_.deadlocks);
    judged_.decomposed += found.decomposition ? 1 : 0;
    return difference("check", found.name, holds, !reference_.verdicts[p].violated);
  }

  std::string temporal(const Property& property, const PropertyResult& found) {
    const auto expected =
        temporal_verdict(model_, property, ReferenceOptions::Crash::explicit_, most_states_of_runs);
    if (!expected) return "";
    const bool branching = path_quantifier(property.formula);
    ++(property.formula.kind == FormulaKind::atom ? judged_.initial
       : branching                                ? judged_.branching
                                                  : judged_.linear);
    judged_.fair += property.under.empty() ? 0 : 1;
    return difference("check", found.name, found.verdict() == Verdict::holds, *expected);
  }

  std::string proofs() {
    if (reference_.truncated) return "";
    ProveOptions options;
    options.limits.k_max = 2;
    options.limits.max_seconds = seconds_for_proof;
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      if (model_.properties[p].kind == PropertyKind::invariant)
        options.properties.push_back(model_.properties[p].name);
    }
    if (options.properties.empty()) return "";
    for (const ProofResult& proof : prove(model_, options).results) {
      if (proof.verdict() == Verdict::inconclusive) continue;
      const bool holds = proof.verdict() == Verdict::holds;
      const auto p = static_cast<std::size_t>(
          std::ranges::find(model_.properties, proof.property, &Property::name) - model_.properties.begin());
      if (reference_.error) {
        if (holds && steps_fail())
          return "wrong verdict of prove: " + proof.property + " is proved, and the model has an error";
        continue;
      }
      ++(holds ? judged_.proved : judged_.disproved);
      const std::string text = difference("prove", proof.property, holds, !reference_.verdicts[p].violated);
      if (!text.empty()) return text;
    }
    return "";
  }

  const Model& model_;
  Judged& judged_;
  ReferenceResult reference_;
};

TEST(Oracle, DefaultsAreNeverWrong) {
  Judged judged;
  Judged ignored;
  const std::uint64_t count = judge_seeds(
      any_protocol, [&](const Model& model) { return Oracle(model, judged).complaint(); },
      [&](const Model& model) { return Oracle(model, ignored).complaint(); });
  fmt::print(
      "{} models: {} invariants, {} deadlocks, {} linear, {} branching, {} under fairness, {} of initial "
      "states; {} of "
      "processes taken apart, {} with model errors; {} proved, {} disproved\n",
      count, judged.invariants, judged.deadlocks, judged.linear, judged.branching, judged.fair,
      judged.initial, judged.decomposed, judged.errors, judged.proved, judged.disproved);
  if (count < 100) return;
  for (const std::size_t number :
       {judged.invariants, judged.deadlocks, judged.linear, judged.branching, judged.fair, judged.initial,
        judged.decomposed, judged.proved, judged.disproved}) {
    EXPECT_GE(number, count / 20);
  }
}

}  // namespace
}  // namespace quorate
