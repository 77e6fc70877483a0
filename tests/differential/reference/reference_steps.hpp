// Initial states and steps of the reference checker. Part of tests/differential.
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "reference_checker.hpp"
#include "reference_eval.hpp"
#include "reference_value.hpp"

namespace quorate {

// Who took a step, and whether somebody was obliged to (docs/semantics.md, fairness).
struct RefStepFacts {
  std::int64_t rule = -1;  // position in Model::rules; -1: a delivery, loss, crash or ELSE
  std::int64_t process = -1;
  std::vector<std::int64_t> senders;  // whose messages it took, ascending
  bool owed = false;
  bool finitely = false;  // runs that take such steps infinitely often do not count
  bool omission = false;  // in place of the rule's step, or of all that take this kind of message
  std::int64_t kind = -1;
  bool misled = false;  // a failure detector's answer was wrong or late

  auto operator<=>(const RefStepFacts&) const = default;
};

class ReferenceSteps {
 public:
  ReferenceSteps(const Model& model, const ReferenceOptions& options) : model_(model), options_(options) {}

  // In no particular order, with repetitions. Model errors are thrown as ReferenceFailure.
  std::vector<RefState> initial_states();
  // One state for each step. Whether a message met a full channel is remembered in found_full().
  std::vector<RefState> successors(const RefState& state);
  // The facts of the steps that successors() returned last, in the same order.
  [[nodiscard]] const std::vector<RefStepFacts>& facts() const { return facts_; }

  [[nodiscard]] bool found_full() const { return found_full_; }
  // reference_timing.cpp: whether the step, one of those returned last, is an early expiry.
  [[nodiscard]] bool is_early(const RefStepFacts& step) const;

 private:
  using Traffic = ReferenceOptions::Traffic;
  using Crash = ReferenceOptions::Crash;
  using Loss = ReferenceOptions::Loss;
  using Assignment = std::vector<RefValue>;  // of a rule's parameters

  [[nodiscard]] std::vector<RefState> with_initial_values() const;
  [[nodiscard]] std::vector<RefState> with_byzantine_choices(std::vector<RefState> states) const;
  [[nodiscard]] std::vector<RefState> with_initial_rules(const std::vector<RefState>& states) const;
  // reference_copies.cpp
  [[nodiscard]] std::vector<RefState> with_contents(std::vector<RefState> states) const;
  void settle(RefState& initial) const;
  void observe(RefState& state) const;
  void observe_crash(RefState& state) const;

  [[nodiscard]] std::vector<Assignment> assignments(const std::vector<RuleParameter>& parameters) const;
  void rule_steps(const RefState& state, const Rule& rule, std::int64_t process);
  [[nodiscard]] std::vector<Received> receipts(const RefState& state, const Rule& rule,
                                               std::int64_t process) const;
  [[nodiscard]] std::vector<Offer> offers(const RefState& state, const Rule& rule, std::int64_t from,
                                          std::int64_t to, std::size_t input = 0) const;
  [[nodiscard]] std::vector<RefMessage> consumable(const RefState& state, ChannelEnds ends) const;
  // reference_symmetric.cpp
  [[nodiscard]] bool is_symmetric(RoleId role) const;
  // Whether nobody has had another message from the sender for the same values of the fields after `same
  // for`.
  [[nodiscard]] bool agrees(const RefState& state, std::int64_t sender, const RefMessage& message) const;
  void remember_receipts(RefState& state, std::int64_t process, const Received& received) const;
  [[nodiscard]] bool is_remembered(KindId kind) const;

