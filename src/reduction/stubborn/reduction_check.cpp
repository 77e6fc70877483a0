// Verifies the conditions of stubborn sets by walking the unreduced state graph. In each given state:
// - Independence: if the relations say that b does not depend on a, then a neither disables b nor makes it
//   fail, and every state that a-then-b leads to is one that b-then-a leads to.
// - Enabling: if a step enables a group, the relations say that its group can enable that one.
// - Visibility: invisible steps keep the truth of the predicates.
// - Necessary sets: as long as only transitions outside of the set occur, the transition stays disabled. All
//   sets that are offered are checked, not only those that are chosen.
// - The stubborn set: as long as only transitions outside of it occur, none of them is one that a member
//   depends on, all members stay enabled, each commutes with every step on the way, and a model error outside
//   survives the member. These are Valmari's conditions D1 and D2, in the stronger form that every member is
//   a key transition.
//
// Walks are bounded; a state with a walk that reached its bound counts as checked in part. The ignoring
// proviso is not a condition on single states and is not checked here.
#include "reduction/stubborn/reduction_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace quorate {

namespace {

std::string list(const std::vector<MessageDescription>& messages) {
  std::string text;
  for (const auto& message : messages) text += (text.empty() ? "" : ", ") + to_text(message);
  return text;
}

std::string one_line(const StateDescription& state) {
  std::string text;
  const auto variables = [&](const std::vector<NamedValue>& values) {
    for (const NamedValue& v : values) text += fmt::format(" {}={}", v.name, to_text(v.value));
  };
  for (const auto& process : state.processes) {
    text += fmt::format("; {}{}{}", process.name, process.status.empty() ? "" : " ", process.status);
    variables(process.variables);
  }
  for (const auto& channel : state.channels) {
    text += fmt::format("; {} to {}: {}", channel.from, channel.to, list(channel.waiting));
  }
  if (!state.monitors.empty()) text += "; monitor";
  variables(state.monitors);
  return text.empty() ? "empty" : text.substr(2);
}

}  // namespace

ReductionCheck::ReductionCheck(const ModelSystem& system, const LporSystem& reduced,
                               std::vector<PredicateId> visible)
    : system_(system),
      reduced_(reduced),
      relations_(reduced.relations()),
      predicates_(std::move(visible)),
      graph_(system, most_states) {
  const std::size_t groups = relations_.groups();
  disturbs_.assign(groups, lpor::TransitionSet(groups));
  enablers_.assign(groups, lpor::TransitionSet(groups));
  for (std::size_t b = 0; b < groups; ++b) {
    for (std::size_t a = 0; a < groups; ++a) {
      if (relations_.can_enable(a, b)) enablers_[b].insert(a);
      if (a != b && (relations_.dependent(a, b) || (relations_.visible(a) && relations_.visible(b)))) {
        disturbs_[b].insert(a);
      }
    }
  }
}

void ReductionCheck::check(StateView state) {
  const Number number = graph_.number(state);
  if (!seen_.insert(number).second) return;
  const auto& node = graph_.node(number);
  limited_ = !node.complete || !node.failing.empty();
  if (!limited_) {
    check_pairs(number);
    check_enabling(number);
    check_visibility(number);
    check_necessary(number);
    check_stubborn(number);
  }
  ++(limited_ ? checked_.in_part : checked_.complete);
}

std::string ReductionCheck::name(std::size_t group) const {
  const auto& members = relations_.members(group);
  const std::string& first = system_.transitions()[members.front()].name;
  return members.size() == 1 ? first : fmt::format("{} and {} more", first, members.size() - 1);
}

void ReductionCheck::flaw(Number state, const std::string& condition) const {
  throw ReductionFlaw(fmt::format("--check-reductions: {}. State: {}", condition,
                                  one_line(system_.describe(graph_.state(state)))));
}

// Whether all steps of the state are known; if not, this state counts as checked in part.
bool ReductionCheck::known(Number state) {
  if (graph_.node(state).complete) return true;
  limited_ = true;
  return false;
}

