#include "threshold_reference.hpp"

#include <deque>

namespace quorate {

ThresholdReference::ThresholdReference(const ThresholdModel& model, std::vector<std::int64_t> parameters,
                                       std::int64_t highest)
    : model_(model), parameters_(std::move(parameters)), highest_(highest) {
  for (std::size_t kind = 0; kind < model.processes.size(); ++kind) {
    const std::int64_t count = value(model.processes[kind].count, {}, 0);
    for (std::int64_t i = 0; i < count; ++i) kind_of_.push_back(kind);
  }
}

std::int64_t ThresholdReference::value(const ThresholdTerm& term, const ReferenceThresholdState& state,
                                       std::size_t process) const {
  const auto part = [&](std::size_t i) { return value(term.operands[i], state, process); };
  const auto index = static_cast<std::size_t>(term.index);
  const auto counted = [&] {
    std::int64_t count = 0;
    for (std::size_t p = 0; p < kind_of_.size(); ++p) {
      if (static_cast<std::int32_t>(kind_of_[p]) == term.process && value(term.operands[0], state, p) != 0)
        ++count;
    }
    return count;
  };
  switch (term.kind) {
    case TermKind::constant:
      return term.value;
    case TermKind::parameter:
      return parameters_[index];
    case TermKind::shared:
      return state.shared[index];
    case TermKind::local:
      return state.locals[process][index];
    case TermKind::plus:
      return part(0) + part(1);
    case TermKind::minus:
      return part(0) - part(1);
    case TermKind::times:
      return part(0) * part(1);
    case TermKind::divide:
      return part(0) / part(1);
    case TermKind::negate:
      return -part(0);
    case TermKind::equal:
      return part(0) == part(1) ? 1 : 0;
    case TermKind::not_equal:
      return part(0) != part(1) ? 1 : 0;
    case TermKind::less:
      return part(0) < part(1) ? 1 : 0;
    case TermKind::less_equal:
      return part(0) <= part(1) ? 1 : 0;
    case TermKind::greater:
      return part(0) > part(1) ? 1 : 0;
    case TermKind::greater_equal:
      return part(0) >= part(1) ? 1 : 0;
    case TermKind::logical_and:
      return part(0) != 0 && part(1) != 0 ? 1 : 0;
    case TermKind::logical_or:
      return part(0) != 0 || part(1) != 0 ? 1 : 0;
    case TermKind::logical_not:
      return part(0) == 0 ? 1 : 0;
    case TermKind::for_some:
      return counted() > 0 ? 1 : 0;
    case TermKind::count:
      return counted();
    case TermKind::for_all:
      break;
  }
  std::int64_t all = 0;
  for (const std::size_t kind : kind_of_) all += static_cast<std::int32_t>(kind) == term.process ? 1 : 0;
  return counted() == all ? 1 : 0;
}

bool ThresholdReference::holds(const ThresholdTerm& proposition, const ReferenceThresholdState& state) const {
  return value(proposition, state, 0) != 0;
}

ThresholdReference::States ThresholdReference::one(const ThresholdAction& action,
                                                   const ReferenceThresholdState& state, std::size_t process,
                                                   States& finished) {
  const auto target = [&](ReferenceThresholdState& of) -> std::int64_t& {
    const auto index = static_cast<std::size_t>(action.target.index);
    return action.target.shared ? of.shared[index] : of.locals[process][index];
  };
  States result;
  switch (action.kind) {
    case ThresholdActionKind::guard:
      if (value(action.term, state, process) != 0) result.push_back(state);
      break;
    case ThresholdActionKind::check:
      result.push_back(state);
      break;
    case ThresholdActionKind::assign:
      result.push_back(state);
      target(result[0]) = value(action.term, state, process);
      break;
    case ThresholdActionKind::havoc:
      for (std::int64_t number = 0; number <= highest_; ++number) {
        result.push_back(state);
        target(result.back()) = number;
      }
      break;
    case ThresholdActionKind::choice:
      for (const auto& branch : action.branches) {
        for (auto& after : run(branch, 0, {state}, process, finished)) result.push_back(std::move(after));
      }
      break;
    case ThresholdActionKind::finish:
      finished.push_back(state);
      break;
  }
  return result;
}

ThresholdReference::States ThresholdReference::run(const std::vector<ThresholdAction>& actions,
                                                   std::size_t from, States states, std::size_t process,
                                                   States& finished) {
  for (std::size_t i = from; i < actions.size(); ++i) {
    States next;
    for (const auto& state : states) {
      for (auto& after : one(actions[i], state, process, finished)) next.push_back(std::move(after));
    }
    states = std::move(next);
  }
  return states;
}

// The random algorithms call them so.
void ThresholdReference::forget(ReferenceThresholdState& state) const {
  for (std::size_t p = 0; p < kind_of_.size(); ++p) {
    const auto& locals = model_.processes[kind_of_[p]].locals;
    for (std::size_t i = 0; i < locals.size(); ++i) {
      if (locals[i].name.starts_with("next_")) state.locals[p][i] = 0;
    }
    for (const std::int64_t number : state.locals[p])
      left_range_ = left_range_ || number < 0 || number > highest_;
  }
  for (const std::int64_t number : state.shared) left_range_ = left_range_ || number < 0 || number > highest_;
}

std::optional<std::set<ReferenceThresholdState>> ThresholdReference::reachable(std::size_t most) {
  ReferenceThresholdState start;
  for (const auto& shared : model_.shared) start.shared.push_back(shared.initial);
  for (const std::size_t kind : kind_of_) {
    start.locals.emplace_back();
    for (const auto& local : model_.processes[kind].locals) start.locals.back().push_back(local.initial);
  }
  States open{start};
  for (std::size_t p = 0; p < kind_of_.size(); ++p) {
    States finished;
    open = run(model_.processes[kind_of_[p]].initialisation, 0, std::move(open), p, finished);
    open.insert(open.end(), finished.begin(), finished.end());
  }
  std::set<ReferenceThresholdState> seen;
  std::deque<ReferenceThresholdState> queue;
  const auto visit = [&](ReferenceThresholdState state) {
    forget(state);
    if (seen.insert(state).second) queue.push_back(std::move(state));
  };
  for (auto& state : open) visit(std::move(state));
  while (!queue.empty() && seen.size() <= most && !left_range_) {
    const ReferenceThresholdState state = queue.front();
    queue.pop_front();
    for (std::size_t p = 0; p < kind_of_.size(); ++p) {
      States finished;
      for (auto& after : run(model_.processes[kind_of_[p]].step, 0, {state}, p, finished))
        visit(std::move(after));
      for (auto& after : finished) visit(std::move(after));
    }
  }
  if (left_range_ || !queue.empty()) return {};
  return seen;
}

}  // namespace quorate
