// Lemmas that the author wrote. Each is proved before it is used: by itself or relative to those proved
// before it, as long as there is progress; what is left is tried together, without what a step refutes. No
// lemma is assumed in the state in which it is to be shown, so that nothing is circular.
#include <fmt/format.h>

#include <algorithm>

#include "induction/property_proof.hpp"

namespace quorate {

namespace {

constexpr std::size_t largest_lemma_k = 3;

}  // namespace

void PropertyProof::prove_declared() {
  if (!options_.declared_lemmas) return;
  std::vector<Lemma> open;
  for (const Property& lemma : model_.lemmas) {
    std::optional<EncodingProblem> problem;
    const Term holds = term(lemma, problem);
    LemmaReport report;
    report.name = lemma.name;
    report.kind = "declared";
    if (problem) {
      report.reason = problem->message;
    } else {
      open.push_back({result_.lemmas.size(), holds});
    }
    result_.lemmas.push_back(std::move(report));
  }
  for (bool progress = true; progress && !clock_.over();) {
    progress = false;
    for (std::size_t i = 0; i < open.size();) {
      if (prove_lemma(open[i])) {
        proved_.push_back(open[i]);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
        progress = true;
      } else {
        ++i;
      }
    }
  }
  if (!open.empty() && !clock_.over()) prove_together(std::move(open));
}

bool PropertyProof::prove_lemma(const Lemma& lemma) {
  LemmaReport& report = result_.lemmas[lemma.report];
  ProofLimits limits = options_.limits;
  limits.k_max = std::min(limits.k_max, largest_lemma_k);
  KInduction induction(*unrolling_, proved_terms(), limits, clock_);
  const Claim claim = Claim::of(report.name, formulas(), lemma.holds);
  const InductionResult result = induction.run(claim);
  report.k = result.k;
  report.proved = result.outcome == InductionOutcome::proved;
  if (report.proved) {
    report.reason.clear();
    report.needs = names(result.used);
    claims_.emplace_back(unrolling_.get(), ProvedClaim{report.name, claim, result.k, proved_terms(), {}});
  } else if (result.outcome == InductionOutcome::base_fails) {
    report.reason =
        fmt::format("it is false {}", result.k == 1   ? "initially"
                                      : result.k == 2 ? "after one step"
                                                      : fmt::format("after {} steps", result.k - 1));
  } else {
    report.reason = "it is not inductive relative to the other lemmas";
  }
  return report.proved;
}

bool PropertyProof::holds_initially(const Term& claim) {
  z3::solver solver = make_solver(system_->encoding(), clock_.milliseconds_left());
  solver.add(system_->encoding().space().typing(unrolling_->state(0)));
  solver.add(system_->encoding().initial(unrolling_->state(0)));
  solver.add(!unrolling_->at(claim, 0));
  return solver.check() == z3::unsat;
}

void PropertyProof::prove_together(std::vector<Lemma> open) {
  std::erase_if(open, [&](const Lemma& lemma) { return !holds_initially(lemma.holds); });
  Terms claims;
  for (const Lemma& lemma : open) claims.push_back(lemma.holds);
  if (holds_initially(*goal_)) claims.push_back(*goal_);
  TwoStates step(*unrolling_, clock_);
  for (const Term& known : proved_terms()) step.assume(known);
  std::vector<SwitchedLemma> switched;
  for (const Term& claim : claims) switched.push_back(step.add(claim));
  std::vector<bool> alive(claims.size(), true);
  const auto assumptions = [&](std::size_t violated) {
    Terms terms{switched[violated].violated};
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (alive[i]) terms.push_back(switched[i].on);
    }
    return terms;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (!alive[i] || step.ask(assumptions(i)) == TwoStates::Answer::impossible) continue;
      alive[i] = false;
      changed = true;
    }
  }
  Terms together;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (alive[i]) together.push_back(claims[i]);
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!alive[i]) continue;
    LemmaReport& report = result_.lemmas[open[i].report];
    report.proved = true;
    report.k = 1;
    report.reason.clear();
    for (std::size_t j = 0; j < claims.size(); ++j) {
      if (j == i || !alive[j]) continue;
      report.needs.push_back(j < open.size() ? result_.lemmas[open[j].report].name : property_.name);
    }
    const Claim claim = Claim::of(report.name, formulas(), open[i].holds);
    claims_.emplace_back(unrolling_.get(), ProvedClaim{report.name, claim, 1, proved_terms(), together});
  }
  if (claims.size() > open.size() && alive.back()) {
    const Claim claim = Claim::of(property_.name, formulas(), *goal_);
    claims_.emplace_back(unrolling_.get(), ProvedClaim{property_.name, claim, 1, proved_terms(), together});
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (alive[i]) proved_.push_back(open[i]);
  }
}

}  // namespace quorate
