// The whole of `quorate prove`: invariants proved by induction, with the lemmas of the model and those that
// are found. Place in the flow: beside the search, which it uses to execute counterexamples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "induction/k_induction.hpp"
#include "induction/reachability.hpp"
#include "model/model.hpp"
#include "system/seam/description.hpp"
#include "verify/result/judgement.hpp"

namespace quorate {

struct ProveOptions {
  std::vector<std::string> properties;  // empty: all
  ProofLimits limits;                   // the time is for each property
  bool declared_lemmas = true;
  bool strengthen = true;
  bool discover = true;
  bool certificate = false;
  // Smaller instances of the model, the smallest first; lemmas are searched for there first.
  std::vector<Model> smaller;
};

struct LemmaReport {
  std::string name;
  std::string kind;  // declared, or the class of a discovered one
  std::string text;  // of a discovered one
  bool proved = false;
  std::size_t k = 0;               // the depth of its induction
  std::vector<std::string> needs;  // other lemmas, if it is inductive only with them
  std::string reason;              // why it was not proved
};

struct ProofResult : Judged {
  std::string property;
  Span span;  // where the reason is, if it is a place of the text
  std::size_t k = 0;
  ChannelEncoding channels = ChannelEncoding::exact;
  std::vector<std::string> forgotten;  // what the formulas ignore of the channels; empty: nothing
  Semantics semantics;
  std::vector<std::string> needs;  // lemmas that the property's own induction uses
  std::vector<LemmaReport> lemmas;
  std::vector<std::string> strengthened;      // guards, if the proof used them
  std::string discovery;                      // statistics of the search for lemmas
  std::optional<TraceDescription> inductive;  // a counterexample to the step, perhaps unreachable
  Reachability reachability;                  // what is known of its first state
  std::string certificate;                    // SMT-LIB, if asked for and proved
  std::size_t obligations = 0;                // in the certificate
  double seconds = 0;
};

struct ProveReport {
  std::vector<ProofResult> results;
};

ProveReport prove(const Model& model, const ProveOptions& options);

}  // namespace quorate
