// Proofs against exhaustive search, on random protocols: what `prove` proves holds, and what it calls
// violated is violated. Its limits are small here: the question is whether it is ever wrong, not how much it
// proves.
#include "induction/prove.hpp"

#include <gtest/gtest.h>

#include "seeded.hpp"
#include "verify/run/check.hpp"

namespace quorate {
namespace {

constexpr std::uint64_t max_states = 20'000;
constexpr double seconds_per_property = 3;

struct Counts {
  std::size_t proved = 0;
  std::size_t with_lemmas = 0;
  std::size_t violated = 0;
  std::size_t open = 0;
};

const PropertyResult* result_of(const CheckReport& report, const std::string& name) {
  for (const PropertyResult& result : report.results) {
    if (result.name == name) return &result;
  }
  return nullptr;
}

bool has_model_error(const CheckReport& report) {
  return std::ranges::any_of(report.results, [](const auto& result) {
    return result.kind == ResultKind::well_defined && result.verdict() == Verdict::violated;
  });
}

// Of the steps or of this property: an error of another one does not concern it.
bool has_model_error(const Model& model, CheckOptions search, const std::string& property) {
  search.properties = {property};
  return has_model_error(check(model, search));
}

std::string wrong_verdict(const Model& model, Counts& counts) {
  CheckOptions search;
  search.search.limits.max_states = max_states;
  const CheckReport searched = check(model, search);
  if (searched.trouble) return "";
  ProveOptions options;
  // Half of them without the help of a base that sees short violations: what is wrong must not be proved
  // then.
  options.limits.k_max = model.rules.size() % 2 == 0 ? 3 : 1;
  options.limits.max_seconds = seconds_per_property;
  for (const ProofResult& proof : prove(model, options).results) {
    const PropertyResult* truth = result_of(searched, proof.property);
    if (truth == nullptr) continue;
    counts.open += proof.verdict() == Verdict::inconclusive ? 1 : 0;
    if (proof.verdict() == Verdict::holds) {
      ++counts.proved;
      if (!proof.lemmas.empty()) ++counts.with_lemmas;
      if (truth->verdict() == Verdict::violated) return "proved: " + proof.property + " is violated";
      if (has_model_error(searched) && has_model_error(model, search, proof.property))
        return "proved: " + proof.property + ", but the model has an error";
    }
    if (proof.verdict() == Verdict::violated) {
      ++counts.violated;
      if (truth->verdict() == Verdict::holds) return "violated: " + proof.property + " holds";
    }
  }
  return "";
}

TEST(Prove, IsNeverWrongOnRandomProtocols) {
  Counts counts;
  const auto again = [](const Model& model) {
    Counts ignored;
    return wrong_verdict(model, ignored);
  };
  judge_random_protocols([&](const Model& model) { return wrong_verdict(model, counts); }, again);
  RecordProperty("proved", static_cast<int>(counts.proved));
  RecordProperty("with_lemmas", static_cast<int>(counts.with_lemmas));
  RecordProperty("violated", static_cast<int>(counts.violated));
  RecordProperty("open", static_cast<int>(counts.open));
  std::printf("proved %zu (%zu with lemmas), violated %zu, open %zu\n", counts.proved, counts.with_lemmas,
              counts.violated, counts.open);
}

}  // namespace
}  // namespace quorate