lpor::TransitionSet ReductionCheck::enabled_in(Number state) {
  lpor::TransitionSet enabled(relations_.groups());
  const auto& node = graph_.node(state);
  for (const auto& edge : node.edges) {
    enabled.insert(group_of(edge.transition));
  }
  for (const auto t : node.failing) enabled.insert(group_of(t));
  return enabled;
}

std::vector<StateGraph::Number> ReductionCheck::targets(Number state, std::size_t group) {
  std::vector<Number> found;
  for (const auto& edge : graph_.node(state).edges) {
    if (group_of(edge.transition) == group) found.push_back(edge.to);
  }
  return found;
}

bool ReductionCheck::fails(Number state, std::size_t group) {
  return std::ranges::any_of(graph_.node(state).failing, [&](std::size_t t) { return group_of(t) == group; });
}

void ReductionCheck::check_pairs(Number state) {
  const lpor::TransitionSet enabled = enabled_in(state);
  enabled.for_each([&](std::size_t a) {
    enabled.for_each([&](std::size_t b) {
      if (a != b && !relations_.dependent(a, b)) check_commutes(state, a, b);
    });
  });
}

// b does not depend on a, and both are enabled.
void ReductionCheck::check_commutes(Number state, std::size_t a, std::size_t b) {
  const std::uint64_t groups = relations_.groups();
  const std::uint64_t key = (state * groups + a) * groups + b;
  if (commutes_.contains(key)) return;
  std::vector<Number> other_way;
  for (const Number after_b : targets(state, b)) {
    if (!known(after_b)) return;
    const auto both = targets(after_b, a);
    other_way.insert(other_way.end(), both.begin(), both.end());
  }
  std::ranges::sort(other_way);
  for (const Number after_a : targets(state, a)) {
    if (!known(after_a)) return;
    const auto both = targets(after_a, b);
    if (fails(after_a, b)) {
      if (!fails(state, b)) {
        flaw(state,
             fmt::format("{1} has a model error only after {0}, on which it was computed not to depend",
                         name(a), name(b)));
      }
    } else if (both.empty()) {
      flaw(state,
           fmt::format("{1} is disabled by {0}, on which it was computed not to depend", name(a), name(b)));
    }
    for (const Number last : both) {
      if (std::ranges::binary_search(other_way, last)) continue;
      flaw(state, fmt::format("{0} and then {1} lead where {1} and then {0} do not, although {1} was "
                              "computed not to depend on {0}",
                              name(a), name(b)));
    }
  }
  commutes_.insert(key);
}

void ReductionCheck::check_enabling(Number state) {
  const lpor::TransitionSet enabled = enabled_in(state);
  const auto edges = graph_.node(state).edges;
  for (const auto& edge : edges) {
    const std::size_t a = group_of(edge.transition);
    known(edge.to);
    enabled_in(edge.to).for_each([&](std::size_t b) {
      if (enabled.contains(b) || enablers_[b].contains(a)) return;
      flaw(state, fmt::format("{} enables {}, which it was computed not to do", name(a), name(b)));
    });
  }
}

void ReductionCheck::check_visibility(Number state) {
  StepBuffer buffer(system_.shape().words);
  for (const PredicateId predicate : predicates_) {
    const Truth before = system_.holds(predicate, graph_.state(state), buffer);
    for (const auto& edge : graph_.node(state).edges) {
      const std::size_t group = group_of(edge.transition);
      if (relations_.visible(group)) continue;
      buffer.clear();
      if (system_.holds(predicate, graph_.state(edge.to), buffer) == before) continue;
      flaw(state, fmt::format("{} changes the truth of property {}, but was computed to be invisible",
                              name(group), system_.model().properties[predicate.index()].name));
    }
    buffer.clear();
  }
}

