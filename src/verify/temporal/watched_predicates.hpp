// What a property is made of, as far as a single state decides it: its predicates, taken apart at `and`,
// `or`, `not`, `=>`, `<=>`, `all` and `exists`, and its premises as a whole. Whoever sees states can say
// which of them were ever true. The predicates travel as properties of a model made for the purpose, as in
// grounding.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

enum class WatchedPart { predicate, premise, assumption };

struct WatchedPredicate {
  WatchedPart part = WatchedPart::predicate;
  Span span;  // its text
  // One for each choice of values for the names that are bound around it. `where`: what else must hold for
  // the values to be meant, or -1.
  struct Instance {
    std::int64_t predicate = 0;
    std::int64_t where = -1;
  };
  std::vector<Instance> instances;
};

struct WatchedProperty {
  std::string name;
  std::vector<WatchedPredicate> predicates;  // in the order of the text
};

struct WatchedModel {
  Model model;  // PredicateId(k) is predicate k
  std::vector<WatchedProperty> properties;
};

WatchedModel watched_predicates(const Model& model);

}  // namespace quorate
