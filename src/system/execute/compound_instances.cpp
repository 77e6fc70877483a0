// Instances of rules that take messages of several kinds, or several of one sender: one for each choice of
// the senders of every input, and for `all` one for each number of messages from each sender. So all numbers
// of messages are constants of the compiled rule, as the senders of quorums are.
#include <algorithm>

#include "base/budget.hpp"
#include "system/execute/rule_instances.hpp"

namespace quorate {

namespace {

void take_from(Instantiation& instance, const std::vector<ProcessId>& senders, const Receive& receive) {
  instance.inputs.push_back(
      {receive.message_kind, receive.by_position(), instance.senders.size(), senders.size()});
  instance.senders.insert(instance.senders.end(), senders.begin(), senders.end());
  if (!receive.by_position()) return;
  const std::int64_t positions = (std::int64_t{1} << senders.size()) - 1;
  instance.locals[receive.taken.index()] = Operand::of(positions);
}

}  // namespace

// The instances for each choice of senders of the inputs from number `input` on.
bool RuleInstances::for_each_input(const Rule& rule, std::size_t input, const Instantiation& base,
                                   const Visit& visit) const {
  Budget::ask();
  if (input == rule.input_count()) return visit(base);
  const Receive& receive = rule.input(input);
  const Visit next = [&](const Instantiation& one) { return for_each_input(rule, input + 1, one, visit); };
  const std::vector<ProcessId> from = candidates(receive, ProcessId(base.self));
  if (receive.kind == ReceiveKind::part) {
    std::vector<std::int64_t> counts;
    return for_each_part(receive, from, counts, base, next);
  }
  if (receive.kind == ReceiveKind::quorum) {
    return for_each_senders(receive, from, [&](const std::vector<ProcessId>& chosen) {
      Instantiation one = base;
      take_from(one, chosen, receive);
      one.locals[receive.sender.index()] = Operand::of(set_of(chosen, model_.type(receive.sender_type)));
      return next(one);
    });
  }
  const std::size_t count =
      receive.kind == ReceiveKind::batch ? static_cast<std::size_t>(receive.batch_size) : 1;
  return std::ranges::all_of(from, [&](ProcessId q) {
    Instantiation one = base;
    take_from(one, std::vector<ProcessId>(count, q), receive);
    one.locals[receive.sender.index()] = Operand::of(q.value);
    return next(one);
  });
}

bool RuleInstances::for_each_part(const Receive& receive, const std::vector<ProcessId>& from,
                                  std::vector<std::int64_t>& counts, const Instantiation& base,
                                  const Visit& visit) const {
  Budget::ask();
  if (counts.size() < from.size()) {
    for (std::int64_t count = 0; count <= receive.batch_size; ++count) {
      counts.push_back(count);
      const bool more = for_each_part(receive, from, counts, base, visit);
      counts.pop_back();
      if (!more) return false;
    }
    return true;
  }
  std::vector<ProcessId> senders;
  for (std::size_t i = 0; i < from.size(); ++i)
    senders.insert(senders.end(), static_cast<std::size_t>(counts[i]), from[i]);
  if (senders.empty()) return true;
  Instantiation one = base;
  take_from(one, senders, receive);
  return visit(one);
}

}  // namespace quorate
