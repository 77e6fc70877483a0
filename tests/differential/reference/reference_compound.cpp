// Rules that take messages of several kinds, or several of one sender, as docs/semantics.md describes them:
// each input takes from the state that the ones before it leave.
#include <algorithm>

#include "reference_channels.hpp"
#include "reference_steps.hpp"

namespace quorate {

std::vector<ReferenceSteps::Receipt> ReferenceSteps::taken_from(const Receipt& before, const Rule& rule,
                                                                std::size_t input, std::int64_t sender,
                                                                std::int64_t process,
                                                                std::int64_t count) const {
  std::vector<Receipt> all = {before};
  for (std::int64_t k = 0; k < count; ++k) {
    std::vector<Receipt> longer;
    for (const Receipt& receipt : all) {
      for (const Offer& offer : offers(receipt.left, rule, sender, process, input)) {
        Receipt next = receipt;
        next.taken.back().emplace_back(sender, offer);
        if (offer.consumes) remove_message(next.left, {sender, process}, offer.message);
        longer.push_back(std::move(next));
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<ReferenceSteps::Receipt> ReferenceSteps::taken_by(const std::vector<Receipt>& before,
                                                              const Rule& rule, std::size_t input,
                                                              std::int64_t process) const {
  const Receive& receive = rule.input(input);
  auto senders = model_.values_of(receive.sender_type);
  if (!model_.channels.loopback) std::erase(senders, process);
  std::vector<Receipt> result;
  for (Receipt start : before) {
    start.taken.emplace_back();
    // Each sender gives so many messages at least and at most.
    const bool one_sender = receive.kind == ReceiveKind::single || receive.kind == ReceiveKind::batch;
    const std::int64_t most =
        receive.kind == ReceiveKind::batch || receive.kind == ReceiveKind::part ? receive.batch_size : 1;
    std::vector<std::pair<std::size_t, Receipt>> partial = {{0, start}};  // with the number of senders used
    for (const std::int64_t sender : senders) {
      std::vector<std::pair<std::size_t, Receipt>> longer = partial;  // nothing of this sender
      for (const auto& [used, receipt] : partial) {
        const std::int64_t least = receive.kind == ReceiveKind::part ? 1 : most;
        for (std::int64_t count = least; count <= most; ++count) {
          for (Receipt& next : taken_from(receipt, rule, input, sender, process, count))
            longer.emplace_back(used + 1, std::move(next));
        }
      }
      partial = std::move(longer);
    }
    std::set<std::vector<std::pair<std::int64_t, Offer>>>
        known;  // messages that are taken together have no order
    for (auto& [used, receipt] : partial) {
      const auto size = static_cast<std::int64_t>(used);
      const bool fits = one_sender                          ? used == 1
                        : receive.kind == ReceiveKind::part ? used > 0
                        : receive.at_least                  ? size >= receive.quorum_size
                                                            : size == receive.quorum_size;
      if (!fits) continue;
      auto together = receipt.taken.back();
      std::sort(together.begin(), together.end());
      if (known.insert(std::move(together)).second) result.push_back(std::move(receipt));
    }
  }
  return result;
}

void ReferenceSteps::compound_steps(const RefState& state, const Rule& rule, std::int64_t process,
                                    const Assignment& assignment) {
  std::vector<Receipt> receipts = {{{}, state}};
  for (std::size_t i = 0; i < rule.input_count(); ++i) receipts = taken_by(receipts, rule, i, process);
  for (const Receipt& receipt : receipts) {
    std::vector<RefValue> locals(rule.frame.size());
    locals[rule.self.index()] = process;
    for (std::size_t i = 0; i < assignment.size(); ++i)
      locals[rule.parameters[i].local.index()] = assignment[i];
    RefStepFacts facts{&rule - model_.rules.data(), process, {}, !rule.byzantine};
    for (std::size_t i = 0; i < rule.input_count(); ++i) {
      const Receive& receive = rule.input(i);
      std::set<std::int64_t> senders;
      for (const auto& [sender, offer] : receipt.taken[i]) {
        senders.insert(sender);
        facts.senders.push_back(sender);
        if (stateless_byzantine(state, sender)) facts.owed = false;
      }
      if (receive.kind == ReceiveKind::quorum) {
        const TypeId type = rule.frame[receive.sender.index()].type;
        locals[receive.sender.index()] = set_mask(model_, type, senders, rule.guard);
      } else if (receive.kind != ReceiveKind::part) {
        locals[receive.sender.index()] = *senders.begin();
      }
      if (receive.by_position())
        locals[receive.taken.index()] = (std::int64_t{1} << receipt.taken[i].size()) - 1;
    }
    std::sort(facts.senders.begin(), facts.senders.end());
    RefState current = state;
    ReferenceChoices none(false);
    ReferenceRun test{model_, current, none, locals, nullptr, process, &receipt.taken, &rule};
    if (!evaluate_condition(test, rule.guard)) continue;
    if (options_.traffic == Traffic::rm && leaves_delivered(receipt.left, process)) continue;
    execute_body(state, receipt.left, rule, test, facts);
  }
}

}  // namespace quorate
