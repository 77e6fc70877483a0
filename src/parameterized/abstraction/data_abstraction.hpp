// PIA data abstraction [Gmeiner 2015, 4.2]: counting and shared variables are known by their interval only.
// A local state is a process's status with the intervals of its counting variables. There are finitely
// many, and what a process in one of them can do is computed by SMT, once for each combination that
// matters.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "parameterized/abstraction/counting_invariants.hpp"
#include "parameterized/abstraction/interval_domain.hpp"
#include "parameterized/abstraction/local_invariants.hpp"

namespace quorate {

struct AbstractLocal {
  std::int32_t kind = 0;
  std::int32_t status = 0;
  std::vector<IntervalNumber> intervals;  // by position in RuleProcess::counters

  auto operator<=>(const AbstractLocal&) const = default;
};

using Intervals = std::vector<IntervalNumber>;

struct AbstractStep {
  std::uint32_t to = 0;  // local state
  Intervals shared;      // after the step
  std::size_t rule = 0;
};

enum class Decision : std::uint8_t { never, always, sometimes };

class DataAbstraction {
 public:
  // In `session` the order of the domain and what is known of all instances are assumed; it outlives this
  // object. Counting variables of processes are followed by interval, or not at all: then they have any
  // values that the invariants allow, in each step anew. Shared variables are always followed.
  enum class Following { nothing, intervals };

  // Of the local invariants those that were proved are used. Throws TooLarge if there are more than
  // `most_locals` local states.
  DataAbstraction(SmtSession& session, const IntervalDomain& domain,
                  const std::vector<LocalInvariant>& invariants, Following following,
                  std::size_t most_locals);

  struct TooLarge : Undecidable {
    TooLarge() : Undecidable("the abstraction has too many local states") {}
  };

  struct NegativeValue : Undecidable {
    NegativeValue() : Undecidable("a variable may become negative") {}
  };

  [[nodiscard]] SmtSession& session() const { return session_; }
  [[nodiscard]] const RuleSystem& rules() const { return session_.rules(); }
  [[nodiscard]] const IntervalDomain& domain() const { return domain_; }
  // Of the counting variables of processes.
  [[nodiscard]] const IntervalDomain& local_domain() const { return local_domain_; }
  [[nodiscard]] const std::vector<AbstractLocal>& locals() const { return locals_; }
  // The local states that an initialisation may lead to.
  [[nodiscard]] const std::vector<std::uint32_t>& initial(std::size_t rule) const { return initial_[rule]; }

  // Where a process in the local state may go, whatever the shared variables are.
  std::vector<std::uint32_t> targets(std::uint32_t local);
  const std::vector<AbstractStep>& steps(std::uint32_t local, const Intervals& shared);
  // Whether a process in the local state may be unable to take any step.
  bool may_block(std::uint32_t local, const Intervals& shared);
  // Whether a process in the local state is counted by a count of the rules.
  Decision counted(std::size_t count, std::uint32_t local, const Intervals& shared);

  // Facts about one process in the local state; its variables are named by the tag.
  std::vector<z3::expr> local_facts(std::uint32_t local, const std::string& tag, bool after = false);
  // Whether processes of the local state's kind have invariants, so that its intervals restrict the shared
  // variables.
  [[nodiscard]] bool has_invariants(std::uint32_t local) const;
  std::vector<z3::expr> shared_facts(const Intervals& shared, bool after = false);

  [[nodiscard]] std::string local_name(std::uint32_t local) const;

 private:
  // What a rule reads and changes; the rest keeps its interval.
  struct RuleUse {
    std::vector<std::size_t> counters_read;
    std::vector<std::size_t> shared_read;
    std::vector<std::size_t> counters_written;
    std::vector<std::size_t> shared_written;
  };
  struct Outcome {
    Intervals counters;  // of those written
    Intervals shared;
  };

  std::vector<z3::expr> invariant_facts(std::int32_t kind, std::int32_t status, const std::string& tag,
                                        bool after);
  void find_uses();
  void refuse_negative(const ThresholdRule& rule, const RuleUse& use);
  void close_locals(std::size_t most_locals);
  std::uint32_t number_of(AbstractLocal local);
  const std::vector<Outcome>& outcomes(std::size_t rule, const AbstractLocal& local, const Intervals* shared);
  std::vector<Outcome> enumerate(const ThresholdRule& rule, const RuleUse& use, bool with_shared);

  SmtSession& session_;
  const IntervalDomain& domain_;
  IntervalDomain local_domain_;
  std::vector<LocalInvariant> invariants_;
  std::vector<RuleUse> uses_;
  std::vector<AbstractLocal> locals_;
  std::map<AbstractLocal, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> initial_;
  std::map<std::vector<std::int32_t>, std::vector<Outcome>> outcomes_;
  std::map<std::pair<std::uint32_t, Intervals>, std::vector<AbstractStep>> steps_;
  std::map<std::pair<std::uint32_t, Intervals>, bool> blocked_;
  std::map<std::tuple<std::size_t, std::uint32_t, Intervals>, Decision> decisions_;
};

}  // namespace quorate
