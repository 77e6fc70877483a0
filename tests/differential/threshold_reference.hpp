// A deliberately naive executor of threshold algorithms: it walks the statements, process by process, and
// knows nothing of control-flow automata, rules, statuses or packing.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "model/threshold_model.hpp"

namespace quorate {

struct ReferenceThresholdState {
  std::vector<std::int64_t> shared;
  std::vector<std::vector<std::int64_t>> locals;  // by process, kinds one after the other

  auto operator<=>(const ReferenceThresholdState&) const = default;
};

class ThresholdReference {
 public:
  // Variables have values from 0 to `highest`.
  ThresholdReference(const ThresholdModel& model, std::vector<std::int64_t> parameters, std::int64_t highest);

  // All states that can be reached; none if there are more than `most`, or a variable leaves its range.
  std::optional<std::set<ReferenceThresholdState>> reachable(std::size_t most);
  [[nodiscard]] bool holds(const ThresholdTerm& proposition, const ReferenceThresholdState& state) const;

 private:
  using States = std::vector<ReferenceThresholdState>;

  [[nodiscard]] std::int64_t value(const ThresholdTerm& term, const ReferenceThresholdState& state,
                                   std::size_t process) const;
  States run(const std::vector<ThresholdAction>& actions, std::size_t from, States states,
             std::size_t process, States& finished);
  States one(const ThresholdAction& action, const ReferenceThresholdState& state, std::size_t process,
             States& finished);
  // Locals that no one reads at the beginning of a step do not tell states apart.
  void forget(ReferenceThresholdState& state) const;

  const ThresholdModel& model_;
  std::vector<std::int64_t> parameters_;
  std::int64_t highest_;
  std::vector<std::size_t> kind_of_;  // by process
  mutable bool left_range_ = false;
};

}  // namespace quorate
