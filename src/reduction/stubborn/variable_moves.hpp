// How the transitions of a process move each of its variables: from which values to which, and what they can
// send then. Variables with large domains are left out.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "reduction/stubborn/instance_effects.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

struct VariableMoves {
  struct Move {
    std::size_t transition = 0;
    std::size_t from = 0;  // positions in domain
    std::size_t to = 0;
    std::set<PossibleSend> sends;
  };

  ProcessId process;
  AssumedScalar scalar;              // the scalar of the process
  std::uint32_t cell = 0;            // its position in the layout
  std::vector<std::int64_t> domain;  // undefined first
  std::set<std::size_t> starts;      // positions of the possible initial values
  std::vector<Move> moves;           // of the transitions that can write it

  [[nodiscard]] std::size_t position(std::int64_t value) const;
};

std::vector<VariableMoves> find_variable_moves(const ModelSystem& system, const MessageClasses& classes);

}  // namespace quorate
