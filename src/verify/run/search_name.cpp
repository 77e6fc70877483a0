#include "verify/run/search_name.hpp"

#include <fmt/format.h>

#include "verify/run/check.hpp"

namespace quorate {

std::string name_of_search(const NamedSearch& search) {
  const Semantics& semantics = search.semantics;
  const Reductions& reductions = search.reductions;
  const Shape shape = search.stack.top().shape();
  std::string name = fmt::format(
      "{} traffic {} crash {} loss {} por {} split {} net {} shape {} {}", search.model.name,
      to_text(semantics.traffic), to_text(semantics.crash), to_text(semantics.loss), to_text(reductions.por),
      to_text(reductions.lpor_options.split), reductions.lpor_options.necessary, shape.words, shape.bits);
  for (const Layer* const layer : search.stack.layers()) name += " with " + layer->name();
  for (const Goal& goal : search.goals)
    name += fmt::format(" goal {}", search.model.properties[goal.predicate.index()].name);
  for (const auto& [roles, slots] : search.room)
    name += fmt::format(" room {} {} {}", roles.first.index(), roles.second.index(), slots);
  if (search.stack.symmetric()) {
    for (const auto& units : reductions.group.classes) {
      name += " permuted";
      for (const Unit& unit : units) {
        for (const ProcessId process : unit) name += fmt::format(" {}", process.index());
        name += ";";
      }
    }
  }
  name += " transitions";
  for (const Transition& transition : search.stack.unreduced().transitions()) name += " " + transition.name;
  return name;
}

}  // namespace quorate
