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

struct ReferenceThresholdGraph {
  std::set<ReferenceThresholdState> initial;
  std::map<ReferenceThresholdState, std::set<ReferenceThresholdState>> steps;  // of every state
  bool failed = false;      // an assertion fails, or a variable goes below zero; the rest is not complete
  bool too_large = false;   // more states than wanted
  bool left_range = false;  // some state has larger values than `highest`, and no steps here
};

class ThresholdReference {
 public:
  // Arbitrary numbers go from 0 to `arbitrary`, variables up to `highest`.
  ThresholdReference(const ThresholdModel& model, std::vector<std::int64_t> parameters,
                     std::int64_t arbitrary, std::int64_t highest);

  ReferenceThresholdGraph explore(std::size_t most);
  [[nodiscard]] bool holds(const ThresholdTerm& proposition, const ReferenceThresholdState& state) const;

 private:
  using States = std::vector<ReferenceThresholdState>;

  [[nodiscard]] std::int64_t value(const ThresholdTerm& term, const ReferenceThresholdState& state,
                                   std::size_t process) const;
  States run(const std::vector<ThresholdAction>& actions, std::size_t from, States states,
             std::size_t process, States& finished);
  States one(const ThresholdAction& action, const ReferenceThresholdState& state, std::size_t process,
             States& finished);
  // Locals that are not read at the beginning of a step do not distinguish states.
  void forget(ReferenceThresholdState& state);
  [[nodiscard]] bool in_range(const ReferenceThresholdState& state) const;
  // In every order of the processes.
  std::set<ReferenceThresholdState> initialised();

  const ThresholdModel& model_;
  std::vector<std::int64_t> parameters_;
  std::int64_t arbitrary_;
  std::int64_t highest_;
  std::vector<std::size_t> kind_of_;  // by process
  bool failed_ = false;
  bool too_large_ = false;
};

}  // namespace quorate
