// Sample runs of a model, and which predicates of its properties were true and false in them: a first
// impression of what a model does and whether its properties speak of that. Proves nothing.
#pragma once

#include <vector>

#include "search/runs/random_walk.hpp"
#include "verify/check_options.hpp"
#include "verify/temporal/watched_predicates.hpp"

namespace quorate {

struct SampleOptions {
  std::uint64_t runs = 0;
  std::uint64_t seed = 1;  // of the first run; the k-th run does not depend on the number of runs
  std::size_t most_steps = 100;
};

struct SampleRun {
  TraceDescription trace;
  WalkEnd end = WalkEnd::no_start;
};

struct SeenPredicate {
  WatchedPart part = WatchedPart::predicate;
  Span span;
  std::uint64_t true_in = 0;  // number of runs with a state (and bound values) in which it is true
  std::uint64_t false_in = 0;
};

struct SeenProperty {
  std::string name;
  std::vector<SeenPredicate> predicates;
};

struct Samples {
  Semantics semantics;
  std::uint64_t seed = 1;
  std::vector<SampleRun> runs;
  std::vector<SeenProperty> properties;
  std::string problem;  // why there are fewer runs than requested, or none
};

// For the properties that the options ask for. Faults are explicit steps unless the options say otherwise, so
// that they can be seen in the runs.
Samples take_samples(const Model& model, const CheckOptions& options, const SampleOptions& wanted);

}  // namespace quorate
