// Lemmas that the author wrote. Each is proved before it is used: by k-induction relative to those proved
// before it, as long as there is progress. The rest is tried together: those that are not true initially
// are left out, and then, one after the other, those that a step from states satisfying all of them
// violates. No lemma is assumed in the state in which it is to be proved, so no argument is circular.
#include <fmt/format.h>

#include <algorithm>

#include "induction/lemmas/minimal_needs.hpp"
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
    report.needs = needs(lemma.holds, result);
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
  solver.add(unrolling_->typing(0));
  solver.add(system_->encoding().initial(unrolling_->state(0)));
  solver.add(!unrolling_->at(claim, 0));
  return solver.check() == z3::unsat;
}

std::vector<std::string> PropertyProof::needs(const Term& holds, const InductionResult& proof) {
  if (proof.k > 1) return names(proof.used);
  TwoStates step(*unrolling_, clock_);
  const SwitchedLemma claim = step.add(holds);
  Terms switches;
  for (const Term& known : proved_terms()) switches.push_back(step.before(known));
  switches.push_back(claim.on);
  std::vector<std::size_t> available = proof.used;
  available.push_back(proved_.size());
  const auto minimal = minimal_needs(step, switches, available, claim.violated, proved_.size());
  return names(minimal.value_or(proof.used));
}

namespace {

// The largest set of the claims, all true initially, that is inductive relative to `known`: claims that a
// step violates are removed until there is none.
class TogetherProof {
 public:
  TogetherProof(Unrolling& unrolling, const Terms& known, const Terms& claims, const ProofClock& clock)
      : step_(unrolling, clock), known_(known.size()), alive_(claims.size(), true) {
    for (const Term& term : known) switches_.push_back(step_.before(term));
    for (const Term& term : claims) {
      const SwitchedLemma added = step_.add(term);
      switches_.push_back(added.on);
      violations_.push_back(added.violated);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < claims.size(); ++i) {
        if (!alive_[i] || is_kept(i)) continue;
        alive_[i] = false;
        changed = true;
      }
    }
  }

  [[nodiscard]] bool proved(std::size_t claim) const { return alive_[claim]; }
  // Positions among the known ones, then among the claims.
  std::vector<std::size_t> needs(std::size_t claim) {
    const auto minimal = minimal_needs(step_, switches_, available(), violations_[claim], known_ + claim);
    return minimal.value_or(available());
  }

 private:
  std::vector<std::size_t> available() const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < switches_.size(); ++i) {
      if (i < known_ || alive_[i - known_]) result.push_back(i);
    }
    return result;
  }

  bool is_kept(std::size_t claim) {
    Terms assumptions{violations_[claim]};
    for (const auto i : available()) assumptions.push_back(switches_[i]);
    return step_.ask(assumptions) == TwoStates::Answer::impossible;
  }

  TwoStates step_;
  std::size_t known_;
  Terms switches_;  // of what is known, then of the claims
  Terms violations_;
  std::vector<bool> alive_;
};

}  // namespace

void PropertyProof::prove_together(std::vector<Lemma> open) {
  std::erase_if(open, [&](const Lemma& lemma) { return !holds_initially(lemma.holds); });
  Terms claims;
  for (const Lemma& lemma : open) claims.push_back(lemma.holds);
  if (holds_initially(*goal_)) claims.push_back(*goal_);
  const Terms known = proved_terms();
  TogetherProof proof(*unrolling_, known, claims, clock_);
  Terms together;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (proof.proved(i)) together.push_back(claims[i]);
  }
  const auto name = [&](std::size_t i) {
    if (i < known.size()) return result_.lemmas[proved_[i].report].name;
    const std::size_t claim = i - known.size();
    return claim < open.size() ? result_.lemmas[open[claim].report].name : property_.name;
  };
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (!proof.proved(i)) continue;
    const Claim claim = Claim::of(name(known.size() + i), formulas(), claims[i]);
    claims_.emplace_back(unrolling_.get(), ProvedClaim{claim.name, claim, 1, known, together});
    if (i == open.size()) continue;  // the property
    LemmaReport& report = result_.lemmas[open[i].report];
    report.proved = true;
    report.k = 1;
    report.reason.clear();
    for (const auto needed : proof.needs(i)) report.needs.push_back(name(needed));
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (proof.proved(i)) proved_.push_back(open[i]);
  }
}

}  // namespace quorate
