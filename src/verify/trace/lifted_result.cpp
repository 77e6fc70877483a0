// The lifted trace is a sequence of descriptions. It is executed on the original model by comparing
// descriptions (replay_lifted); then its last state must violate the property, or show the model error, in
// the original itself.
#include "verify/trace/lifted_result.hpp"

#include <algorithm>
#include <map>

#include "base/budget.hpp"
#include "base/internal_error.hpp"
#include "system/execute/lift_decomposed.hpp"
#include "system/execute/model_system.hpp"
#include "verify/trace/confirm.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {

namespace {

// Room for the states of the trace and all their successors: a step sends at most one message into a channel.
// The room of the decomposed system cannot be used, since the parts' channels are one in the original.
ChannelRoom room_for(const Model& model, const TraceDescription& trace) {
  std::map<std::string, RoleId> roles;
  for (std::int64_t p = 0; p < model.process_count(); ++p) {
    roles[model.process_name(ProcessId(p))] = model.role_of(ProcessId(p));
  }
  ChannelRoom room;
  for (const auto& [sender, from] : roles) {
    for (const auto& [receiver, to] : roles) room[{from, to}] = 1;
  }
  for (const StateDescription& state : trace.states) {
    for (const ChannelDescription& channel : state.channels) {
      std::int64_t& slots = room[{roles.at(channel.from), roles.at(channel.to)}];
      slots =
          std::max(slots, static_cast<std::int64_t>(channel.waiting.size() + channel.delivered.size()) + 1);
    }
  }
  return room;
}

class Confirmation {
 public:
  Confirmation(const Model& model, const ModelSystem& system) : model_(model), system_(system) {}

  // Why the last state of a replayed trace does not show what the result says, or empty.
  std::string against(const PropertyResult& result, Replay& replayed) const {
    if (!replayed.mismatch.empty()) return replayed.mismatch;
    if (!replayed.trace.failure.empty()) return against_failure(replayed);
    if (replayed.path.empty()) return "the lifted trace has no states";
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      if (model_.properties[p].name != result.name) continue;
      const PredicateId predicate(static_cast<std::int64_t>(p));
      if (violates(system_, model_.properties[p].kind, predicate, replayed.path.back())) return "";
    }
    return "the last state of the lifted trace does not violate " + result.name;
  }

 private:
  // Evaluates the model error again, with the names of the original.
  std::string against_failure(Replay& replayed) const {
    const ModelFailure failure = replayed.path.empty() ? initial_failure() : failure_at(replayed.path.back());
    if (!failure.failed()) return "the last state of the lifted trace shows no model error";
    replayed.trace.failure = failure.message;
    replayed.trace.failure_span = failure.span;
    return "";
  }

  [[nodiscard]] ModelFailure initial_failure() const {
    StepBuffer buffer(system_.shape().words);
    system_.initial_states(buffer);
    return buffer.trouble.failure;
  }

  [[nodiscard]] ModelFailure failure_at(StateView state) const {
    std::vector<PredicateId> predicates;
    for (std::size_t p = 0; p < model_.properties.size(); ++p) {
      if (model_.properties[p].kind == PropertyKind::temporal) continue;
      predicates.emplace_back(static_cast<std::int64_t>(p));
    }
    return failure_in(system_, predicates, state).failure;
  }

  const Model& model_;
  const ModelSystem& system_;
};

}  // namespace

std::vector<CompileProblem> lift_result(const Model& original, const Decomposition& decomposition,
                                        PropertyResult& result) {
  if (result.verdict() != Verdict::violated) return {};
  const BudgetGrace grace;
  const TraceDescription trace = lift(decomposition, original, *result.trace());
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::borrowing(original, result.semantics, room_for(original, trace), problems);
  if (!system) return problems;
  Replay replayed = replay_lifted(*system, original.channels, trace);
  const std::string against = Confirmation(original, *system).against(result, replayed);
  if (!against.empty()) throw InternalError(against);
  result.judgement = Judgement::violated(std::move(replayed.trace));
  return {};
}

}  // namespace quorate
