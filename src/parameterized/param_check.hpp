// `quorate param`: a property for all admissible parameters at once. Abstraction, refinement, concretisation.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parameterized/abstraction/counter_abstraction.hpp"
#include "parameterized/abstraction/order_context.hpp"
#include "parameterized/automaton/initialisation.hpp"
#include "parameterized/instance/instance_check.hpp"
#include "parameterized/schema/run_schema.hpp"

namespace quorate {

struct ParamOptions {
  SearchOptions search;
  std::uint64_t most_refinements = 500;
  std::size_t most_locals = 600;    // local states of an abstraction
  std::int64_t most_processes = 7;  // of instances in which violations are searched for
  double instance_seconds = 20;     // for that, at most
  bool explain = false;
  std::function<void(const std::string&)> progress;  // told what is being done, if set
};

// One step of a counterexample: an instance's state beside its abstraction.
struct ConcretisedStep {
  std::string concrete;
  std::string abstract;
};

struct ParamResult : Judged {
  Statistics statistics;  // of all abstract searches, added up
  double seconds = 0;
  std::size_t orders = 0;
  std::size_t intervals = 0;  // of the largest domain
  std::size_t locals = 0;
  std::uint64_t refinements = 0;
  std::size_t pieces = 0;                // into which runs were cut, if that was the proof
  std::uint64_t questions = 0;           // to the solver
  std::vector<std::int64_t> parameters;  // of a violation
  std::optional<InstanceResult> instance;
  std::optional<std::size_t> loop_start;      // in `side_by_side`
  std::vector<ConcretisedStep> side_by_side;  // of a violation
  std::vector<std::string> explanation;       // filled in if asked for
};

class ParamChecker {
 public:
  ParamChecker(std::shared_ptr<const RuleSystem> rules, ParamOptions options);
  ~ParamChecker();
  ParamChecker(const ParamChecker&) = delete;
  ParamChecker& operator=(const ParamChecker&) = delete;

  // Whether some parameters satisfy the resilience condition; otherwise no verdict means anything.
  bool admissible_parameters_exist();
  // Whether all processes can be initialised for some parameters; otherwise there is no run.
  bool initial_states_exist();
  // Parameters for which there is no run because a process cannot be initialised.
  std::optional<BlockedStart> start_that_blocks();
  // Whether the number of processes has no bound; otherwise there is little to verify.
  bool processes_unbounded();
  // At most so many seconds, and no more than the budget allows.
  ParamResult check(const ThresholdProperty& property, double seconds = 1e300);

 private:
  struct Run;  // one property

  void prepare();
  // Drops everything that was computed, after a computation was cut short.
  void forget();
  bool decide(Run& run);
  std::string problem_at_start();
  bool assertions_hold();
  bool verify(Run& run);
  bool verify_with(OrderContext& order, DataAbstraction::Following following,
                   CounterAbstraction::Counting counting, SearchOptions search, Run& run);
  bool refine(const Lasso& lasso, CounterAbstraction& system, Run& run);
  bool verify_by_schema(Run& run);
  bool concretise(std::int64_t size_limit, double seconds, Run& run);
  Verdict look_at(const std::vector<std::int64_t>& parameters, double seconds, Run& run,
                  const StateFilter& wanted = {});
  bool look_along(const Lasso& lasso, const CounterAbstraction& system, Run& run);
  void show_violation(Run& run);
  void explain_order(OrderContext& order, Run& run);
  void explain_locals(DataAbstraction& data, Run& run);
  [[nodiscard]] SearchOptions limits(const Run& run) const;
  [[nodiscard]] std::int64_t number_of_processes(const std::vector<std::int64_t>& parameters) const;

  std::shared_ptr<const RuleSystem> rules_;
  ParamOptions options_;
  std::unique_ptr<SmtSession> session_;
  std::unique_ptr<KnownInvariants> known_;  // made on demand, as are the orders
  std::vector<std::unique_ptr<OrderContext>> orders_;
  std::unique_ptr<RunSchema> schema_;  // likewise
  bool prepared_ = false;              // they are complete
};

}  // namespace quorate
