// Which lemma of a proof needs which others, as a graph for Graphviz [Bokor 2011, Fig. 5.1].
#pragma once

#include <string>

#include "induction/prove.hpp"

namespace quorate {

// An edge leads from a lemma to what is inductive relative to it. Properties that are not proved are left
// out; empty if none is.
std::string proof_graph(const ProveReport& report);

}  // namespace quorate
