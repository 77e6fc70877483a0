// Local partial-order reduction (LPOR) as a library: static stubborn sets for any explicit-state checker,
// without the rest of Quorate. C++20; needs the standard library and transition_set.hpp beside this file,
// nothing else.
//
// The idea is that of Bokor, Kinder, Serafini and Suri (Supporting Domain-Specific State Space Reductions
// through Local Partial-Order Reduction, ASE 2011; appendix B of Bokor's dissertation, Darmstadt 2011): the
// user numbers the transitions of a system and states local facts about pairs of them. From these facts the
// library computes, for a state, a subset of the enabled transitions that is enough to execute there.
//
//   dependent(a, b)   a and b can be enabled together, and executing a may disable b, or a-then-b may lead
//                     where b-then-a does not. Need not be symmetric.
//   can_enable(a, b)  executing a where b is disabled may make b enabled.
//   necessary(b, a)   optional: b is enabled only after a was executed. May be a guess: it is used only in
//                     states where the caller confirms it, so that a wrong guess costs reduction, never
//                     soundness.
//   visible(a)        a may change the truth of the property. Needed for invariants, not for deadlocks.
//
// Facts may be overstated (except necessary, which may be understated): saying "dependent" of an independent
// pair is sound. A transition may be non-deterministic.
//
// How to use it: fill a Relations, make one StubbornSets or NecessarySets of it before the search, call
// compute with the enabled transitions of each state, and execute only the transitions that it returns.
//
// What such a search preserves: all deadlocks, always. If facts about visibility are given and no enabled
// transition is ignored forever (because the state space is acyclic, or by a proviso of the search), also
// whether a state that violates an invariant is reachable, and whether a given transition ever occurs.
//
// There are two ways to compute the sets.
//
// StubbornSets is the generalized algorithm of the dissertation (its Algorithms 4 and 5). Forward enable sets
// are computed once. In a state, a transition joins the set if a member depends on it, or if it starts a
// chain of enabling that ends in such a transition, unless the chain needs a necessary transition that is
// already in the set. There can be exponentially many chains with their necessary transitions. A transition
// with more than Options::most_chains is treated as if nothing were known to be necessary: that is sound, but
// reduces less (see fell_back()).
//
// NecessarySets is the closure over necessary enabling sets: for a disabled transition on which a member
// depends, one set of transitions joins of which one must occur first. It needs no precomputation beyond the
// relations, is polynomial, and can use more general knowledge of the state ("one of these three must send").
// It includes what StubbornSets finds as a special case. Quorate uses this one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "quorate/transition_set.hpp"

namespace quorate::lpor {

// The facts about the transitions 0 .. transitions-1. The functions are called before any search only.
struct Relations {
  std::size_t transitions = 0;
  std::function<bool(Transition, Transition)> dependent;
  std::function<bool(Transition, Transition)> can_enable;
  std::function<bool(Transition, Transition)> necessary;  // may be empty
  std::function<bool(Transition)> visible;                // may be empty: nothing is visible
};

// How steps of visible transitions keep their order (for invariants).
enum class Visibility {
  together,  // a set with a visible transition contains all visible ones (they depend on each other)
  all,       // a set with an enabled visible transition is the set of all enabled transitions
};

// The enabled transition that a set is started from.
enum class Initial {
  first,     // the first enabled one
  smallest,  // every enabled one is tried, and the smallest set is taken
};

// The order in which members are processed. It may change the size of a set, not its soundness.
enum class Order { depth_first, breadth_first };

struct Options {
  Visibility visibility = Visibility::together;
  Initial initial = Initial::smallest;
  Order order = Order::depth_first;
  std::size_t most_chains = 256;  // StubbornSets only: kept for one transition
};

namespace detail {

// The worklist of a closure.
class Worklist {
 public:
  Worklist(std::size_t transitions, Order order) : order_(order) { items_.reserve(transitions); }
  void begin(Transition initial) {
    items_.assign(1, initial);
    next_ = 0;
  }
  [[nodiscard]] bool empty() const { return next_ == items_.size(); }
  void add(Transition t) { items_.push_back(t); }
  Transition take() {
    if (order_ != Order::depth_first) return items_[next_++];
    const Transition last = items_.back();
    items_.pop_back();
    return last;
  }

