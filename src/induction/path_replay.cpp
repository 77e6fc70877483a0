// Formulas may know less of channels than the engine does, so a path is compared by its variables only. The
// engine follows, step by step, the runs whose variables are those of the path: of runs that meet in a
// state one is kept, and at most `candidate_limit` in all. One that ends in the violation is the
// counterexample; without one the path gives no verdict, though the model may have such a run beyond the
// limit.
//
// An inductive counterexample begins in an arbitrary state and is executed on the relaxed model, one
// transition after the other, only to describe its steps.
#include "induction/path_replay.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "verify/trace/confirm.hpp"

namespace quorate {

namespace {

using Packed = std::vector<std::uint64_t>;
using PackedPath = std::vector<Packed>;

constexpr std::size_t candidate_limit = 2000;

// Whether the scalars of the engine's state are those of the path; channels may differ.
bool same_cells(const ModelSystem& system, StateView state, const ConcreteState& wanted) {
  for (std::size_t i = 0; i < system.layout().cells.size(); ++i) {
    if (load(system.layout().cells[i], state.data()) != wanted[i]) return false;
  }
  return true;
}

// Runs of the engine with the cells of the path: one for each last state, up to the limit.
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
                                : failure_in(engine, predicates, run.back()).failure.failed();
    if (!ends_badly) continue;
    Replay replayed = replay(engine, run);
    if (!replayed.mismatch.empty()) continue;
    if (property == nullptr) {
      const ModelFailure failure = failure_in(engine, predicates, run.back()).failure;
      replayed.trace.failure = failure.message;
      replayed.trace.failure_span = failure.span;
    }
    return replayed.trace;
  }
  return std::nullopt;
}

namespace {

// The relaxed system with room for all messages of a path: a solver may put more messages into a channel
// than any run does.
class RoomyCopy {
 public:
  RoomyCopy(const ProofSystem& system, const SymbolicPath& path) : system_(system) {
    const StateSpace& space = system.encoding().space();
    bool fits = true;
    for (const ConcreteState& state : path.states) fits = fits && space.packed(state).has_value();
    if (!fits) enlarge(path);
  }

  [[nodiscard]] const ModelSystem& engine() const { return roomy_ ? *roomy_ : system_.relaxed(); }
  [[nodiscard]] const StateSpace& space() const { return space_ ? *space_ : system_.encoding().space(); }

 private:
  void enlarge(const SymbolicPath& path) {
    const StateSpace& narrow = system_.encoding().space();
    const Model& model = system_.relaxed().model();
    std::map<std::int32_t, std::int64_t> load;
    std::int64_t most = 0;
    for (const ConcreteState& state : path.states) {
      load.clear();
      for (std::size_t i = narrow.layout().cells.size(); i < state.size(); ++i)
        most = std::max(most, load[narrow.variables()[i].channel] += state[i]);
    }
    ChannelRoom room;
    for (std::size_t a = 0; a < model.roles.size(); ++a) {
      for (std::size_t b = 0; b < model.roles.size(); ++b)
        room[{RoleId(static_cast<std::int64_t>(a)), RoleId(static_cast<std::int64_t>(b))}] = most + 1;
    }
    std::vector<CompileProblem> problems;
    roomy_ = most < largest_room ? ModelSystem::make(model, system_.semantics(), room, problems) : nullptr;
    if (!roomy_) return;
    std::optional<EncodingProblem> problem;
    space_ = std::make_unique<StateSpace>(*roomy_, narrow.encoding(), system_.encoding().values(), problem);
    if (!problem && space_->variables().size() == narrow.variables().size()) return;
    space_.reset();
    roomy_.reset();
  }

  static constexpr std::int64_t largest_room = 250;

  const ProofSystem& system_;
  std::unique_ptr<ModelSystem> roomy_;
  std::unique_ptr<StateSpace> space_;
};

// How well a step of the engine fits the next state of the path: 2 completely, 1 in its cells, 0 not at
// all.
int fit(const RoomyCopy& copy, StateView after, const ConcreteState& wanted) {
  if (!same_cells(copy.engine(), after, wanted)) return 0;
  const auto read = copy.space().read(after);
  return read && *read == wanted ? 2 : 1;
}

}  // namespace

std::optional<TraceDescription> described(const ProofSystem& system, const SymbolicPath& path) {
  const RoomyCopy copy(system, path);
  const ModelSystem& engine = copy.engine();
  TraceDescription trace;
  for (std::size_t k = 0; k < path.states.size(); ++k) {
    const auto packed = copy.space().packed(path.states[k]);
    if (!packed) return std::nullopt;
    trace.states.push_back(engine.describe(*packed));
    if (k + 1 == path.states.size()) break;
    const SymbolicTransition& taken = system.encoding().transitions()[path.transitions[k]];
    StepBuffer buffer(engine.shape().words);
    buffer.asked.describe_steps = true;
    const TransitionId chosen[] = {taken.id};
    engine.successors(*packed, chosen, buffer);
    StepDescription step;
    step.transition = taken.name;
    step.rule = taken.name.substr(0, taken.name.find('('));
    step.process = engine.model().process_name(engine.transitions()[taken.id.index()].process);
    int best = 0;
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const int fits = fit(copy, buffer.state(i), path.states[k + 1]);
      if (fits <= best) continue;
      best = fits;
      step = buffer.found.descriptions[i];
    }
    trace.steps.push_back(std::move(step));
  }
  return trace;
}

}  // namespace quorate
