// A local state is a row: the words of the packed state that hold variables of the process, each with a mask.
// So reading one is a few loads, and equal rows are equal local states. A layout with more room in channels
// has its variables elsewhere: there the rows are translated scalar by scalar, and keep their numbers.
#include "reduction/dead_messages/local_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace quorate {

namespace {

bool touched_by_rules(const ModelSystem& system, std::uint32_t cell) {
  return std::ranges::any_of(system.transitions(), [&](const Transition& transition) {
    return std::ranges::binary_search(transition.reads, cell) ||
           std::ranges::binary_search(transition.writes, cell);
  });
}

}  // namespace

std::optional<LocalStates> LocalStates::make(const ModelSystem& system, ProcessId process) {
  const Layout& layout = system.layout();
  const Model& model = system.model();
  std::vector<Place> places;
  bool local = true;
  const auto add_cell = [&](std::uint32_t number) {
    // What `observe` writes depends on all processes, so that it is left out. That is only possible if no
    // rule reads or writes it.
    if (system.observe_writes().contains(number)) {
      local = local && !touched_by_rules(system, number);
      return;
    }
    const Cell& cell = layout.cells[number];
    places.push_back({cell.word, cell.shift, cell.mask});
  };
  const auto& variables = model.role(model.role_of(process)).variables;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const std::uint32_t first = layout.variable_cells[process.index()][v];
    const std::uint32_t count = scalar_count(model, variables[v].type);
    for (std::uint32_t k = 0; k < count; ++k) add_cell(first + k);
  }
  const std::int32_t status = layout.status_cells[process.index()];
  if (status >= 0) add_cell(static_cast<std::uint32_t>(status));
  std::map<std::size_t, std::uint64_t> masks;
  for (const Place& place : places) masks[place.word] |= place.mask << place.shift;
  if (masks.empty()) masks[0] = 0;  // there is a row even if there are no variables
  if (!local || masks.size() > most_words) return std::nullopt;
  std::vector<Part> parts;
  for (const auto& [word, mask] : masks) parts.push_back({word, mask});
  return LocalStates(process, std::move(places), std::move(parts));
}

std::string LocalStates::against(const ModelSystem& system, ProcessId process) {
  const Model& model = system.model();
  const Role& role = model.role(model.role_of(process));
  for (std::size_t v = 0; v < role.variables.size(); ++v) {
    const std::uint32_t first = system.layout().variable_cells[process.index()][v];
    const std::uint32_t count = scalar_count(model, role.variables[v].type);
    for (std::uint32_t cell = first; cell < first + count; ++cell) {
      if (system.observe_writes().contains(cell) && touched_by_rules(system, cell))
        return fmt::format("the monitor writes {} of {}, which rules use as well", role.variables[v].name,
                           role.name);
    }
  }
  return fmt::format("the variables of {} are too large to explore its local states", role.name);
}

std::optional<LocalStates> LocalStates::in_states_of(const ModelSystem& system) const {
  auto moved = make(system, process_);
  if (!moved) return moved;
  std::vector<std::uint64_t> here(parts_.back().word + 1);
  std::vector<std::uint64_t> there(system.shape().words);
  for (std::uint32_t number = 0; number < size(); ++number) {
    put(number, here.data());
    std::ranges::fill(there, 0);
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const Place& from = places_[k];
      const Place& to = moved->places_[k];
      there[to.word] |= ((here[from.word] >> from.shift) & from.mask) << to.shift;
    }
    moved->add(there.data());
  }
  return moved;
}

void LocalStates::put(std::uint32_t number, std::uint64_t* state) const {
  const std::uint64_t* const row = rows_[number];
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::uint64_t& word = state[parts_[i].word];
    word = (word & ~parts_[i].mask) | row[i];
  }
}

}  // namespace quorate
