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
  std::int64_t most_processes = 7;  // of instances in which violations are looked for
  double instance_seconds = 20;     // for that, at most
  bool explain = false;
  std::function<void(const std::string&)> progress;  // what is being done, if set
};

// One step of a counterexample: an instance's state beside its abstraction.
struct ConcretisedStep {
  std::string concrete;
  std::string abstract;
};

struct ParamResult : Judged {
  Statistics statistics;  // of the last search of each order, added up
  double seconds = 0;
  std::size_t orders = 0;
  std::size_t intervals = 0;  // of the largest domain
  std::size_t locals = 0;
  std::uint64_t refinements = 0;
  std::size_t pieces = 0;                // that runs were cut into, if that was the proof
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

  // Located errors that make every verdict meaningless: no parameters satisfy the resilience condition.
  bool admissible_parameters_exist();
  // Likewise: whatever the parameters are, some process cannot be initialised.
  bool initial_states_exist();
  // With some parameters there is no run, because a process cannot be initialised.
  std::optional<BlockedStart> start_that_blocks();
  // Whether the number of processes has no bound; otherwise there is little to verify.
  bool processes_unbounded();
  // In so many seconds, if the budget allows as many.
  ParamResult check(const ThresholdProperty& property, double seconds = 1e300);

 private:
  struct Run;  // one property

  void prepare();
  // Everything that was learned, after something was not finished.
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
  std::unique_ptr<KnownInvariants> known_;  // made when they are first needed, as are the orders
  std::vector<std::unique_ptr<OrderContext>> orders_;
  std::unique_ptr<RunSchema> schema_;  // likewise
  bool prepared_ = false;              // they are complete
};

}  // namespace quorate
