// Sample runs of a model, and which predicates of its properties they saw true and false: a first look at
// whether a model does anything and whether its properties are about it. Proves nothing.
#pragma once

#include <vector>

#include "search/runs/random_walk.hpp"
#include "verify/check_options.hpp"
#include "verify/temporal/watched_predicates.hpp"

namespace quorate {

struct SampleOptions {
  std::uint64_t runs = 0;
  std::uint64_t seed = 1;  // the first run's; the k-th run is the same however many there are
  std::size_t most_steps = 100;
};

struct SampleRun {
  TraceDescription trace;
  WalkEnd end = WalkEnd::no_start;
};

struct SeenPredicate {
  WatchedPart part = WatchedPart::predicate;
  Span span;
  std::uint64_t true_in = 0;  // runs with a state, and values of the bound names, for which it is so
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
  std::string problem;  // why there are no runs, or fewer than were asked for
};

// Of the properties that the options ask for. Faults are steps unless the options say otherwise: that is what
// they are, and people want to see them.
Samples take_samples(const Model& model, const CheckOptions& options, const SampleOptions& wanted);

}  // namespace quorate
