#include "induction/path_replay.hpp"

#include <algorithm>
#include <set>

#include "search/confirm.hpp"

namespace quorate {

namespace {

using Packed = std::vector<std::uint64_t>;
using PackedPath = std::vector<Packed>;

constexpr std::size_t candidate_limit = 2000;

// Whether the scalars of the engine's state are those of the path's; channels may differ.
bool same_cells(const ModelSystem& system, StateView state, const ConcreteState& wanted) {
  for (std::size_t i = 0; i < system.layout().cells.size(); ++i) {
    if (load(system.layout().cells[i], state.data()) != wanted[i]) return false;
  }
  return true;
}

// All runs of the engine with the cells of the path.
std::vector<PackedPath> matching_runs(const ModelSystem& engine, const SymbolicPath& path) {
  std::vector<PackedPath> runs;
  StepBuffer buffer(engine.shape().words);
  engine.initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    if (same_cells(engine, buffer.state(i), path.states[0]))
      runs.push_back({Packed(buffer.state(i).begin(), buffer.state(i).end())});
  }
  for (std::size_t k = 1; k < path.states.size(); ++k) {
    std::vector<PackedPath> longer;
    std::set<Packed> seen;
    for (const PackedPath& run : runs) {
      buffer.clear();
      engine.successors(run.back(), {}, buffer);
      for (std::size_t i = 0; i < buffer.size() && longer.size() < candidate_limit; ++i) {
        Packed next(buffer.state(i).begin(), buffer.state(i).end());
        if (!same_cells(engine, next, path.states[k]) || !seen.insert(next).second) continue;
        longer.push_back(run);
        longer.back().push_back(std::move(next));
      }
    }
    runs = std::move(longer);
  }
  return runs;
}

std::optional<std::size_t> position_of(const Model& model, const Property& property) {
  for (std::size_t i = 0; i < model.properties.size(); ++i) {
    if (model.properties[i].name == property.name) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TraceDescription> replayed_violation(const ProofSystem& system, const SymbolicPath& path,
                                                   const Property* property) {
  const ModelSystem& engine = system.engine();
  std::vector<PredicateId> predicates;
  if (property != nullptr) {
    const auto position = position_of(engine.model(), *property);
    if (!position) return std::nullopt;
    predicates.emplace_back(static_cast<std::int64_t>(*position));
  }
  for (const PackedPath& run : matching_runs(engine, path)) {
    const bool ends_badly = property != nullptr
                                ? violates(engine, PropertyKind::invariant, predicates[0], run.back())
                                : failure_in(engine, predicates, run.back()).failed();
    if (!ends_badly) continue;
    Replay replayed = replay(engine, run);
    if (!replayed.mismatch.empty()) continue;
    if (property == nullptr) {
      const ModelFailure failure = failure_in(engine, predicates, run.back());
      replayed.trace.failure = failure.message;
      replayed.trace.failure_span = failure.span;
    }
    return replayed.trace;
  }
  return std::nullopt;
}

TraceDescription described(const ProofSystem& system, const SymbolicPath& path) {
  const ModelSystem& relaxed = system.relaxed();
  const StateSpace& space = system.encoding().space();
  TraceDescription trace;
  for (std::size_t k = 0; k < path.states.size(); ++k) {
    ConcreteState state = path.states[k];
    auto packed = space.packed(state);
    if (!packed) {
      std::fill(state.begin() + static_cast<std::ptrdiff_t>(space.layout().cells.size()), state.end(), 0);
      packed = space.packed(state);
    }
    trace.states.push_back(relaxed.describe(*packed));
    if (k + 1 == path.states.size()) break;
    const SymbolicTransition& taken = system.encoding().transitions()[path.transitions[k]];
    StepBuffer buffer(relaxed.shape().words);
    buffer.describe_steps = true;
    const TransitionId chosen[] = {taken.id};
    relaxed.successors(*packed, chosen, buffer);
    StepDescription step;
    step.transition = taken.name;
    step.rule = taken.name.substr(0, taken.name.find('('));
    step.process = relaxed.model().process_name(relaxed.transitions()[taken.id.index()].process);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      if (same_cells(relaxed, buffer.state(i), path.states[k + 1])) step = buffer.descriptions[i];
    }
    trace.steps.push_back(std::move(step));
  }
  return trace;
}

}  // namespace quorate
