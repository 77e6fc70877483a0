// The structure of proofs as a picture: which lemma needed which [Bokor 2011, Fig. 5.1].
#pragma once

#include <string>

#include "induction/prove.hpp"

namespace quorate {

// Graphviz text; an arrow leads from a lemma to what is inductive relative to it. Properties that are not
// proved are left out; empty if none is.
std::string proof_graph(const ProveReport& report);

}  // namespace quorate
