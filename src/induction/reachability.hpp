// Whether the first state of an inductive counterexample can be reached, by a bounded search. Otherwise the
// user has to answer this ([Bokor 2011, chapter 5]: outcomes 3a and 3b).
#pragma once

#include <string>

#include "induction/proof_system.hpp"

namespace quorate {

struct ReachabilityLimits {
  std::size_t states = 100'000;
  double seconds = 2;
};

struct Reachability {
  bool reached = false;
  // Part of a sentence: "reached after 3 steps", "not reachable: there are 225 states, and it is none of
  // them", "not among the first 100000 states". Empty if there was no search.
  std::string text;
};

// In the relaxed model: it may have more states than the original.
Reachability reachability(const ProofSystem& system, const ConcreteState& state,
                          const ReachabilityLimits& limits);

}  // namespace quorate
