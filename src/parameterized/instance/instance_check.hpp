// A property of a threshold algorithm at fixed parameters: the temporal engine on an instance, and the
// counterexample replayed with the processes told apart.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "parameterized/instance/guided_instance.hpp"
#include "parameterized/instance/threshold_instance.hpp"
#include "parameterized/threshold_property.hpp"
#include "temporal/ltl_check.hpp"
#include "verify/run/check.hpp"

namespace quorate {

using PackedState = std::vector<std::uint64_t>;

struct InstanceOptions {
  bool counter_representation = true;
  FairnessUse fairness = FairnessUse::exact_name;
  StateFilter wanted;  // restricts the states: then "holds" is never said
  // Where values grow beyond what an instance counts, check once more with those values saturated.
  bool follow_growth = false;
  SearchOptions search;
};

struct InstanceResult : Judged {
  std::optional<ModelFailure> failure;  // an error of the model, the reason
  Statistics statistics;
  std::size_t bits = 0;        // of a state
  std::optional<Lasso> lasso;  // the violation in the states of the instance that was searched
  // Instead of a lasso, for a safety property: the path up to where it is violated.
  std::optional<std::vector<std::vector<std::uint64_t>>> prefix;
};

// Throws InternalError if a counterexample cannot be replayed.
InstanceResult check_instance(const std::shared_ptr<const RuleSystem>& rules,
                              const std::vector<std::int64_t>& parameters, const ThresholdProperty& property,
                              const InstanceOptions& options);

// For a check that was not answered: the limit that it reached, or the error of the model with the trace
// that `replay` makes of the path to it.
void put_problem(const LtlCheck& answer, InstanceResult& result,
                 const std::function<TraceDescription(const std::vector<PackedState>&)>& replay);

// Whether no run satisfies the fairness assumptions, so that every property holds under them. False if a
// limit is reached.
bool no_run_is_fair(const std::shared_ptr<const RuleSystem>& rules,
                    const std::vector<std::int64_t>& parameters, const InstanceOptions& options);

// Why the parameters make no instance: too many processes, or a negative number of them; empty if they do.
std::string instance_problem(const RuleSystem& rules, const std::vector<std::int64_t>& parameters);

}  // namespace quorate
