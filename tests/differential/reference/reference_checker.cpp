#include "reference_checker.hpp"

#include <set>

#include "reference_steps.hpp"

namespace quorate {

namespace {

class Search {
 public:
  Search(const Model& model, const ReferenceOptions& options)
      : model_(model), options_(options), steps_(model, options) {
    result_.verdicts.resize(model.properties.size());
    for (std::size_t i = 0; i < model.properties.size(); ++i) {
      const PropertyKind kind = model.properties[i].kind;
      result_.verdicts[i].checked =
          kind == PropertyKind::invariant ||
          (kind == PropertyKind::no_deadlock && options.traffic != ReferenceOptions::Traffic::rm);
    }
  }

  ReferenceResult run() {
    try {
      for (const RefState& state : steps_.initial_states()) arrive(state);
      result_.initial_states = known_.size();
    } catch (const ReferenceFailure& failure) {
      record(failure, 0);
    }
    while (!next_.empty() && !result_.error && known_.size() <= options_.max_states) {
      const auto level = std::move(next_);
      next_.clear();
      for (const RefState* state : level) {
        if (known_.size() <= options_.max_states) visit(*state);
      }
      result_.depth = depth_;
      ++depth_;
    }
    result_.truncated = known_.size() > options_.max_states;
    result_.states = known_.size();
    result_.found_full = steps_.found_full();
    return result_;
  }

 private:
  void arrive(const RefState& state) {
    const auto [position, is_new] = known_.insert(state);
    if (is_new) next_.push_back(&*position);
  }

  void record(const ReferenceFailure& failure, std::size_t depth, std::optional<std::size_t> property = {}) {
    if (result_.error && result_.error->depth <= depth) return;
    result_.error = ReferenceError{depth, failure.message, failure.span, property};
  }

  bool holds(const RefState& state, const Property& property) const {
    RefState copy = state;
    ReferenceChoices none(false);
    ReferenceRun run{model_, copy, none, std::vector<RefValue>(property.frame.size())};
    return evaluate_condition(run, property.predicate);
  }

  void check(const RefState& state, PropertyKind kind) {
    for (std::size_t i = 0; i < model_.properties.size(); ++i) {
      ReferenceVerdict& verdict = result_.verdicts[i];
      if (!verdict.checked || model_.properties[i].kind != kind) continue;
      try {
        if (holds(state, model_.properties[i]) || verdict.violated) continue;
        verdict.violated = true;
        verdict.depth = depth_;
      } catch (const ReferenceFailure& failure) {
        record(failure, kind == PropertyKind::invariant ? depth_ : depth_ + 1, i);
      }
    }
  }

  void visit(const RefState& state) {
    check(state, PropertyKind::invariant);
    try {
      const auto successors = steps_.successors(state);
      result_.steps += successors.size();
      for (const RefState& successor : successors) arrive(successor);
      if (!successors.empty()) return;
      ++result_.deadlocks;
      check(state, PropertyKind::no_deadlock);
    } catch (const ReferenceFailure& failure) {
      record(failure, depth_ + 1);
    }
  }

  const Model& model_;
  const ReferenceOptions& options_;
  ReferenceSteps steps_;
  ReferenceResult result_;
  std::set<RefState> known_;
  std::vector<const RefState*> next_;  // states of the next level
  std::size_t depth_ = 0;              // of the level at hand
};

}  // namespace

ReferenceResult reference_check(const Model& model, const ReferenceOptions& options) {
  return Search(model, options).run();
}

}  // namespace quorate
