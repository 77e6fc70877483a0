// The steps of the reference checker that are not steps of rules: deliveries, losses and crashes.
#include <algorithm>

#include "analysis/walk.hpp"
#include "reference_channels.hpp"
#include "reference_steps.hpp"

namespace quorate {

bool ReferenceSteps::may_crash(const RefState& state, std::int64_t process) const {
  const Status status = state.status[static_cast<std::size_t>(process)];
  if (status == Status::crashed || status == Status::byzantine) return false;
  if (status == Status::crash) return true;
  const RoleId role = model_.role_of(ProcessId(process));
  bool named = false;
  for (const FaultAssumption& fault : model_.faults) {
    if (fault.kind != FaultKind::crash) continue;
    if (std::find(fault.roles.begin(), fault.roles.end(), role) == fault.roles.end()) continue;
    named = true;
    std::int64_t crashed = 0;
    for (std::size_t p = 0; p < state.status.size(); ++p) {
      const RoleId other = model_.role_of(ProcessId(static_cast<std::int64_t>(p)));
      const bool counts = std::find(fault.roles.begin(), fault.roles.end(), other) != fault.roles.end();
      if (counts && state.status[p] == Status::crashed) ++crashed;
    }
    if (crashed >= fault.count) return false;
  }
  return named;
}

void ReferenceSteps::crash(RefState& state, std::int64_t process) const {
  state.status[static_cast<std::size_t>(process)] = Status::crashed;
  std::erase_if(state.channels, [&](const auto& channel) { return channel.first.second == process; });
}

// A crash changes nothing but a status: `observe` runs after it only if it reads one.
void ReferenceSteps::observe_crash(RefState& state) const {
  bool reads_status = false;
  visit_expressions(model_, model_.monitor.observe,
                    [&](const Expr& e) { reads_status = reads_status || e.kind == ExprKind::status; });
  if (reads_status) observe(state);
}

void ReferenceSteps::delivery_steps(const RefState& state) {
  if (options_.traffic == Traffic::m) return;
  for (const auto& [ends, messages] : state.channels) {
    std::vector<RefMessage> waiting;
    for (const RefMessage& message : messages) {
      if (!message.delivered) waiting.push_back(message);
    }
    if (model_.channels.fifo && waiting.size() > 1) waiting.resize(1);
    for (const RefMessage& message : distinct(waiting)) {
      RefState next = state;
      auto& channel = next.channels[ends];
      std::find(channel.begin(), channel.end(), message)->delivered = true;
      if (!model_.channels.fifo) std::sort(channel.begin(), channel.end());
      add_step(std::move(next));
    }
  }
}

void ReferenceSteps::loss_steps(const RefState& state) {
  if (!model_.channels.lossy || options_.loss == Loss::implicit_) return;
  for (const auto& [ends, messages] : state.channels) {
    std::set<RefMessage> lost;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (messages[i].delivered) continue;
      if (!model_.channels.fifo && !lost.insert(messages[i]).second) continue;
      RefState next = state;
      auto rest = messages;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      store(next, ends, std::move(rest));
      add_step(std::move(next));
    }
  }
}

void ReferenceSteps::crash_steps(const RefState& state) {
  if (options_.crash != Crash::explicit_) return;
  for (std::int64_t process = 0; process < model_.process_count(); ++process) {
    if (!may_crash(state, process)) continue;
    RefState next = state;
    crash(next, process);
    observe_crash(next);
    add_step(std::move(next));
  }
}

void ReferenceSteps::receipt_crash_steps(const RefState& state) {
  if (options_.crash != Crash::receipt || model_.channels.synchronous) return;
  for (const auto& [ends, messages] : state.channels) {
    const std::int64_t sender = ends.first;
    const bool crashed = state.status[static_cast<std::size_t>(sender)] == Status::crashed;
    if (!crashed && !may_crash(state, sender)) continue;
    for (const RefMessage& message : consumable(state, ends)) {
      RefState next = state;
      remove_message(next, ends, message);
      crash(next, sender);
      observe_crash(next);
      add_step(std::move(next));
    }
  }
}

}  // namespace quorate