  [[nodiscard]] std::set<std::int32_t> fields_read(const Rule& rule, std::size_t input) const;
  [[nodiscard]] std::vector<RefMessage> forgeries(const Rule& rule, std::size_t input) const;
  void execute_rule(const RefState& state, const Rule& rule, std::int64_t process,
                    const Assignment& assignment, const Received& received);
  // `kept`: the senders whose messages stay.
  [[nodiscard]] std::optional<RefState> consume(const RefState& state, std::int64_t process,
                                                const Received& received,
                                                const std::set<std::int64_t>& kept) const;
  [[nodiscard]] bool leaves_delivered(const RefState& after, std::int64_t process) const;
  // reference_copies.cpp: which of the received messages may stay, and the count of copies.
  [[nodiscard]] std::vector<std::set<std::int64_t>> ways_to_keep(const RefState& state,
                                                                 const Received& received) const;
  void count_copies(RefState& state, std::int64_t process, const std::set<std::int64_t>& kept) const;
  void execute_body(const RefState& state, const RefState& consumed, const Rule& rule,
                    const ReferenceRun& heading, const RefStepFacts& facts);
  // reference_compound.cpp
  struct Receipt {
    Taken taken;
    RefState left;  // the state without the messages
  };
  void compound_steps(const RefState& state, const Rule& rule, std::int64_t process,
                      const Assignment& assignment);
  [[nodiscard]] std::vector<Receipt> taken_by(const std::vector<Receipt>& before, const Rule& rule,
                                              std::size_t input, std::int64_t process) const;
  // All ways to take so many messages of one sender.
  [[nodiscard]] std::vector<Receipt> taken_from(const Receipt& before, const Rule& rule, std::size_t input,
                                                std::int64_t sender, std::int64_t process,
                                                std::int64_t count) const;
  struct Letter {
    std::int64_t to;
    RefMessage message;
  };
  // The messages that reach a channel; none if a full one blocks the step.
  [[nodiscard]] std::optional<std::vector<Letter>> letters(
      const RefState& after, std::int64_t process, const std::multimap<std::int64_t, RefMessage>& sent);
  [[nodiscard]] RefState with_letters(RefState state, std::int64_t process,
                                      const std::vector<Letter>& letters) const;
  void send_all(const RefState& before, const RefState& after, const RefStepFacts& facts,
                const std::multimap<std::int64_t, RefMessage>& sent);
  void deliver(RefState& state, ChannelEnds ends, const RefMessage& message) const;

  [[nodiscard]] RefStepFacts facts_of(const RefState& state, const Rule& rule, std::int64_t process,
                                      const Received& received) const;
  void add_step(RefState next, RefStepFacts facts = {});

  void delivery_steps(const RefState& state);
  void loss_steps(const RefState& state);
  void crash_steps(const RefState& state);
  void receipt_crash_steps(const RefState& state);
  [[nodiscard]] std::optional<bool> misled(const RefState& state, const Rule& rule,
                                           const std::vector<RefValue>& locals, const Received& received,
                                           std::int64_t process) const;
  // reference_faults.cpp
  void marking_steps(const RefState& state);
  [[nodiscard]] static bool stopped_by_fault(const RefState& state, std::int64_t process);
  // reference_recovery.cpp
  void recovery_steps(const RefState& state);
  void restart(const RefState& state, std::int64_t process);
  [[nodiscard]] bool recovers(std::int64_t process) const;
  [[nodiscard]] bool may_go_down(const RefState& state, std::int64_t process) const;
  [[nodiscard]] bool may_restart(const RefState& state, std::int64_t process) const;
  [[nodiscard]] std::vector<RefState> fallen(const RefState& state, std::int64_t process) const;
  // The steps in which a crash cuts the rule short. `start`: the messages are taken, nothing is executed.
  void interrupted(const RefState& start, const ReferenceRun& run, const Rule& rule, std::int64_t process,
                   bool always_observed);
  // reference_network.cpp
  void network_steps(const RefState& state);
  void ignoring_steps(const RefState& state);
  // The steps in which the rule's messages are sent in part. `start`: the messages are taken, nothing is
  // executed.
  void omissions(const RefState& start, const ReferenceRun& run, const Rule& rule, RefStepFacts facts);
  [[nodiscard]] bool may_omit(const RefState& state, std::int64_t process, const std::string& word) const;
  // How many messages more the process may omit; none: there is no limit.
  [[nodiscard]] std::optional<std::int64_t> left_to_omit(const RefState& state, std::int64_t process,
                                                         const std::string& word) const;
  [[nodiscard]] bool is_seen(const std::set<std::pair<std::int32_t, std::int32_t>>& written) const;

  [[nodiscard]] bool may_crash(const RefState& state, std::int64_t process) const;
  void crash(RefState& state, std::int64_t process) const;
  [[nodiscard]] bool has_strategy(RoleId role) const;  // a byzantine rule
  [[nodiscard]] bool stateless_byzantine(const RefState& state, std::int64_t process) const;
  [[nodiscard]] bool full(const RefState& state, ChannelEnds ends) const;

  const Model& model_;
  const ReferenceOptions& options_;
  std::vector<RefState> steps_;  // of the state at hand
  std::vector<RefStepFacts> facts_;
  bool found_full_ = false;
};

}  // namespace quorate
