#include "induction/prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "induction/discovery.hpp"
#include "induction/path_replay.hpp"
#include "induction/proof_system.hpp"

namespace quorate {

namespace {

// One property, from the model to the verdict.
class PropertyProof {
 public:
  PropertyProof(const Model& model, const Property& property, const ProveOptions& options)
      : model_(model), property_(property), options_(options), clock_(options.limits) {
    result_.property = property.name;
  }

  ProofResult run() {
    if (property_.kind != PropertyKind::invariant) {
      result_.reason = "only invariants are proved by induction; use `quorate check`";
      return std::move(result_);
    }
    std::optional<EncodingProblem> problem;
    system_ = ProofSystem::make(model_, property_, problem);
    if (system_) goal_ = term(property_, problem);
    if (problem) {
      result_.reason = problem->message;
      return std::move(result_);
    }
    result_.channels = system_->encoding().space().encoding();
    result_.semantics = system_->semantics();
    unrolling_ = std::make_unique<Unrolling>(system_->encoding());
    prove_declared();
    prove_goal();
    result_.seconds = clock_.seconds();
    return std::move(result_);
  }

 private:
  struct Lemma {
    std::size_t report;  // in ProofResult::lemmas
    Term holds;
  };

  Term term(const Property& property, std::optional<EncodingProblem>& problem) {
    return system_->encoding().holds(property, system_->encoding().current(), problem);
  }

  std::vector<Term> proved_terms() const {
    std::vector<Term> terms;
    for (const Lemma& lemma : proved_) terms.push_back(lemma.holds);
    return terms;
  }

  std::vector<std::string> names(const std::vector<std::size_t>& used) const {
    std::vector<std::string> result;
    for (const auto i : used) result.push_back(result_.lemmas[proved_[i].report].name);
    return result;
  }

  // Each lemma relative to those proved before it, as long as there is progress.
  void prove_declared() {
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
  }

  bool prove_lemma(const Lemma& lemma) {
    LemmaReport& report = result_.lemmas[lemma.report];
    ProofLimits limits = options_.limits;
    limits.k_max = std::min<std::size_t>(limits.k_max, 3);
    KInduction induction(*unrolling_, proved_terms(), limits, clock_);
    const InductionResult result = induction.run(Claim::of(report.name, formulas(), lemma.holds));
    report.k = result.k;
    report.proved = result.outcome == InductionOutcome::proved;
    report.reason = report.proved ? ""
                    : result.outcome == InductionOutcome::base_fails
                        ? fmt::format("it is false after {} steps", result.k - 1)
                        : "it is not inductive relative to the other lemmas";
    if (report.proved) report.needs = names(result.used);
    return report.proved;
  }

  // With what is declared first; then with what can be found; last as deep as is allowed.
  void prove_goal() {
    ProofLimits shallow = options_.limits;
    if (options_.discover) shallow.k_max = std::min<std::size_t>(shallow.k_max, 3);
    if (prove_by_k_induction(shallow)) return;
    if (options_.discover && prove_by_discovery()) return;
    if (options_.limits.k_max > shallow.k_max) prove_by_k_induction(options_.limits);
  }

  // Whether there is a verdict.
  bool prove_by_k_induction(const ProofLimits& limits) {
    KInduction induction(*unrolling_, proved_terms(), limits, clock_);
    const InductionResult result = induction.run(Claim::of(property_.name, formulas(), *goal_));
    result_.k = result.k;
    switch (result.outcome) {
      case InductionOutcome::proved:
        result_.needs = names(result.used);
        prove_well_defined();
        return result_.verdict == Verdict::holds;
      case InductionOutcome::base_fails:
        report_violation(result.path, &property_);
        return true;
      case InductionOutcome::step_fails:
        result_.reason = fmt::format("not {}-inductive", result.k);
        result_.inductive = described(*system_, result.path);
        break;
      case InductionOutcome::limit:
        result_.reason = fmt::format("the time was over at k = {}", result.k);
    }
    return false;
  }