 private:
  Order order_;
  std::vector<Transition> items_;
  std::size_t next_ = 0;
};

// A relation as rows of bits: row t holds the transitions related to t.
inline std::vector<TransitionSet> rows(std::size_t transitions,
                                       const std::function<bool(Transition, Transition)>& related) {
  std::vector<TransitionSet> result(transitions, TransitionSet(transitions));
  for (Transition t = 0; t < transitions; ++t) {
    for (Transition other = 0; other < transitions; ++other) {
      if (related(other, t)) result[t].insert(other);
    }
  }
  return result;
}

// Row t: the transitions that t depends on; for a visible t, the other visible ones as well.
inline std::vector<TransitionSet> dependency_rows(const Relations& relations, const Options& options) {
  return rows(relations.transitions, [&](Transition other, Transition t) {
    if (other == t) return false;
    if (relations.dependent(other, t)) return true;
    return options.visibility == Visibility::together && relations.visible && relations.visible(other) &&
           relations.visible(t);
  });
}

inline TransitionSet visible_set(const Relations& relations) {
  TransitionSet visible(relations.transitions);
  for (Transition t = 0; relations.visible && t < relations.transitions; ++t) {
    if (relations.visible(t)) visible.insert(t);
  }
  return visible;
}

// Computes the set from each allowed initial transition and keeps the smallest. compute(initial, size)
// returns a subset of the enabled transitions; it may give up on a set that has `size` members or more, and
// return any.
template <typename Compute>
TransitionSet choose_initial(const TransitionSet& enabled, const TransitionSet& visible,
                             const Options& options, const Compute& compute) {
  TransitionSet best = enabled;
  std::size_t size = enabled.size();
  bool done = size < 2;
  enabled.for_each([&](Transition initial) {
    if (done) return;
    TransitionSet stubborn = compute(initial, size);
    if (options.visibility == Visibility::all && stubborn.meets(visible)) stubborn = enabled;
    const std::size_t found = stubborn.size();
    if (found < size) {
      size = found;
      best = std::move(stubborn);
    }
    done = size == 1 || options.initial == Initial::first;
  });
  return best;
}

}  // namespace detail

// The generalized LPOR algorithm. An object is not changed by a search: threads may share it.
class StubbornSets {
 public:
  explicit StubbornSets(const Relations& relations, Options options = {})
      : options_(options),
        dependency_(detail::dependency_rows(relations, options)),
        visible_(detail::visible_set(relations)),
        chains_(relations.transitions) {
    for (Transition t = 0; t < relations.transitions; ++t) follow_chains(relations, t);
  }

  // A stubborn set for a state in which exactly these transitions are enabled: a subset of them, empty only
  // if none is enabled. confirmed(b, a): in this state b is disabled, and a must occur before b is enabled.
  template <typename Confirmed>
  [[nodiscard]] TransitionSet compute(const TransitionSet& enabled, const Confirmed& confirmed) const {
    return detail::choose_initial(enabled, visible_, options_, [&](Transition initial, std::size_t) {
      return from(initial, enabled, confirmed);
    });
  }
  // The same without necessary transitions.
  [[nodiscard]] TransitionSet compute(const TransitionSet& enabled) const {
    return compute(enabled, [](Transition, Transition) { return false; });
  }

  // The set that is started from a given enabled transition.
  template <typename Confirmed>
  [[nodiscard]] TransitionSet from(Transition initial, const TransitionSet& enabled,
                                   const Confirmed& confirmed) const;

  // The number of transitions whose chains were too many to keep, so that nothing is necessary on them.
  [[nodiscard]] std::size_t fell_back() const { return fell_back_; }

 private:
  using Pair = std::pair<Transition, Transition>;  // b, and a that is necessary for b
  struct Chain {
    Transition end = 0;
    std::set<Pair> needs;
    auto operator<=>(const Chain&) const = default;
  };

  // Algorithm 4: all transitions that a chain starting with t can enable, with what each chain needs. A chain
  // is kept even if another one to the same end needs less: which of them is cut depends on the state. The
  // chain of t alone needs nothing: what a member depends on is always added.
  void follow_chains(const Relations& relations, Transition t) {
    std::set<Chain> found{{t, {}}};
    std::vector<Chain> open{{t, {}}};
    bool bounded = true;
    while (!open.empty() && bounded) {
      const Chain chain = open.back();
      open.pop_back();
      for (Transition next = 0; next < relations.transitions; ++next) {
        if (!relations.can_enable(chain.end, next)) continue;
        Chain longer{next, chain.needs};
        for (Transition a = 0; relations.necessary && a < relations.transitions; ++a) {
          if (relations.necessary(next, a)) longer.needs.insert({next, a});
        }
        if (found.insert(longer).second) open.push_back(std::move(longer));
      }
      bounded = found.size() <= options_.most_chains;
    }
    if (bounded) {
      chains_[t].assign(found.begin(), found.end());
      return;
    }
    ++fell_back_;
    Relations without = relations;
    without.necessary = nullptr;
    const std::size_t most = std::exchange(options_.most_chains, std::numeric_limits<std::size_t>::max());
    follow_chains(without, t);
    options_.most_chains = most;
  }

