#include "threshold_reference.hpp"

#include <algorithm>
#include <deque>

namespace quorate {

ThresholdReference::ThresholdReference(const ThresholdModel& model, std::vector<std::int64_t> parameters,
                                       std::int64_t arbitrary, std::int64_t highest)
    : model_(model), parameters_(std::move(parameters)), arbitrary_(arbitrary), highest_(highest) {
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
      failed_ = failed_ || value(action.term, state, process) == 0;
      result.push_back(state);
      break;
    case ThresholdActionKind::assign:
      result.push_back(state);
      target(result[0]) = value(action.term, state, process);
      break;
    case ThresholdActionKind::havoc:
      for (std::int64_t number = 0; number <= arbitrary_; ++number) {
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

// Locals that are written before they are read in every step: in the random algorithms those named next_*.
void ThresholdReference::forget(ReferenceThresholdState& state) {
  for (std::size_t p = 0; p < kind_of_.size(); ++p) {
    const auto& locals = model_.processes[kind_of_[p]].locals;
    for (std::size_t i = 0; i < locals.size(); ++i) {
      if (locals[i].name.starts_with("next_")) state.locals[p][i] = 0;
    }
    for (const std::int64_t number : state.locals[p]) failed_ = failed_ || number < 0;
  }
  for (const std::int64_t number : state.shared) failed_ = failed_ || number < 0;
}

bool ThresholdReference::in_range(const ReferenceThresholdState& state) const {
  const auto small = [&](std::int64_t number) { return number <= highest_; };
  return std::ranges::all_of(state.shared, small) &&
         std::ranges::all_of(state.locals, [&](const auto& own) { return std::ranges::all_of(own, small); });
}

std::set<ReferenceThresholdState> ThresholdReference::initialised() {
  ReferenceThresholdState start;
  for (const auto& shared : model_.shared) start.shared.push_back(shared.initial);
  for (const std::size_t kind : kind_of_) {
    start.locals.emplace_back();
    for (const auto& local : model_.processes[kind].locals) start.locals.back().push_back(local.initial);
  }
  std::set<std::pair<std::vector<bool>, ReferenceThresholdState>> open{
      {std::vector<bool>(kind_of_.size(), false), start}};
  for (std::size_t count = 0; count < kind_of_.size(); ++count) {
    decltype(open) next;
    for (const auto& [done, state] : open) {
      for (std::size_t p = 0; p < kind_of_.size(); ++p) {
        if (done[p]) continue;
        States finished;
        States after = run(model_.processes[kind_of_[p]].initialisation, 0, {state}, p, finished);
        after.insert(after.end(), finished.begin(), finished.end());
        std::vector<bool> with = done;
        with[p] = true;
        for (auto& one : after) {
          forget(one);
          next.emplace(with, std::move(one));
        }
      }
      too_large_ = next.size() > 20'000;
      if (failed_ || too_large_) return {};
    }
    open = std::move(next);
  }
  std::set<ReferenceThresholdState> result;
  for (const auto& [done, state] : open) result.insert(state);
  return result;
}

ReferenceThresholdGraph ThresholdReference::explore(std::size_t most) {
  ReferenceThresholdGraph graph;
  graph.initial = initialised();
  std::deque<ReferenceThresholdState> queue;
  for (const auto& state : graph.initial) {
    graph.steps.try_emplace(state);
    queue.push_back(state);
  }
  while (!queue.empty() && !failed_ && graph.steps.size() <= most) {
    const ReferenceThresholdState state = queue.front();
    queue.pop_front();
    if (!in_range(state)) {
      graph.left_range = true;
      continue;
    }
    for (std::size_t p = 0; p < kind_of_.size(); ++p) {
      States finished;
      States after = run(model_.processes[kind_of_[p]].step, 0, {state}, p, finished);
      after.insert(after.end(), finished.begin(), finished.end());
      for (auto& one : after) {
        forget(one);
        graph.steps[state].insert(one);
        if (graph.steps.try_emplace(one).second) queue.push_back(std::move(one));
      }
    }
  }
  graph.failed = failed_;
  graph.too_large = too_large_ || (!failed_ && !queue.empty());
  return graph;
}

}  // namespace quorate
