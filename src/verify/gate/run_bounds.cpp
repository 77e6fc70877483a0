#include "verify/gate/run_bounds.hpp"

#include <algorithm>

#include "faults/kinds/detectors.hpp"
#include "reduction/stubborn/transition_relations.hpp"

namespace quorate {

std::optional<RunBounds> find_run_bounds(const Model& model, const Semantics& semantics) {
  if (!model.channels.initially.empty()) return std::nullopt;  // only messages that are sent are counted
  // Bounds are those of a system without crashes: nothing is known of rules that crashes make possible.
  if (guards_see_crashes(model)) return std::nullopt;
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::borrowing(model, semantics, {}, problems);
  if (!system) return std::nullopt;
  const TransitionRelations relations(*system, {}, Split::none);
  const auto fits = [](const auto& channel) {
    return channel.second <= static_cast<std::uint64_t>(largest_unbounded_room);
  };
  return RunBounds{relations.bounds().runs_end(), relations.channels_never_full(),
                   std::ranges::all_of(relations.bounds().messages, fits)};
}

std::optional<RunBounds> find_run_bounds(const Model& model) {
  Model bare = model;
  bare.properties.clear();
  return find_run_bounds(bare, Semantics{});
}

}  // namespace quorate
