// One property, from the model to the verdict: declared lemmas, k-induction, strengthened transitions,
// discovery, deeper k-induction. Private to src/induction.
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
  // Proves the lemmas that are inductive only together, with the property among them if it holds initially.
  void prove_together(std::vector<Lemma> open);
  bool holds_initially(const Term& claim);
  // The proved lemmas that the step of a claim needs: a minimal set if one step is enough, otherwise those
  // used.
  std::vector<std::string> needs(const Term& holds, const InductionResult& proof);

  // discovered_lemmas.cpp
  bool prove_by_discovery();
  // Clauses that are inductive in smaller instances.
  Hints hints();
  void report_discovered(const Discovery& found);

  // Assumes what declared faults never do, if that can be proved in one step.
  void prove_environment();
  void prove_goal();
  // The result: whether there is a verdict.
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
  std::optional<TraceDescription> error_;  // a trace to a model error
  ProofResult result_;
};

}  // namespace quorate
