// One property, from the model to the verdict: declared lemmas, k-induction, strengthened transitions,
// discovery, in this order. Private to src/induction.
#pragma once

#include <memory>

#include "induction/certificate.hpp"
#include "induction/lemmas/discovery.hpp"
#include "induction/proof_system.hpp"
#include "induction/prove.hpp"

namespace quorate {

class PropertyProof {
 public:
  PropertyProof(const Model& model, const Property& property, const ProveOptions& options);
  ProofResult run();

 private:
  struct Lemma {
    std::size_t report;  // in ProofResult::lemmas
    Term holds;
  };

  bool prepare();
  void leave_formulas();
  void prove();
  [[nodiscard]] Term term(const Property& property, std::optional<EncodingProblem>& problem);
  [[nodiscard]] Formulas& formulas() { return system_->encoding().formulas(); }
  [[nodiscard]] Terms proved_terms() const;
  [[nodiscard]] std::vector<std::string> names(const std::vector<std::size_t>& used) const;

  // declared_lemmas.cpp
  void prove_declared();
  bool prove_lemma(const Lemma& lemma);
  // Those that are inductive only together, the property among them if it can be.
  void prove_together(std::vector<Lemma> open);
  bool holds_initially(const Term& claim);
  // What of the proved lemmas the step of a claim needs: `used`, or fewer if one step is enough.
  std::vector<std::string> needs(const Term& holds, const InductionResult& proof);

  // discovered_lemmas.cpp
  bool prove_by_discovery();
  // What is inductive in a smaller instance.
  Hints hints();
  void report_discovered(const Discovery& found);

  // What faults never do is assumed from then on, if it can be proved in one step.
  void prove_environment();
  void prove_goal();
  // Whether there is a verdict.
  bool prove_by_k_induction(Unrolling& unrolling, const ProofLimits& limits);
  bool prove_by_strengthening();
  bool prove_well_defined();
  void report_violation(const SymbolicPath& path);
  void write_certificate();

  const Model& model_;
  const Property& property_;
  const ProveOptions& options_;
  ProofClock clock_;
  std::unique_ptr<ProofSystem> system_;
  std::unique_ptr<Unrolling> unrolling_;
  std::unique_ptr<Unrolling> strengthened_;
  std::optional<Term> goal_;
  std::vector<Lemma> proved_;
  std::vector<std::pair<Unrolling*, ProvedClaim>> claims_;  // of the certificate
  SymbolicPath inductive_;
  std::string reason_;                     // why there is no verdict, so far
  std::optional<TraceDescription> error_;  // the way to an error of the model
  ProofResult result_;
};

}  // namespace quorate
