// The instances of rules: one for each process, each value of the rule's parameters and each set of senders
// that may offer the message. Part of building the executable system.
#pragma once

#include <functional>
#include <vector>

#include "analysis/message_flow.hpp"
#include "faults/fault_model.hpp"
#include "model/model.hpp"
#include "system/compile/compiler.hpp"

namespace quorate {

// Calls `visit` for every assignment of values to the parameters, until it returns false.
bool for_each_assignment(const Model& model, const std::vector<RuleParameter>& parameters,
                         std::vector<Operand>& locals, const std::function<bool()>& visit,
                         std::size_t from = 0);

class RuleInstances {
 public:
  // All arguments must outlive this.
  RuleInstances(const Model& model, const FaultModel& faults, const MessageFlow& flow)
      : model_(model), tracked_(faults.has_status), flow_(flow) {}

  // Whether the rule has instances at all: a rule of Byzantine processes has none where no process may be
  // Byzantine.
  [[nodiscard]] bool any(const Rule& rule) const { return !rule.byzantine || tracked_[rule.role.index()]; }
  // An upper bound on the number of instances.
  [[nodiscard]] double most(const Rule& rule) const;
  // Visits all instances until `visit` returns false; returns false if it did.
  using Visit = std::function<bool(const Instantiation&)>;
  bool for_each(const Rule& rule, const Visit& visit) const;
  [[nodiscard]] bool reaches(std::int64_t from, std::int64_t to) const {
    return from != to || model_.channels.loopback;
  }

 private:
  bool for_each_sending(const Rule& rule, const Instantiation& base, const Visit& visit) const;
  bool for_each_input(const Rule& rule, std::size_t input, const Instantiation& base,
                      const Visit& visit) const;
  bool for_each_part(const Receive& receive, const std::vector<ProcessId>& from,
                     std::vector<std::int64_t>& counts, const Instantiation& base, const Visit& visit) const;
  [[nodiscard]] std::vector<ProcessId> candidates(const Receive& receive, ProcessId self) const;
  // Every set of senders that the quorum may have.
  static bool for_each_senders(const Receive& receive, const std::vector<ProcessId>& from,
                               const std::function<bool(const std::vector<ProcessId>&)>& visit);
  bool for_each_quorum(const Rule& rule, const Instantiation& base, const std::vector<ProcessId>& from,
                       const Visit& visit) const;
  [[nodiscard]] bool can_offer(ProcessId from, ProcessId to, KindId kind) const;

  const Model& model_;
  const std::vector<bool>& tracked_;  // roles with a status
  const MessageFlow& flow_;
};

}  // namespace quorate