  Term failure() {
    Terms failures;
    for (const SymbolicTransition& t : system_->encoding().transitions()) failures.push_back(t.failure);
    return formulas().any(failures);
  }

  bool prove_by_discovery() {
    const Discovery found =
        discover(*system_, *unrolling_, *goal_, proved_terms(), failure(), options_.limits, clock_);
    result_.discovery = fmt::format(
        "{} reachable states{}; {} candidates, {} of them inductive together ({:.1f} s); {} learned from "
        "counterexamples ({:.1f} s); {} needed ({:.1f} s)",
        found.samples, found.samples_complete ? " (all)" : "", found.candidates, found.inductive,
        found.houdini_seconds, found.learned, found.learning_seconds, found.lemmas.size(),
        found.selection_seconds);
    if (!found.proved) return false;
    std::map<LemmaClass, int> numbers;
    std::vector<std::string> names;
    for (const DiscoveredLemma& lemma : found.lemmas)
      names.push_back(fmt::format("{}{}", short_name(lemma.kind), ++numbers[lemma.kind]));
    const auto named = [&](const std::vector<std::size_t>& list) {
      std::vector<std::string> result;
      for (const auto i : list) result.push_back(names[i]);
      return result;
    };
    for (std::size_t i = 0; i < found.lemmas.size(); ++i) {
      const DiscoveredLemma& lemma = found.lemmas[i];
      LemmaReport report;
      report.name = names[i];
      report.kind = to_text(lemma.kind);
      report.text = lemma.text;
      if (lemma.images > 1) report.text += fmt::format(" ({} permuted)", lemma.images);
      report.proved = true;
      report.k = 1;
      report.needs = named(lemma.needs);
      result_.lemmas.push_back(std::move(report));
    }
    result_.needs = named(found.goal_needs);
    result_.k = found.k;
    result_.verdict = Verdict::holds;
    result_.reason.clear();
    result_.inductive.reset();
    return true;
  }

  void report_violation(const SymbolicPath& path, const Property* property) {
    result_.trace = replayed_violation(*system_, path, property);
    if (result_.trace) {
      result_.verdict = Verdict::violated;
    } else {
      result_.reason =
          "the formulas allow a run to a violation that the model itself does not have; use `quorate check`";
    }
  }

  // A proof ignores steps that are model errors; so it counts only if there are none.
  void prove_well_defined() {
    std::vector<Term> known = proved_terms();
    known.push_back(*goal_);
    KInduction induction(*unrolling_, known, options_.limits, clock_);
    const InductionResult result = induction.run({"well-defined", failure(), formulas().constant(true)});
    if (result.outcome == InductionOutcome::proved) {
      result_.verdict = Verdict::holds;
    } else if (result.outcome == InductionOutcome::base_fails) {
      result_.trace = replayed_violation(*system_, result.path, nullptr);
      result_.reason = result_.trace ? "the model has an error" : "a model error could not be excluded";
    } else {
      result_.reason = "a model error could not be excluded";
    }
  }

  Formulas& formulas() { return system_->encoding().formulas(); }

  const Model& model_;
  const Property& property_;
  const ProveOptions& options_;
  ProofClock clock_;
  std::unique_ptr<ProofSystem> system_;
  std::unique_ptr<Unrolling> unrolling_;
  std::optional<Term> goal_;
  std::vector<Lemma> proved_;
  ProofResult result_;
};

}  // namespace

ProveReport prove(const Model& model, const ProveOptions& options) {
  ProveReport report;
  for (const Property& property : model.properties) {
    const bool wanted = options.properties.empty() ||
                        std::ranges::find(options.properties, property.name) != options.properties.end();
    if (wanted) report.results.push_back(PropertyProof(model, property, options).run());
  }
  return report;
}

}  // namespace quorate
