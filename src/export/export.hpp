// Writes a Model in the input language of another model checker: Murphi (for rumur) or Promela (for spin).
// The other checker confirms our verdicts independently. What is exported is docs/semantics.md under traffic
// model M with implicit crashes. Every state of the protocol is one state of the other checker; spin has one
// more, before the initial states. Knows nothing of searches.
#pragma once

#include <cstdint>
#include <string>

#include "base/diagnostics.hpp"
#include "model/model.hpp"

namespace quorate {

struct ExportOptions {
  std::string source;          // the model's file name, for the heading; may be empty
  std::int64_t slots = 4;      // room of an unbounded channel; the exported model fails when it overflows
  bool explicit_loss = false;  // lossy channels: a step for each loss
};

struct ExportResult {
  std::string text;      // empty if refused
  Diagnostics refusals;  // why the model cannot be said in the target language; empty if exported

  [[nodiscard]] bool exported() const { return !refusals.has_errors(); }
};

ExportResult export_murphi(const Model& model, const ExportOptions& options);
ExportResult export_promela(const Model& model, const ExportOptions& options);

}  // namespace quorate
