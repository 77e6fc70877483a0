#include "reduction/local_states.hpp"

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
  std::map<std::size_t, std::uint64_t> masks;
  masks[0] = 0;  // there is a row even if there are no variables
  bool local = true;
  const auto add_cell = [&](std::uint32_t number) {
    // The monitor's `observe` writes what depends on all processes; what it writes about one, as a rule, no
    // rule of it looks at.
    if (system.observe_writes().contains(number)) {
      local = local && !touched_by_rules(system, number);
      return;
    }
    const Cell& cell = layout.cells[number];
    masks[cell.word] |= cell.mask << cell.shift;
  };
  const auto& variables = model.role(model.role_of(process)).variables;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const std::uint32_t first = layout.variable_cells[process.index()][v];
    const std::uint32_t count = scalar_count(model, variables[v].type);
    for (std::uint32_t k = 0; k < count; ++k) add_cell(first + k);
  }
  const std::int32_t status = layout.status_cells[process.index()];
  if (status >= 0) add_cell(static_cast<std::uint32_t>(status));
  if (masks.size() > 1 && masks[0] == 0) masks.erase(0);
  if (!local || masks.size() > most_words) return std::nullopt;
  std::vector<Part> parts;
  for (const auto& [word, mask] : masks) parts.push_back({word, mask});
  return LocalStates(std::move(parts));
}

void LocalStates::put(std::uint32_t number, std::uint64_t* state) const {
  const std::uint64_t* const row = rows_[number];
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::uint64_t& word = state[parts_[i].word];
    word = (word & ~parts_[i].mask) | row[i];
  }
}

}  // namespace quorate
