// Steps of the relaxed model, by the engine: successors of packed states, with consumed messages put back
// where the encoding keeps them.
#pragma once

#include <string>
#include <vector>

#include "induction/proof_system.hpp"

namespace quorate {

using PackedState = std::vector<std::uint64_t>;

inline std::string state_key(const PackedState& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t)};
}

class RelaxedSteps {
 public:
  explicit RelaxedSteps(const ProofSystem& system)
      : system_(system), buffer_(system.relaxed().shape().words) {}

  [[nodiscard]] std::vector<PackedState> initial_states();
  // Steps that fail are left out.
  [[nodiscard]] std::vector<PackedState> successors(const PackedState& state);
  // Whether a successor was left out because it has no room for its messages or is outside of the formulas'
  // domains.
  [[nodiscard]] bool lost() const { return lost_; }

 private:
  bool keep_messages(const PackedState& before, PackedState& after) const;

  const ProofSystem& system_;
  StepBuffer buffer_;
  bool lost_ = false;
};

}  // namespace quorate
