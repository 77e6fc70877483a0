// Whether the independent parts of a model (analysis/parts/decomposition) may be searched in its place. Part
// of the soundness gate: parts have the same states and steps only under these conditions.
#pragma once

#include <memory>

#include "analysis/parts/decomposition.hpp"
#include "verify/check_options.hpp"

namespace quorate {

// Whether parts may be searched under these options, whatever the model is.
bool may_search_parts(const CheckOptions& options);

// The model of one search, taken apart. Null if the original must be searched, or if nothing is gained.
std::shared_ptr<const Decomposition> useful_parts(const Model& model, const CheckOptions& options);

// Whether the semantics that a search of the parts ended with allows its result to be used: that crashes must
// be steps may become known only in the search.
bool parts_allow(const Decomposition& decomposition, const Semantics& semantics);

}  // namespace quorate
