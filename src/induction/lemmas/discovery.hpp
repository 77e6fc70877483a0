// Lemmas found automatically: candidates of the four classes, the Houdini loop, clauses learned from
// counterexamples, and at the end the few that the proof needs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "induction/k_induction.hpp"
#include "induction/lemmas/candidates.hpp"
#include "induction/lemmas/lifted_clauses.hpp"
#include "induction/lemmas/samples.hpp"
#include "induction/proof_system.hpp"

namespace quorate {

struct DiscoveredLemma {
  LemmaClass kind = LemmaClass::definition;
  std::string text;                // of one clause
  std::size_t images = 1;          // clauses that it stands for, by permutation of processes
  bool learned = false;            // from a counterexample; otherwise a candidate of one or two literals
  Term holds;                      // all of them, over the encoding's current state
  std::vector<std::size_t> needs;  // positions in Discovery::lemmas
};

struct Discovery {
  bool proved = false;
  std::string reason;  // why not
  std::size_t k = 1;
  std::vector<DiscoveredLemma> lemmas;  // those that the proof needs; inductive together
  std::vector<std::size_t> goal_needs;
  // Statistics.
  std::size_t samples = 0;
  bool samples_complete = false;
  std::size_t candidates = 0;
  std::size_t inductive = 0;  // of the candidates
  std::size_t learned = 0;
  std::size_t transferred = 0;                // of the candidates: from `hints`
  std::vector<ClauseText> inductive_clauses;  // all that was found inductive, needed or not
  std::vector<ClauseText> needed_clauses;
  double houdini_seconds = 0;
  double learning_seconds = 0;
  double selection_seconds = 0;
};

// `known` are proved lemmas, `failure` is a model error in some step, `hints` are from a smaller instance,
// where they were inductive: they are tried before anything else.
Discovery discover(const ProofSystem& system, Unrolling& unrolling, const Term& goal, const Terms& known,
                   const Term& failure, const Hints& hints, const ProofLimits& limits,
                   const ProofClock& clock);

}  // namespace quorate
