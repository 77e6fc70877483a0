// Makes the steps of one state as docs/semantics.md defines them: offers, guards, bodies, sends, crashes,
// deliveries.
#pragma once

#include "system/execute/model_system.hpp"
#include "system/execute/workspace.hpp"

namespace quorate {

class ModelSystem::Stepper {
 public:
  Stepper(const ModelSystem& system, const std::uint64_t* state, StepBuffer& buffer)
      : s_(system), state_(state), buffer_(buffer), work_(system.workspace(buffer)) {}

  void step(TransitionId transition);

 private:
  void rule(TransitionId transition);
  void single(TransitionId transition);
  void quorum(TransitionId transition);
  void compound(TransitionId transition, std::size_t from);
  void compound_offers(TransitionId transition, std::size_t i, std::vector<Offer>& offers);
  void take_compound(TransitionId transition, std::uint64_t* target);
  // Fills `offers` with what sender number `i` of the transition can offer.
  void collect(TransitionId transition, std::size_t i, std::vector<Offer>& offers);
  void channel_offers(const Action& action, const ChannelLayout& channel, bool sender_crashes,
                      std::vector<Offer>& offers);
  [[nodiscard]] bool consumes_everything(ProcessId process, std::size_t consumed);
  // For the offers picked in work_: evaluates the guard and executes the body with all choices.
  void execute(TransitionId transition);
  bool guard_holds(const Action& action);
  // Takes the picked messages but `kept` (a bit for each sender), and executes the body with all choices.
  void take(TransitionId transition, std::uint64_t kept);
  bool consume(TransitionId transition, std::uint64_t kept, std::uint64_t* target);
  void complete(TransitionId transition);
  [[nodiscard]] bool is_no_message(std::int32_t kind, std::uint64_t code) const;
  bool send_all(TransitionId transition, std::uint64_t* target);
  bool send_one(ProcessId from, const Outgoing& message, std::uint64_t* target);
  bool deliver_to(ProcessId from, const Outgoing& message, std::uint64_t* target, bool& arrived);
  void send_in_part(TransitionId transition, bool crashes);
  void delivery(TransitionId transition);
  void loss(TransitionId transition);
  void crash(TransitionId transition);
  void crash_at_receipt(TransitionId transition);
  bool finish(TransitionId transition, std::uint64_t* target, bool observed);
  void fail(TransitionId transition);

  void describe_rule(TransitionId transition, const std::vector<Outgoing>& sent, const std::string& note);
  void describe_other(TransitionId transition, std::uint64_t message, const std::string& note);

  const ModelSystem& s_;
  const std::uint64_t* state_;
  StepBuffer& buffer_;
  Workspace& work_;
};

}  // namespace quorate