  template <typename Confirmed>
  [[nodiscard]] bool starts_chain_to(Transition t, Transition member, const TransitionSet& stubborn,
                                     const Confirmed& confirmed) const {
    for (const Chain& chain : chains_[t]) {
      if (!dependency_[member].contains(chain.end)) continue;
      const bool cut = std::any_of(chain.needs.begin(), chain.needs.end(), [&](const Pair& need) {
        return stubborn.contains(need.second) && confirmed(need.first, need.second);
      });
      if (!cut) return true;
    }
    return false;
  }

  Options options_;
  std::vector<TransitionSet> dependency_;
  TransitionSet visible_;
  std::vector<std::vector<Chain>> chains_;  // forward enable sets
  std::size_t fell_back_ = 0;
};

template <typename Confirmed>
TransitionSet StubbornSets::from(Transition initial, const TransitionSet& enabled,
                                 const Confirmed& confirmed) const {
  TransitionSet stubborn(dependency_.size());
  stubborn.insert(initial);
  detail::Worklist open(dependency_.size(), options_.order);
  open.begin(initial);
  while (!open.empty()) {
    const Transition member = open.take();
    enabled.for_each([&](Transition t) {
      if (stubborn.contains(t)) return;
      if (starts_chain_to(t, member, stubborn, confirmed)) {
        stubborn.insert(t);
        open.add(t);
      }
    });
  }
  return stubborn;
}

// Stubborn sets by closure over necessary enabling sets. Threads may share an object.
class NecessarySets {
 public:
  explicit NecessarySets(const Relations& relations, Options options = {})
      : options_(options),
        dependency_(detail::dependency_rows(relations, options)),
        enablers_(detail::rows(relations.transitions, relations.can_enable)),
        visible_(detail::visible_set(relations)) {}

  // All transitions that can enable t; for a disabled t always a necessary enabling set.
  [[nodiscard]] const TransitionSet& enablers(Transition t) const { return enablers_[t]; }
  [[nodiscard]] const TransitionSet& dependency(Transition t) const { return dependency_[t]; }

  // choose(t, closed) is called for a disabled t and returns a set of which some member must occur before t
  // is enabled, as a reference that stays valid until the next call. `closed` is the closure so far.
  // enablers(t) is always right; a set that adds little to `closed` reduces more.
  template <typename Choose>
  [[nodiscard]] TransitionSet compute(const TransitionSet& enabled, const Choose& choose) const {
    detail::Worklist open(dependency_.size(), options_.order);
    return detail::choose_initial(enabled, visible_, options_, [&](Transition initial, std::size_t size) {
      TransitionSet stubborn = closure(initial, enabled, choose, size, open);
      stubborn.keep(enabled);
      return stubborn;
    });
  }
  [[nodiscard]] TransitionSet compute(const TransitionSet& enabled) const {
    return compute(enabled,
                   [&](Transition t, const TransitionSet&) -> const TransitionSet& { return enablers_[t]; });
  }

  // The closure that is started from a given enabled transition, with its disabled members. The computation
  // stops at `most_enabled` enabled members; the result is of no use then.
  template <typename Choose>
  [[nodiscard]] TransitionSet closure(
      Transition initial, const TransitionSet& enabled, const Choose& choose,
      std::size_t most_enabled = std::numeric_limits<std::size_t>::max()) const {
    detail::Worklist open(dependency_.size(), options_.order);
    return closure(initial, enabled, choose, most_enabled, open);
  }

 private:
  template <typename Choose>
  [[nodiscard]] TransitionSet closure(Transition initial, const TransitionSet& enabled, const Choose& choose,
                                      std::size_t most_enabled, detail::Worklist& open) const {
    TransitionSet closed(dependency_.size());
    closed.insert(initial);
    open.begin(initial);
    std::size_t members = 1;  // enabled ones
    const auto add = [&](Transition t) {
      open.add(t);
      if (enabled.contains(t)) ++members;
    };
    while (!open.empty() && members < most_enabled) {
      const Transition t = open.take();
      if (enabled.contains(t)) {
        closed.insert_new(dependency_[t], add);
      } else {
        closed.insert_new(choose(t, closed), add);
      }
    }
    return closed;
  }

  Options options_;
  std::vector<TransitionSet> dependency_;
  std::vector<TransitionSet> enablers_;
  TransitionSet visible_;
};

}  // namespace quorate::lpor
