// Petri nets reduced by quorate/lpor.hpp: how a checker that shares nothing with Quorate states the facts
// that the library needs. A transition takes a token from each of its input places and puts one into each of
// its output places; a place holds at most `capacity` tokens.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "quorate/lpor.hpp"

namespace petri {

using Places = std::set<std::size_t>;
using Marking = std::vector<int>;  // tokens by place

struct NetTransition {
  Places from;
  Places to;
};

inline bool meet(const Places& a, const Places& b) {
  return std::any_of(a.begin(), a.end(), [&](std::size_t place) { return b.contains(place); });
}

struct Net {
  std::vector<NetTransition> transitions;
  Marking initial;
  int capacity = 1;

  [[nodiscard]] bool lacks_token(std::size_t t, std::size_t place, const Marking& m) const {
    return transitions[t].from.contains(place) && m[place] == 0;
  }
  [[nodiscard]] bool lacks_room(std::size_t t, std::size_t place, const Marking& m) const {
    const NetTransition& it = transitions[t];
    return it.to.contains(place) && !it.from.contains(place) && m[place] == capacity;
  }
  [[nodiscard]] bool enabled(std::size_t t, const Marking& m) const {
    for (std::size_t place = 0; place < m.size(); ++place) {
      if (lacks_token(t, place, m) || lacks_room(t, place, m)) return false;
    }
    return true;
  }
  [[nodiscard]] quorate::lpor::TransitionSet enabled(const Marking& m) const {
    quorate::lpor::TransitionSet set(transitions.size());
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      if (enabled(t, m)) set.insert(t);
    }
    return set;
  }
  [[nodiscard]] Marking fire(std::size_t t, Marking m) const {
    for (const std::size_t place : transitions[t].from) --m[place];
    for (const std::size_t place : transitions[t].to) ++m[place];
    return m;
  }
  // The only transition that puts tokens into the place is t.
  [[nodiscard]] bool only_source(std::size_t t, std::size_t place) const {
    for (std::size_t other = 0; other < transitions.size(); ++other) {
      if (transitions[other].to.contains(place) != (other == t)) return false;
    }
    return true;
  }
};

// The local facts. Transitions depend on each other if they compete for tokens or for room; one can enable
// another by giving it a token or room; and if a place has one source only, the source is necessary for what
// takes from the place. `net` must outlive the relations.
inline quorate::lpor::Relations relations_of(const Net& net) {
  quorate::lpor::Relations relations;
  relations.transitions = net.transitions.size();
  relations.dependent = [&net](std::size_t a, std::size_t b) {
    return meet(net.transitions[a].from, net.transitions[b].from) ||
           meet(net.transitions[a].to, net.transitions[b].to);
  };
  relations.can_enable = [&net](std::size_t a, std::size_t b) {
    return meet(net.transitions[a].to, net.transitions[b].from) ||
           meet(net.transitions[a].from, net.transitions[b].to);
  };
  relations.necessary = [&net](std::size_t b, std::size_t a) {
    const Places& needed = net.transitions[b].from;
    return std::any_of(needed.begin(), needed.end(), [&](std::size_t p) { return net.only_source(a, p); });
  };
  return relations;
}

// In this marking a must occur before b is enabled: b waits for a token that only a can give.
inline bool confirmed(const Net& net, const Marking& m, std::size_t b, std::size_t a) {
  const Places& needed = net.transitions[b].from;
  return std::any_of(needed.begin(), needed.end(),
                     [&](std::size_t place) { return m[place] == 0 && net.only_source(a, place); });
}

// A set of transitions of which one must occur before t is enabled: those that can put a token where t lacks
// one, or take one where t lacks room.
inline quorate::lpor::TransitionSet necessary_set(const Net& net, const Marking& m, std::size_t t) {
  quorate::lpor::TransitionSet set(net.transitions.size());
  for (std::size_t place = 0; place < m.size(); ++place) {
    const bool token = net.lacks_token(t, place, m);
    if (!token && !net.lacks_room(t, place, m)) continue;
    for (std::size_t other = 0; other < net.transitions.size(); ++other) {
      const NetTransition& it = net.transitions[other];
      if ((token ? it.to : it.from).contains(place)) set.insert(other);
    }
    return set;
  }
  return set;
}

struct Explored {
  std::set<Marking> markings;
  std::set<Marking> deadlocks;
};

// All markings that are reached if each marking fires only the transitions chosen(marking, enabled).
template <typename Choose>
Explored explore(const Net& net, const Choose& chosen) {
  Explored result;
  result.markings.insert(net.initial);
  std::vector<Marking> open{net.initial};
  while (!open.empty()) {
    const Marking m = open.back();
    open.pop_back();
    const auto enabled = net.enabled(m);
    if (enabled.empty()) result.deadlocks.insert(m);
    chosen(m, enabled).for_each([&](std::size_t t) {
      Marking next = net.fire(t, m);
      if (result.markings.insert(next).second) open.push_back(std::move(next));
    });
  }
  return result;
}

inline Explored explore_all(const Net& net) {
  return explore(net, [](const Marking&, const quorate::lpor::TransitionSet& enabled) { return enabled; });
}

// Reduced by the generalized algorithm.
inline Explored explore_reduced(const Net& net, const quorate::lpor::StubbornSets& sets) {
  return explore(net, [&](const Marking& m, const quorate::lpor::TransitionSet& enabled) {
    return sets.compute(enabled, [&](std::size_t b, std::size_t a) { return confirmed(net, m, b, a); });
  });
}

// Reduced by closure over necessary enabling sets.
inline Explored explore_reduced(const Net& net, const quorate::lpor::NecessarySets& sets) {
  return explore(net, [&](const Marking& m, const quorate::lpor::TransitionSet& enabled) {
    quorate::lpor::TransitionSet room;
    return sets.compute(enabled, [&](std::size_t t, const auto&) -> const quorate::lpor::TransitionSet& {
      return room = necessary_set(net, m, t);
    });
  });
}

// A net with five transitions (Bokor, Kinder, Serafini, Suri, ASE 2011, Fig. 2): t1 and t2 compete for a
// token; t2 waits for t3, and t3 for both t4 and t5. Transition k of the figure is number k - 1 here.
inline Net five_transitions() {
  Net net;
  net.transitions = {{{0}, {}}, {{0, 5}, {}}, {{3, 4}, {5}}, {{1}, {3}}, {{2}, {4}}};
  net.initial = {1, 1, 1, 0, 0, 0};
  return net;
}

}  // namespace petri
