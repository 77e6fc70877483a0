// The state predicates in properties: a property is decomposed at `and`, `or`, `not`, `=>`, `<=>`, `all` and
// `exists` into its predicates, and premises are also taken as a whole. Samples count in which runs each of
// them was true. The predicates are made the properties of a copy of the model, as in grounding.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

enum class WatchedPart { predicate, premise, assumption };

struct WatchedPredicate {
  WatchedPart part = WatchedPart::predicate;
  Span span;  // its place in the text
  // One for each choice of values for the names that are bound around it. where: the predicate that filters
  // these values (`where`, `in`), or -1.
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
