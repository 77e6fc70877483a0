// A proof has two systems, under the semantics that the gate chooses (verify/gate/semantics_choice). The
// engine is the original model, and counterexamples are replayed on it. The relaxed model has its channels as
// the formulas see them: unordered, without a bound unless the formulas count up to it, sets where messages
// are kept. It has at least the steps of the original (docs/soundness.md, Channels in proofs), so that an
// invariant proved of it holds. Samples, and the states of inductive counterexamples, are states of the
// relaxed model.
#include "induction/proof_system.hpp"

#include <algorithm>

#include "verify/gate/semantics_choice.hpp"

namespace quorate {

namespace {

// Room of a channel for traces and samples: its bound, but at most this.
constexpr std::int64_t roomy = 20;

ChannelRoom room_for(const Model& model) {
  ChannelRoom room;
  for (std::size_t a = 0; a < model.roles.size(); ++a) {
    for (std::size_t b = 0; b < model.roles.size(); ++b) {
      const std::int64_t bound = model.channels.bound.value_or(roomy);
      room[{RoleId(static_cast<std::int64_t>(a)), RoleId(static_cast<std::int64_t>(b))}] =
          std::clamp<std::int64_t>(bound, 1, roomy);
    }
  }
  return room;
}

std::unique_ptr<ModelSystem> system_of(const Model& model, const Semantics& semantics,
                                       std::optional<EncodingProblem>& problem) {
  std::vector<CompileProblem> problems;
  auto system = ModelSystem::make(model, semantics, room_for(model), problems);
  if (!system && !problem) problem = EncodingProblem{problems.front().message, problems.front().span};
  return system;
}

}  // namespace

Model relaxed_model(const Model& model, ChannelEncoding encoding) {
  Model relaxed = model;
  relaxed.channels.fifo = false;
  if (encoding == ChannelEncoding::exact) return relaxed;
  relaxed.channels.bound.reset();
  relaxed.channels.replacing = false;
  if (encoding == ChannelEncoding::kept) {
    relaxed.channels.set = true;
    relaxed.channels.lossy = false;
  }
  return relaxed;
}

std::unique_ptr<ProofSystem> ProofSystem::make(const Model& model, const Property& property,
                                               std::optional<EncodingProblem>& problem) {
  const Semantics semantics = semantics_of_proof(model, property);
  const ChannelEncoding channels = channel_encoding(model, semantics);
  std::unique_ptr<ProofSystem> result(new ProofSystem);
  result->original_ = model;
  result->engine_ = system_of(model, semantics, problem);
  result->relaxed_ = system_of(relaxed_model(model, channels), semantics, problem);
  if (problem) return nullptr;
  result->encoding_ = Encoding::make(*result->relaxed_, channels, problem);
  return problem ? nullptr : std::move(result);
}

}  // namespace quorate
