// One order of the thresholds, with all that is computed once for it and used for every property.
#pragma once

#include <memory>
#include <vector>

#include "parameterized/abstraction/data_abstraction.hpp"

namespace quorate {

// What holds in all instances, for any order of the thresholds.
struct KnownInvariants {
  explicit KnownInvariants(SmtSession& session)
      : counting(counting_invariants(session)), local(local_invariants(session)) {}

  std::vector<CountingInvariant> counting;
  std::vector<LocalInvariant> local;
};

// Facts of a process in the status, its variables and the shared ones being as `term` says: the invariants,
// and that nothing is negative, its first `fresh` arbitrary numbers included.
std::vector<z3::expr> process_facts(SmtSession& session, const KnownInvariants& known, std::int32_t kind,
                                    std::int32_t status, std::int32_t fresh, const SymbolTerm& term);
// Whether some process can make the step in some state that the invariants allow.
bool step_possible(SmtSession& session, const KnownInvariants& known, const ThresholdRule& rule);

class OrderContext {
 public:
  // `known` outlives this object.
  OrderContext(const RuleSystem& rules, IntervalDomain domain, const KnownInvariants& known,
               std::size_t most_locals);

  [[nodiscard]] SmtSession& session() { return session_; }
  [[nodiscard]] const IntervalDomain& domain() const { return domain_; }
  // Made on demand; may throw what DataAbstraction throws.
  DataAbstraction& data(DataAbstraction::Following following);
  // Whether parameters (and quotients) with these values have this order.
  [[nodiscard]] bool includes(const SymbolValue& parameters) const;

 private:
  SmtSession session_;
  IntervalDomain domain_;
  const KnownInvariants& known_;
  std::size_t most_locals_;
  std::unique_ptr<DataAbstraction> coarse_;  // counting variables of processes are not followed
  std::unique_ptr<DataAbstraction> fine_;
};

}  // namespace quorate
