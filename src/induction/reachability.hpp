// Whether the first state of an inductive counterexample can be reached, by a bounded search: the question
// that a person has to answer otherwise ([Bokor 2011, chapter 5]: outcomes 3a and 3b).
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
  // A sentence's part: "reached after 3 steps", "not reachable: there are 225 states, and it is none of
  // them", "not among the first 100000 states". Empty: nobody has looked.
  std::string text;
};

// Of the system that the formulas describe, whose states are not those of the model where something is
// forgotten.
Reachability reachability(const ProofSystem& system, const ConcreteState& state,
                          const ReachabilityLimits& limits);

}  // namespace quorate