std::vector<ReductionCheck::Promise> ReductionCheck::promises(Number state) {
  const lpor::TransitionSet enabled = enabled_in(state);
  std::vector<Promise> all;
  const auto add = [&](const lpor::TransitionSet& set, std::size_t transition) {
    auto found = std::ranges::find(all, set, &Promise::set);
    if (found == all.end()) found = all.insert(all.end(), {set, {}});
    found->disabled.push_back(transition);
  };
  const auto view = graph_.state(state);
  const std::vector<std::uint64_t> copy(view.begin(), view.end());
  for (std::size_t group = 0; group < relations_.groups(); ++group) {
    const auto& members = relations_.members(group);
    if (enabled.contains(group) || system_.transitions()[members.front()].kind == StepKind::otherwise)
      continue;
    for (const auto t : members) {
      add(enablers_[group], t);
      relations_.necessary_sets(t, copy.data(), [&](const lpor::TransitionSet& set) { add(set, t); });
    }
  }
  return all;
}

void ReductionCheck::check_necessary(Number start) {
  for (const Promise& promise : promises(start)) {
    const auto promised = [&](std::size_t t) {
      return std::ranges::find(promise.disabled, t) != promise.disabled.end();
    };
    const auto broken = [&](std::size_t t) {
      std::string names;
      promise.set.for_each([&](std::size_t g) { names += (names.empty() ? "" : ", ") + name(g); });
      flaw(start,
           fmt::format("{} is enabled without any of the transitions computed to be necessary for it: {}",
                       system_.transitions()[t].name, names.empty() ? "none" : names));
    };
    walk_outside(start, promise.set, [&](Number state) {
      const auto& node = graph_.node(state);
      for (const auto& edge : node.edges) {
        if (promised(edge.transition)) broken(edge.transition);
      }
      for (const auto t : node.failing) {
        if (promised(t)) broken(t);
      }
    });
  }
}

template <typename Visit>
void ReductionCheck::walk_outside(Number start, const lpor::TransitionSet& inside, const Visit& visit) {
  std::unordered_set<Number> found{start};
  std::deque<Number> open{start};
  while (!open.empty()) {
    const Number state = open.front();
    open.pop_front();
    known(state);
    visit(state);
    for (const auto& edge : graph_.node(state).edges) {
      if (inside.contains(group_of(edge.transition)) || found.contains(edge.to)) continue;
      if (found.size() >= most_visited) {
        limited_ = true;
        continue;
      }
      found.insert(edge.to);
      open.push_back(edge.to);
    }
  }
}

void ReductionCheck::check_stubborn(Number start) {
  const lpor::TransitionSet enabled = enabled_in(start);
  if (enabled.size() < 2) return;
  const auto view = graph_.state(start);
  const std::vector<std::uint64_t> copy(view.begin(), view.end());
  const lpor::TransitionSet stubborn = reduced_.stubborn_set(copy, enabled);
  if (stubborn.empty()) flaw(start, "the stubborn set is empty although steps are possible");
  if (stubborn.count_new(enabled, lpor::TransitionSet(relations_.groups())) != stubborn.size()) {
    flaw(start, "the stubborn set has members that are disabled");
  }
  walk_outside(start, stubborn, [&](Number state) {
    stubborn.for_each([&](std::size_t member) { check_member(state, member, stubborn); });
  });
}

// The conditions on a member, in a state that is reached without steps of the stubborn set.
void ReductionCheck::check_member(Number state, std::size_t member, const lpor::TransitionSet& stubborn) {
  if (!known(state)) return;
  const lpor::TransitionSet enabled = enabled_in(state);
  if (!enabled.contains(member)) {
    flaw(state, fmt::format("{}, of a stubborn set, was disabled by transitions outside it", name(member)));
  }
  enabled.for_each([&](std::size_t other) {
    if (stubborn.contains(other)) return;
    if (disturbs_[member].contains(other)) {
      flaw(state,
           fmt::format("{} became enabled outside a stubborn set, although its member {} depends on it",
                       name(other), name(member)));
    }
    check_commutes(state, other, member);
    if (fails(state, other)) check_error_stays(state, other, member);
  });
}

void ReductionCheck::check_error_stays(Number state, std::size_t failing, std::size_t member) {
  for (const Number after : targets(state, member)) {
    if (!known(after) || fails(after, failing)) continue;
    flaw(state, fmt::format("the model error of {} is lost after {}, which is in a stubborn set that does "
                            "not contain the former",
                            name(failing), name(member)));
  }
}

}  // namespace quorate
