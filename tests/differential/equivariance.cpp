#include "equivariance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "reference_steps.hpp"

namespace quorate {

namespace {

// None: a model error.
using Steps = std::optional<std::vector<RefState>>;

template <typename Make>
Steps sorted_or_error(const Make& make) {
  try {
    std::vector<RefState> states = make();
    std::sort(states.begin(), states.end());
    return states;
  } catch (const ReferenceFailure&) {
    return std::nullopt;
  }
}

// 0, 1, or 2 for a model error.
int truth(const Model& model, const RefState& state, const Property& property) {
  RefState copy = state;
  ReferenceChoices none(false);
  ReferenceRun run{model, copy, none, std::vector<RefValue>(property.frame.size())};
  try {
    return evaluate_condition(run, property.predicate) ? 1 : 0;
  } catch (const ReferenceFailure&) {
    return 2;
  }
}

Steps all_permuted(const Model& model, const Steps& states, const Permutation& permutation) {
  if (!states) return states;
  std::vector<RefState> result;
  for (const RefState& state : *states) result.push_back(permuted(model, state, permutation));
  std::sort(result.begin(), result.end());
  return result;
}

std::string compare(const char* what, const Steps& plain, const Steps& exchanged) {
  if (plain == exchanged) return "";
  if (plain.has_value() != exchanged.has_value()) return fmt::format("told apart: an error in {}", what);
  return fmt::format("told apart: {}", what);
}

class Comparison {
 public:
  Comparison(const Model& model, const ReferenceOptions& options, const Permutation& permutation,
             const std::vector<std::size_t>& properties)
      : model_(model),
        options_(options),
        permutation_(permutation),
        properties_(properties),
        steps_(model, options) {}

  std::string run() {
    Steps initial = sorted_or_error([&] { return steps_.initial_states(); });
    if (!initial) return "";  // nothing to search
    initial->erase(std::unique(initial->begin(), initial->end()), initial->end());
    arrive(*initial);
    if (std::string text = compare("initial states", all_permuted(model_, initial, permutation_), initial);
        !text.empty()) {
      return text;
    }
    while (!queue_.empty() && work_ <= 10 * options_.max_states) {
      const RefState* state = queue_.front();
      queue_.pop_front();
      if (std::string text = visit(*state); !text.empty()) return text;
    }
    return "";
  }

 private:
  void arrive(const std::vector<RefState>& states) {
    for (const RefState& state : states) {
      if (known_.size() >= options_.max_states) return;
      const auto [position, is_new] = known_.insert(state);
      if (is_new) queue_.push_back(&*position);
    }
  }

  std::string visit(const RefState& state) {
    const RefState other = permuted(model_, state, permutation_);
    const Steps here = sorted_or_error([&] { return steps_.successors(state); });
    const Steps there = sorted_or_error([&] { return steps_.successors(other); });
    if (std::string text = compare("steps", all_permuted(model_, here, permutation_), there); !text.empty()) {
      return text;
    }
    for (const std::size_t i : properties_) {
      const Property& property = model_.properties[i];
      if (property.kind == PropertyKind::temporal) continue;
      if (truth(model_, state, property) != truth(model_, other, property)) {
        return fmt::format("told apart: property {}", property.name);
      }
    }
    if (!here) return "";
    work_ += here->size();
    arrive(*here);
    return "";
  }

  const Model& model_;
  const ReferenceOptions& options_;
  const Permutation& permutation_;
  const std::vector<std::size_t>& properties_;
  ReferenceSteps steps_;
  std::set<RefState> known_;
  std::deque<const RefState*> queue_;
  std::size_t work_ = 0;  // steps compared
};

}  // namespace

std::optional<std::set<RefState>> reachable_states(const Model& model, const ReferenceOptions& options) {
  ReferenceSteps steps(model, options);
  std::set<RefState> known;
  std::deque<const RefState*> queue;
  const auto arrive = [&](const std::vector<RefState>& states) {
    for (const RefState& state : states) {
      const auto [position, is_new] = known.insert(state);
      if (is_new) queue.push_back(&*position);
    }
  };
  try {
    arrive(steps.initial_states());
    while (!queue.empty() && known.size() <= options.max_states) {
      const RefState* state = queue.front();
      queue.pop_front();
      arrive(steps.successors(*state));
    }
  } catch (const ReferenceFailure&) {
    return std::nullopt;
  }
  if (known.size() > options.max_states) return std::nullopt;
  return known;
}

OrbitCounts count_orbits(const Model& model, const ReferenceOptions& options, const UnitClasses& classes) {
  const auto states = reachable_states(model, options);
  if (!states) throw std::logic_error("orbits of a model that is too large");
  ReferenceSteps steps(model, options);
  OrbitCounts counts;
  for (const RefState& state : smallest_of_orbits(model, *states, classes)) {
    ++counts.states;
    counts.steps += steps.successors(state).size();
  }
  const auto initial = steps.initial_states();
  counts.initial_states = smallest_of_orbits(model, {initial.begin(), initial.end()}, classes).size();
  return counts;
}

std::string told_apart(const Model& model, const ReferenceOptions& options, const Permutation& permutation,
                       const std::vector<std::size_t>& properties) {
  return Comparison(model, options, permutation, properties).run();
}

}  // namespace quorate
