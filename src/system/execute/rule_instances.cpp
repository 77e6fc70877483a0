// Quorum rules are instantiated for every set of senders of the allowed sizes: the compiler needs the senders
// as constants, and coarser transitions are unions of these [Bokor 2011, 3.5]. Sets grow exponentially, so
// that their number is bounded by `most` before they are enumerated.
#include "system/execute/rule_instances.hpp"

#include <algorithm>
#include <cmath>

#include "base/budget.hpp"

namespace quorate {

bool for_each_assignment(const Model& model, const std::vector<RuleParameter>& parameters,
                         std::vector<Operand>& locals, const std::function<bool()>& visit, std::size_t from) {
  if (from == parameters.size()) {
    Budget::ask();
    return visit();
  }
  for (const auto value : model.values_of(parameters[from].type)) {
    locals[parameters[from].local.index()] = Operand::of(value);
    if (!for_each_assignment(model, parameters, locals, visit, from + 1)) return false;
  }
  return true;
}

namespace {

double assignments(const Model& model, const std::vector<RuleParameter>& parameters) {
  double count = 1;
  for (const RuleParameter& parameter : parameters)
    count *= static_cast<double>(model.values_of(parameter.type).size());
  return count;
}

// The number of subsets of `of` elements with at least `low` and at most `high` members.
double subsets(std::size_t of, std::size_t low, std::size_t high) {
  double sum = 0;
  double of_size = 1;  // binomial coefficient, of over size
  for (std::size_t size = 0; size <= std::min(high, of); ++size) {
    if (size >= low) sum += of_size;
    of_size *= static_cast<double>(of - size) / static_cast<double>(size + 1);
  }
  return sum;
}

// The number of ways to choose the senders of an input.
double choices(const Receive& receive, std::size_t senders) {
  switch (receive.kind) {
    case ReceiveKind::quorum: {
      if (receive.quorum_size < 0) return 0;
      const auto low = static_cast<std::size_t>(receive.quorum_size);
      return subsets(senders, low, receive.at_least ? senders : low);
    }
    case ReceiveKind::part:
      return std::pow(static_cast<double>(receive.batch_size + 1), static_cast<double>(senders)) - 1;
    default:
      return static_cast<double>(senders);
  }
}

// Calls `visit` with every subset of `candidates` of at least `low` and at most `high` members, until it says
// no.
bool for_each_subset(const std::vector<ProcessId>& candidates, std::size_t low, std::size_t high,
                     std::vector<ProcessId>& chosen, const std::function<bool()>& visit,
                     std::size_t from = 0) {
  if (chosen.size() + (candidates.size() - from) < low) return true;  // too few are left
  if (chosen.size() >= low && chosen.size() <= high && !visit()) return false;
  if (chosen.size() == high) return true;
  for (std::size_t i = from; i < candidates.size(); ++i) {
    chosen.push_back(candidates[i]);
    const bool more = for_each_subset(candidates, low, high, chosen, visit, i + 1);
    chosen.pop_back();
    if (!more) return false;
  }
  return true;
}

}  // namespace

double RuleInstances::most(const Rule& rule) const {
  if (!any(rule)) return 0;
  const double own = static_cast<double>(model_.role(rule.role).count) * assignments(model_, rule.parameters);
  double all = own;
  for (std::size_t i = 0; i < rule.input_count(); ++i)
    all *= choices(rule.input(i), model_.values_of(rule.input(i).sender_type).size());
  return all;
}

bool RuleInstances::for_each(const Rule& rule, const Visit& visit) const {
  if (!any(rule)) return true;
  for (const auto process : model_.values_of(model_.role(rule.role).type)) {
    Instantiation base;
    base.self = static_cast<std::int32_t>(process);
    base.locals.resize(rule.frame.size());
    base.locals[rule.self.index()] = Operand::of(process);
    const bool more = for_each_assignment(model_, rule.parameters, base.locals,
                                          [&] { return for_each_sending(rule, base, visit); });
    if (!more) return false;
  }
  return true;
}

// The instances for each sender or set of senders.
bool RuleInstances::for_each_sending(const Rule& rule, const Instantiation& base, const Visit& visit) const {
  const Receive& receive = rule.receive;
  if (receive.kind == ReceiveKind::none) return visit(base);
  if (rule.compound()) return for_each_input(rule, 0, base, visit);
  const std::vector<ProcessId> from = candidates(receive, ProcessId(base.self));
  if (receive.kind == ReceiveKind::quorum) return for_each_quorum(rule, base, from, visit);
  for (const ProcessId q : from) {
    Instantiation one = base;
    one.message_kind = receive.message_kind;
    one.senders = {q};
    one.locals[receive.sender.index()] = Operand::of(q.value);
    if (!visit(one)) return false;
  }
  return true;
}

std::vector<ProcessId> RuleInstances::candidates(const Receive& receive, ProcessId self) const {
  std::vector<ProcessId> all;
  for (const auto q : model_.values_of(receive.sender_type)) {
    if (reaches(q, self.value) && can_offer(ProcessId(q), self, receive.message_kind)) all.emplace_back(q);
  }
  return all;
}

bool RuleInstances::for_each_senders(const Receive& receive, const std::vector<ProcessId>& from,
                                     const std::function<bool(const std::vector<ProcessId>&)>& visit) {
  if (receive.quorum_size < 0) return true;
  const auto low = static_cast<std::size_t>(receive.quorum_size);
  std::vector<ProcessId> chosen;
  return for_each_subset(from, low, receive.at_least ? from.size() : low, chosen, [&] {
    Budget::ask();
    return visit(chosen);
  });
}

bool RuleInstances::for_each_quorum(const Rule& rule, const Instantiation& base,
                                    const std::vector<ProcessId>& from, const Visit& visit) const {
  const Receive& receive = rule.receive;
  return for_each_senders(receive, from, [&](const std::vector<ProcessId>& chosen) {
    Instantiation quorum = base;
    quorum.message_kind = receive.message_kind;
    quorum.quorum = true;
    quorum.senders = chosen;
    quorum.locals[receive.sender.index()] = Operand::of(set_of(chosen, model_.type(receive.sender_type)));
    return visit(quorum);
  });
}

// Whether a process may offer a message: through a channel, or, if it can be faulty, a forged or absent one.
bool RuleInstances::can_offer(ProcessId from, ProcessId to, KindId kind) const {
  const RoleId from_role = model_.role_of(from);
  if (tracked_[from_role.index()]) return true;
  return flow_.kinds[from_role.index()][model_.role_of(to).index()].contains(kind);
}

}  // namespace quorate
